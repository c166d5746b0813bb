import type { Permission } from "../language/surrealql/tree/index.ts";
import type { Value } from "../values/value.ts";
import type { Effect } from "./effect.ts";
import { evaluate } from "./evaluate.ts";
import { Frame } from "./frame.ts";
import { asSystem, type Scope } from "./scope.ts";
import { isTruthy } from "../values/compare.ts";

/** Whether the permissions of tables, fields, functions and parameters are asked at all: they are for record users and anonymous ones. */
export function permissionsApply(scope: Scope): boolean {
  return scope.identity.kind !== "system";
}

/** The same for writing: a viewer writes only what everybody may. */
export function writePermissionsApply({ identity }: Scope): boolean {
  return identity.kind !== "system" || identity.role === "viewer";
}

/** Whether a permission lets this user through. Its condition runs with the rights of the system, about `current`. Absent is FULL. */
export function* isPermitted(
  permission: Permission | undefined,
  scope: Scope,
  variables: ReadonlyMap<string, Value> = new Map(),
): Effect<boolean> {
  if (!permissionsApply(scope)) return true;
  return yield* holds(permission, scope, variables);
}

/** Whether a permission's condition holds, whoever asks. */
export function* holds(
  permission: Permission | undefined,
  scope: Scope,
  variables: ReadonlyMap<string, Value> = new Map(),
): Effect<boolean> {
  return yield* holdsForUser(permission, { ...asSystem(scope), frame: new Frame(scope.frame, variables) });
}

/** Whether a permission's condition holds as the user sees what it reads: so functions ask theirs. */
export function* holdsForUser(permission: Permission | undefined, scope: Scope): Effect<boolean> {
  if (permission === undefined || typeof permission === "boolean") return permission ?? true;
  return isTruthy(yield* evaluate(permission, scope));
}
