import type { Effect } from "../../interpret/effect.ts";
import { isTruthy } from "../../values/compare.ts";
import { compareValues, valuesEqual } from "../../values/order.ts";
import { Closure, type Value } from "../../values/value.ts";
import { any, array, optional } from "../arguments.ts";
import { effect, family, pure, type Definition, type FunctionContext } from "../function.ts";

/** Whether an element is one that is looked for: the function says yes, or it is equal. */
export function* fits(wanted: Value, value: Value, context: FunctionContext): Effect<boolean> {
  return wanted instanceof Closure ? isTruthy(yield* context.invoke(wanted, [value])) : valuesEqual(wanted, value);
}

/** The places of those that fit; `once` stops at the first. */
export function* placesOf(
  list: readonly Value[],
  wanted: Value,
  context: FunctionContext,
  once: boolean,
): Effect<readonly number[]> {
  const places: number[] = [];
  for (const [place, value] of list.entries()) {
    if (!(yield* fits(wanted, value, context))) continue;
    places.push(place);
    if (once) break;
  }
  return places;
}

const all: Definition = effect([array, optional(any)], function* (args, context): Effect<Value> {
  const [list, wanted] = args;
  for (const value of list) {
    if (!(args.length < 2 ? isTruthy(value) : yield* fits(wanted, value, context))) return false;
  }
  return true;
});

const some: Definition = effect([array, optional(any)], function* (args, context): Effect<Value> {
  const [list, wanted] = args;
  for (const value of list) {
    if (args.length < 2 ? isTruthy(value) : yield* fits(wanted, value, context)) return true;
  }
  return false;
});

const findIndex: Definition = effect([array, any], function* ([list, wanted], context): Effect<Value> {
  const [place] = yield* placesOf(list, wanted, context, true);
  return place === undefined ? undefined : BigInt(place);
});

/** `array::…` that look for elements, by a value or a function. */
export const searching = family("array", {
  all,
  any: some,
  every: all,
  filter: effect([array, any], function* ([list, wanted], context): Effect<Value> {
    return (yield* placesOf(list, wanted, context, false)).map((place) => list[place]);
  }),
  filter_index: effect([array, any], function* ([list, wanted], context): Effect<Value> {
    return (yield* placesOf(list, wanted, context, false)).map(BigInt);
  }),
  find: effect([array, any], function* ([list, wanted], context): Effect<Value> {
    const [place] = yield* placesOf(list, wanted, context, true);
    return place === undefined ? undefined : list[place];
  }),
  find_index: findIndex,
  includes: some,
  index_of: findIndex,
  // Of equal values the first is the smallest and the last the largest.
  max: pure([array], ([list]) => list.reduce((best, value) => (compareValues(value, best) >= 0 ? value : best), list[0])),
  min: pure([array], ([list]) => list.reduce((best, value) => (compareValues(value, best) < 0 ? value : best), list[0])),
  some,
});
