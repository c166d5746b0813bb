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
 * Makes the first user of the root, with all rights, where the root has none: once somebody is there, this changes nothing.
 * @returns whether it was made
 */
export async function ensureRootUser(store: Store, { name, passhash }: RootUser): Promise<boolean> {
  const transaction = await store.begin({ writes: false });
  const has = (await transaction.definitions({})).root.users.size > 0;
  await transaction.cancel();
  if (has) return false;
  const program = parseProgram(`DEFINE USER ${printName(name)} ON ROOT PASSHASH ${printString(passhash)} ROLES OWNER`);
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
  if (result !== undefined && "error" in result) throw result.error;
  return true;
}
