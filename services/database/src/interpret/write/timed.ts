import { cast } from "../../kinds/cast.ts";
import type { Expression } from "../../language/surrealql/tree/index.ts";
import type { Value } from "../../values/value.ts";
import { plainly } from "../closure.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { readRecordId } from "../read-record-id.ts";
import type { Scope } from "../scope.ts";
import { withinTimeout } from "../statement.ts";

/** Runs a statement that writes, within its TIMEOUT, if it has one. */
export function* timed(timeout: Expression | undefined, scope: Scope, body: Effect<Value>): Effect<Value> {
  const said = plainly(body);
  if (timeout === undefined) return yield* said;
  const longest = yield* evaluate(timeout, scope);
  if (longest === undefined) return yield* said;
  return yield* withinTimeout(cast(longest, { kind: "duration" }, readRecordId), scope, said);
}
