import { isTruthy } from "../../values/compare.ts";
import { valuesEqual } from "../../values/order.ts";
import type { Value } from "../../values/value.ts";
import { any, array } from "../arguments.ts";
import { family, pure, type Definition } from "../function.ts";

/** Place by place, as long as the longer array is; what the shorter one lacks is NULL. */
const pairwise = (run: (left: Value, right: Value) => Value): Definition =>
  pure([array, array], ([left, right]) =>
    Array.from({ length: Math.max(left.length, right.length) }, (_, at) =>
      run(at < left.length ? left[at] : null, at < right.length ? right[at] : null),
    ),
  );

/** `array::boolean_…` give bools, `array::logical_…` one of the two values. */
export const logic = family("array", {
  boolean_and: pairwise((left, right) => isTruthy(left) && isTruthy(right)),
  boolean_not: pure([array], ([list]) => list.map((value) => !isTruthy(value))),
  boolean_or: pairwise((left, right) => isTruthy(left) || isTruthy(right)),
  boolean_xor: pairwise((left, right) => isTruthy(left) !== isTruthy(right)),
  logical_and: pairwise((left, right) => (isTruthy(left) ? right : left)),
  logical_or: pairwise((left, right) => (isTruthy(left) ? left : right)),
  logical_xor: pairwise((left, right) => {
    if (isTruthy(left) && isTruthy(right)) return false;
    return isTruthy(right) ? right : left;
  }),
  matches: pure([array, any], ([list, value]) => list.map((item) => valuesEqual(item, value))),
});
