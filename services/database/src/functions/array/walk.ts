import type { Effect } from "../../interpret/effect.ts";
import type { Closure, Value } from "../../values/value.ts";
import { any, array, closure } from "../arguments.ts";
import { effect, family, type FunctionContext } from "../function.ts";

/** `array::…` that call a function with each element, and with its place. */
export const walking = family("array", {
  fold: effect([array, any, closure], function* ([list, start, step], context): Effect<Value> {
    return yield* foldOver(list, start, step, context);
  }),
  map: effect([array, closure], function* ([list, change], context): Effect<Value> {
    const mapped: Value[] = [];
    for (const [place, value] of list.entries()) mapped.push(yield* context.invoke(change, [value, BigInt(place)]));
    return mapped;
  }),
  reduce: effect([array, closure], function* ([list, step], context): Effect<Value> {
    return yield* foldOver(list.slice(1), list[0], step, context);
  }),
});

/** What a function makes of what came before and each element; places count from 0. */
export function* foldOver(list: readonly Value[], start: Value, step: Closure, context: FunctionContext): Effect<Value> {
  let result = start;
  for (const [place, value] of list.entries()) result = yield* context.invoke(step, [result, value, BigInt(place)]);
  return result;
}
