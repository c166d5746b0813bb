import { hashPassword as hash } from "../../catalog/passwords.ts";
import { ask, type Effect } from "../effect.ts";
import type { Scope } from "../scope.ts";

/** A password as argon2id, in PHC text. */
export function* hashPassword(password: string, scope: Scope): Effect<string> {
  const salt = scope.env.outside.randomBytes(16);
  return yield* ask(() => hash(password, salt));
}
