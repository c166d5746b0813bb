/** The database's first user: named by settings, or made once and kept as a hash beside the service's other secrets. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RootUser } from "@loci/database";
import { hashPassword } from "@loci/database/passwords";
import { secretsFolder, type Settings } from "../config.ts";

type Config = Pick<Settings, "secretsDir" | "connectionString" | "user" | "pass">;

export interface FirstUser {
  readonly user: RootUser;
  /** Only in the start that made it. */
  readonly password: string | undefined;
  /** Keeps a made one for later starts, once it is known that the root takes it; a second call does nothing. */
  keep(): Promise<void>;
}

const fileName = "database-root.json";

/**
 * The user to make where the root has none.
 * @param create make a password where no setting and no earlier start gave one
 * @returns undefined where there is none
 */
export async function firstUser(config: Config, create: boolean): Promise<FirstUser | undefined> {
  const { user: name, pass: given } = config;
  const isKept = async () => undefined;
  if (given !== undefined) return { user: { name, passhash: await hashPassword(given) }, password: undefined, keep: isKept };
  const file = join(secretsFolder(config), fileName);
  const kept = await readKept(file);
  if (kept !== undefined) return { user: kept, password: undefined, keep: isKept };
  if (!create) return undefined;
  const password = randomBytes(18).toString("base64url");
  const user: RootUser = { name, passhash: await hashPassword(password) };
  let keeping: Promise<void> | undefined;
  return { user, password, keep: () => (keeping ??= write(file, user)) };
}

async function write(file: string, user: RootUser): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(user)}\n`, { mode: 0o600, flag: "wx" });
}

async function readKept(file: string): Promise<RootUser | undefined> {
  try {
    const { name, passhash } = JSON.parse(await readFile(file, "utf8")) as Partial<RootUser>;
    return name === undefined || passhash === undefined ? undefined : { name, passhash };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
