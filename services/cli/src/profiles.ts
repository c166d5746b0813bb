/** Named connections in ~/.config/loci/config.toml, readable by their owner only, as they hold keys. */
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Failure } from "./failure.ts";

export const profileKeys = ["url", "api_key", "context_id", "management_url", "management_api_key"] as const;
export type ProfileKey = (typeof profileKeys)[number];
export type Profile = Partial<Record<ProfileKey, string>>;

export interface Profiles {
  /** The profile that is used when none is named. */
  active: string;
  profiles: Record<string, Profile>;
}

export function isProfileKey(text: string): text is ProfileKey {
  return (profileKeys as readonly string[]).includes(text);
}

/** An absent file is an empty one. */
export async function readProfiles(file: string): Promise<Profiles> {
  if (!existsSync(file)) return { active: "default", profiles: {} };
  const { parse } = await import("smol-toml");
  try {
    const table = parse(await readFile(file, "utf8"));
    const profiles: Record<string, Profile> = {};
    for (const [name, entries] of Object.entries(asTable(table["profiles"]))) profiles[name] = profileOf(asTable(entries));
    return { active: typeof table["profile"] === "string" ? table["profile"] : "default", profiles };
  } catch (error) {
    throw new Failure(
      `The profile file ${file} cannot be read: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`,
    );
  }
}

/** Writes aside and renames, so that a reader never meets half a file; 0600 from its first byte. */
export async function writeProfiles(file: string, { active, profiles }: Profiles): Promise<void> {
  const { stringify } = await import("smol-toml");
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.${process.pid}`;
  await writeFile(aside, `${stringify({ profile: active, profiles })}\n`, { mode: 0o600 });
  await chmod(aside, 0o600);
  await rename(aside, file);
}

/** A secret as it may be shown: enough to tell two apart. */
export function masked(secret: string): string {
  return secret.length <= 12 ? "****" : `${secret.slice(0, 8)}…${secret.slice(-4)}`;
}

function asTable(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function profileOf(entries: Record<string, unknown>): Profile {
  const profile: Profile = {};
  for (const key of profileKeys) {
    const value = entries[key];
    if (typeof value === "string") profile[key] = value;
  }
  return profile;
}
