import { definitionMissing } from "../../messages/define.ts";
import type { Value } from "../../values/value.ts";
import { ask, type Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { databaseOf, placeOf, type Scope } from "../scope.ts";

/** The next value of a sequence. */
export function* nextOfSequence(name: string, scope: Scope): Effect<Value> {
  const sequence = databaseOf(scope)?.sequences.get(name);
  if (sequence === undefined) throw definitionMissing("sequence", name);
  const start = yield* evaluate(sequence.tree.start, scope);
  const first = typeof start === "bigint" ? start : 0n;
  return yield* ask((tx) => tx.next(placeOf(scope), name, 1, first));
}
