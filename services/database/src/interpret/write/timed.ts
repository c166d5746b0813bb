import type { Expression } from "../../language/surrealql/tree/index.ts";
import type { Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import type { Scope } from "../scope.ts";
import { withinTimeout } from "../statement.ts";

/** Runs a statement within its TIMEOUT, if it has one. */
export function* timed(timeout: Expression | undefined, scope: Scope, body: Effect<Value>): Effect<Value> {
  return timeout === undefined ? yield* body : yield* withinTimeout(yield* evaluate(timeout, scope), scope, body);
}
