import type { Effect } from "../interpret/effect.ts";
import { isTruthy } from "../values/compare.ts";
import { isArray } from "../values/kind-of.ts";
import { compareValues, setOf } from "../values/order.ts";
import { printRaw } from "../values/print.ts";
import { SetValue, type Closure, type Value } from "../values/value.ts";
import { any, closure, int, optional, set as setArgument, string } from "./arguments.ts";
import { elementAt } from "./array/single.ts";
import { fits, placesOf } from "./array/search.ts";
import { expectedInt } from "./array/texts.ts";
import { effect, family, pure, type Definition, type Family, type FunctionContext } from "./function.ts";
import { isRangeWithEnd, partFrom, positionsOf } from "./positions.ts";

/** Whether a set has a value, in logarithmic time. */
function has({ members }: SetValue, value: Value): boolean {
  let low = 0;
  let high = members.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareValues(members[middle], value) < 0) low = middle + 1;
    else high = middle;
  }
  return low < members.length && compareValues(members[low], value) === 0;
}

/** What a value is made of, one level deep. */
function parts(value: Value): readonly Value[] {
  if (value instanceof SetValue) return value.members;
  return isArray(value) ? value : [value];
}

/** As in arrays, but members of a set have no places that a function could be told. */
function* foldOver(members: readonly Value[], start: Value, step: Closure, context: FunctionContext): Effect<Value> {
  let result = start;
  for (const value of members) result = yield* context.invoke(step, [result, value]);
  return result;
}

const quantified = (wantsAll: boolean): Definition =>
  effect([setArgument, optional(any)], function* (args, context): Effect<Value> {
    const [{ members }, wanted] = args;
    for (const value of members) {
      const fit = args.length < 2 ? isTruthy(value) : yield* fits(wanted, value, context);
      if (fit !== wantsAll) return !wantsAll;
    }
    return wantsAll;
  });

/** `set::…` */
export const set: Family = family("set", {
  add: pure([setArgument, any], ([{ members }, value]) => setOf([...members, ...parts(value)])),
  all: quantified(true),
  any: quantified(false),
  at: pure([setArgument, int], ([{ members }, position]) => elementAt(members, position)),
  complement: pure([setArgument, setArgument], ([left, right]) => new SetValue(left.members.filter((value) => !has(right, value)))),
  contains: pure([setArgument, any], ([members, value]) => has(members, value)),
  difference: pure([setArgument, setArgument], ([left, right]) =>
    setOf([...left.members.filter((value) => !has(right, value)), ...right.members.filter((value) => !has(left, value))]),
  ),
  filter: effect([setArgument, any], function* ([{ members }, wanted], context): Effect<Value> {
    return new SetValue((yield* placesOf(members, wanted, context, false)).map((place) => members[place]));
  }),
  find: effect([setArgument, any], function* ([{ members }, wanted], context): Effect<Value> {
    const [place] = yield* placesOf(members, wanted, context, true);
    return place === undefined ? undefined : members[place];
  }),
  first: pure([setArgument], ([{ members }]) => members[0]),
  flatten: pure([setArgument], ([{ members }]) => setOf(members.flatMap(parts))),
  fold: effect([setArgument, any, closure], function* ([{ members }, start, step], context): Effect<Value> {
    return yield* foldOver(members, start, step, context);
  }),
  intersect: pure([setArgument, setArgument], ([left, right]) => new SetValue(left.members.filter((value) => has(right, value)))),
  is_empty: pure([setArgument], ([{ members }]) => members.length === 0),
  join: pure([setArgument, string], ([{ members }, separator]) => members.map(printRaw).join(separator)),
  last: pure([setArgument], ([{ members }]) => members.at(-1)),
  len: pure([setArgument], ([{ members }]) => BigInt(members.length)),
  map: effect([setArgument, closure], function* ([{ members }, change], context): Effect<Value> {
    const mapped: Value[] = [];
    for (const value of members) mapped.push(yield* context.invoke(change, [value]));
    return setOf(mapped);
  }),
  max: pure([setArgument], ([{ members }]) => members.at(-1)),
  min: pure([setArgument], ([{ members }]) => members[0]),
  reduce: effect([setArgument, closure], function* ([{ members }, step], context): Effect<Value> {
    return yield* foldOver(members.slice(1), members[0], step, context);
  }),
  remove: pure([setArgument, any], ([{ members }, value]) => {
    const removed = setOf(parts(value));
    return new SetValue(members.filter((member) => !has(removed, member)));
  }),
  slice: pure([setArgument, partFrom("set::slice"), optional(int)], ([{ members }, part, end], _context, name) => {
    if (isRangeWithEnd(part, end)) throw expectedInt(name, part);
    return new SetValue(members.slice(...positionsOf(part, end, members.length)));
  }),
  union: pure([setArgument, setArgument], ([left, right]) => setOf([...left.members, ...right.members])),
});
