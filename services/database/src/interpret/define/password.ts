import { argon2 as hash } from "node:crypto";
import { promisify } from "node:util";
import { ask, type Effect } from "../effect.ts";
import type { Scope } from "../scope.ts";

/** Memory in KiB, passes and lanes: what OWASP recommends for argon2id. */
const cost = { memory: 19_456, passes: 2, lanes: 1 };

/** A password as argon2id, in PHC text. */
export function* hashPassword(password: string, scope: Scope): Effect<string> {
  const salt = scope.env.outside.randomBytes(16);
  const { memory, passes, lanes } = cost;
  const parameters = { message: Buffer.from(password, "utf8"), nonce: salt, memory, passes, parallelism: lanes, tagLength: 32 };
  const digest = yield* ask(() => promisify(hash)("argon2id", parameters));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(digest)}`;
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replaceAll("=", "");
}
