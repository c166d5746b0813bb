import type { Expression } from "../language/surrealql/tree/index.ts";
import { mockUnbounded } from "../messages/interpret.ts";
import { RecordId, type Value } from "../values/value.ts";
import type { Effect } from "./effect.ts";
import { generatedKey } from "./record-key.ts";
import type { Scope } from "./scope.ts";
import { limitRows } from "./size.ts";
import { takeTurns } from "./turns.ts";

/** `|person:10|` and `|person:1..10|`. */
export function* evaluateMock({ table, count }: Extract<Expression, { kind: "mock" }>, scope: Scope): Effect<readonly Value[]> {
  const records: Value[] = [];
  if ("random" in count) {
    limitRows(count.random, scope);
    for (let made = 0n; made < count.random; made++) {
      yield* takeTurns(scope);
      records.push(new RecordId(table, generatedKey("rand", scope.env.outside)));
    }
    return records;
  }
  if (count.to === undefined) throw mockUnbounded();
  const first = count.from ?? 0n;
  const last = count.inclusive ? count.to : count.to - 1n;
  limitRows(last - first, scope);
  for (let key = first; key <= last; key++) {
    yield* takeTurns(scope);
    records.push(new RecordId(table, key));
  }
  return records;
}
