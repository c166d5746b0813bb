import type { Effect } from "../../interpret/effect.ts";
import { compareValues, sortValuesInTurns } from "../../values/order.ts";
import type { Value } from "../../values/value.ts";
import { any, array, optional } from "../arguments.ts";
import { effect, family, type Definition } from "../function.ts";
import { lexical, natural, naturalLexical } from "../natural-order.ts";

type Order = (a: Value, b: Value) => number;

/** Upwards, unless the second argument is false or "desc". */
const sortedBy = (order: Order): Definition =>
  effect([array, optional(any)], function* ([list, direction], { turn }): Effect<Value> {
    return yield* sortValuesInTurns(list, turn, direction === false || direction === "desc" ? (a, b) => order(b, a) : order);
  });

/** Texts in an order of their own, all else in that of values. */
const ofTexts =
  (order: (a: string, b: string) => number): Order =>
  (a, b) =>
    typeof a === "string" && typeof b === "string" ? order(a, b) : compareValues(a, b);

/** `array::sort…` */
export const sorting = family("array", {
  sort: sortedBy(compareValues),
  "sort::asc": effect([array], function* ([list], { turn }): Effect<Value> {
    return yield* sortValuesInTurns(list, turn);
  }),
  "sort::desc": effect([array], function* ([list], { turn }): Effect<Value> {
    return yield* sortValuesInTurns(list, turn, (a, b) => compareValues(b, a));
  }),
  sort_lexical: sortedBy(ofTexts(lexical)),
  sort_natural: sortedBy(ofTexts(natural)),
  sort_natural_lexical: sortedBy(ofTexts(naturalLexical)),
});
