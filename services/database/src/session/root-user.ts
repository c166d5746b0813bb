import { runProgram } from "../interpret/run.ts";
import { parseProgram } from "../language/surrealql/index.ts";
import type { Store } from "../store/port.ts";
import { Datetime } from "../values/value.ts";
import { printName, printString } from "../values/print-text.ts";
import { randomBytes } from "node:crypto";

export interface RootUser {
  readonly name: string;
  /** argon2id, as a PHC string. */
  readonly passhash: string;
}

/**
 * Makes the first user of the root, with all rights, where the root has none: once somebody is there, this changes nothing. Of processes that
 * try at once, one makes it.
 * @param user nobody: to be told only whether somebody is there
 */
export async function ensureRootUser(store: Store, user: RootUser | undefined): Promise<"made" | "there" | "none"> {
  if (await hasRootUser(store)) return "there";
  if (user === undefined) return "none";
  const program = parseProgram(`DEFINE USER ${printName(user.name)} ON ROOT PASSHASH ${printString(user.passhash)} ROLES OWNER`);
  const now = (): Datetime => new Datetime(BigInt(Date.now()) * 1_000_000n);
  const nobody = { id: undefined, ac: undefined, rd: undefined, ip: undefined, origin: undefined, token: undefined };
  const [result] = await runProgram(program, {
    store,
    outside: { now, randomBytes: (size) => randomBytes(size) },
    session: {
      namespace: undefined,
      database: undefined,
      variables: new Map(),
      identity: { kind: "system", level: "root", role: "owner" },
      facts: nobody,
      protectedValues: new Map(),
    },
  });
  if (result === undefined || !("error" in result)) return "made";
  if (await hasRootUser(store)) return "there";
  throw result.error;
}

async function hasRootUser(store: Store): Promise<boolean> {
  const transaction = await store.begin({ writes: false });
  try {
    return (await transaction.definitions({})).root.users.size > 0;
  } finally {
    await transaction.cancel();
  }
}
