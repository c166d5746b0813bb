import type { Expression } from "../../language/surrealql/tree/index.ts";
import { limitNegative, limitNotInteger } from "../../messages/interpret.ts";
import { isNumber, kindOf } from "../../values/kind-of.ts";
import { printValue } from "../../values/print.ts";
import type { Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import type { Scope } from "../scope.ts";

/** The number that LIMIT or START says. */
export function* evaluateLimit(
  expression: Expression | undefined,
  clause: "LIMIT" | "START",
  scope: Scope,
): Effect<number | undefined> {
  if (expression === undefined) return undefined;
  const value = yield* evaluate(expression, scope);
  if (value === undefined || value === null) return 0;
  if (!isNumber(value)) throw limitNotInteger(clause, described(value));
  const number = Math.trunc(Number(value));
  if (number < 0) throw limitNegative(clause, String(number));
  // No table is longer; what is not a number counts as 0.
  return Math.min(number || 0, Number.MAX_SAFE_INTEGER);
}

/** As the language's own messages describe a value here: its kind, and its text. */
function described(value: Value): string {
  const kind = kindOf(value);
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  if (typeof value === "string") return `${name}(${JSON.stringify(value)})`;
  return `${name}(${printValue(value)})`;
}
