import { cast } from "../../kinds/cast.ts";
import type { Expression } from "../../language/surrealql/tree/index.ts";
import { batchOutOfRange, definitionMissing } from "../../messages/define.ts";
import { printValue } from "../../values/print.ts";
import type { Value } from "../../values/value.ts";
import { ask, type Effect } from "../effect.ts";
import { readRecordId } from "../read-record-id.ts";
import { evaluate } from "../evaluate.ts";
import { databaseOf, placeOf, type Scope } from "../scope.ts";
import { literalOf } from "./literal.ts";

/** The next value of a sequence. */
export function* nextOfSequence(name: string, scope: Scope): Effect<Value> {
  const sequence = databaseOf(scope)?.sequences.get(name);
  if (sequence === undefined) throw definitionMissing("sequence", name);
  const start = yield* evaluate(sequence.tree.start, scope);
  const first = typeof start === "bigint" ? start : 0n;
  return yield* ask((tx) => tx.next(placeOf(scope), name, 1, first));
}

/** The engine's own width of a batch. */
const largestBatch = 2n ** 32n - 1n;

interface Clauses {
  readonly batch: Expression;
  readonly start: Expression;
  readonly timeout: Expression | undefined;
}

/** The clauses of a sequence with their values. */
export function* settledSequence({ batch, start, timeout }: Clauses, scope: Scope): Effect<Clauses> {
  const size = cast(yield* evaluate(batch, scope), { kind: "int" }, readRecordId);
  if (typeof size === "bigint" && (size < 0n || size > largestBatch)) throw batchOutOfRange(printValue(size));
  const first = cast(yield* evaluate(start, scope), { kind: "int" }, readRecordId);
  const longest = timeout && literalOf(cast(yield* evaluate(timeout, scope), { kind: "duration" }, readRecordId));
  return { batch: literalOf(size), start: literalOf(first), timeout: longest };
}
