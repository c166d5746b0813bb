import { isNumber } from "../../values/kind-of.ts";
import { compareValues, distinctValuesInTurns } from "../../values/order.ts";
import { Datetime, type Value } from "../../values/value.ts";
import { largestDatetimeNanos, smallestDatetimeNanos } from "../../values/datetime.ts";
import { callBuiltin } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Scope } from "../scope.ts";
import { takeTurns } from "../turns.ts";
import { sortInTurns } from "../../values/sort-in-turns.ts";
import { isTruthy } from "../../values/compare.ts";

/** What an aggregate of no rows is, where its function says something else of an empty array. */
export const ofNothing: Readonly<Record<string, Value>> = {
  "math::sum": 0n,
  "math::mean": Number.NaN,
  "math::max": Number.NEGATIVE_INFINITY,
  "math::min": Number.POSITIVE_INFINITY,
  "math::stddev": 0,
  "math::variance": 0,
  "math::median": undefined,
  "time::min": new Datetime(largestDatetimeNanos),
  "time::max": new Datetime(smallestDatetimeNanos),
};

/** What counts in floats, whatever its numbers are. The median of an odd number of them is the one in the middle, as it is. */
const ofFloats: ReadonlySet<string> = new Set(["math::mean", "math::median", "math::stddev", "math::variance"]);

const aggregates: ReadonlySet<string> = new Set([
  "count",
  "array::group",
  "array::distinct",
  "array::join",
  ...Object.keys(ofNothing),
]);

/** Whether a function works on all rows of a group instead of one. */
export function isAggregate(name: string): boolean {
  return aggregates.has(name);
}

/** The aggregate of the values that its first argument has in the rows. `values` is absent for `count()`, which counts rows. */
export function* aggregate(
  name: string,
  values: readonly Value[] | undefined,
  rows: number,
  others: readonly Value[],
  scope: Scope,
): Effect<Value> {
  if (name === "count") return BigInt(values === undefined ? rows : values.filter(isTruthy).length);
  const all = values ?? [];
  if (name === "array::group") return all;
  if (name === "array::distinct") return yield* distinctValuesInTurns(all, () => takeTurns(scope));
  const usable: readonly Value[] = name.startsWith("math::")
    ? all.filter(isNumber)
    : name.startsWith("time::")
      ? all.filter((value) => value instanceof Datetime)
      : all;
  if (usable.length === 0 && name in ofNothing) return ofNothing[name];
  if (name === "math::median" && usable.length % 2 === 1) {
    const sorted = yield* sortInTurns(usable, compareValues, () => takeTurns(scope));
    return sorted[(sorted.length - 1) / 2];
  }
  const operands = ofFloats.has(name) ? usable.map(Number) : usable;
  return yield* callBuiltin(name, [operands, ...others], scope);
}
