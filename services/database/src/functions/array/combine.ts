import type { Effect } from "../../interpret/effect.ts";
import { compareValues, distinctValuesInTurns, valuesEqual } from "../../values/order.ts";
import { sortInTurns } from "../../values/sort-in-turns.ts";
import { isArray } from "../../values/kind-of.ts";
import type { Value } from "../../values/value.ts";
import { any, array, rest } from "../arguments.ts";
import { effect, family, pure, type FunctionContext } from "../function.ts";
import { limitElements } from "../elements.ts";

type Turn = FunctionContext["turn"];

/** `array::…` of an array and another one, or a value. */
export const combining = family("array", {
  add: effect([array, any], function* ([list, value], { turn }): Effect<Value> {
    return yield* addMissing(list, isArray(value) ? value : [value], turn);
  }),
  append: pure([array, any], ([list, value]) => [...list, value]),
  combine: pure([array, array], ([left, right], _context, name) => {
    limitElements(name, BigInt(left.length) * BigInt(right.length));
    return left.flatMap((a) => right.map((b) => [a, b]));
  }),
  complement: effect([array, array], function* ([left, right], { turn }): Effect<Value> {
    const others = yield* SortedBag.of(right, turn);
    return yield* filterInTurns(left, (value) => !others.has(value), turn);
  }),
  concat: pure([rest(array)], ([lists]) => lists.flat()),
  difference: effect([array, array], function* ([left, right], { turn }): Effect<Value> {
    const others = yield* SortedBag.of(right, turn);
    return [...(yield* filterInTurns(left, (value) => !others.take(value), turn)), ...others.left()];
  }),
  intersect: effect([array, array], function* ([left, right], { turn }): Effect<Value> {
    const others = yield* SortedBag.of(right, turn);
    return yield* filterInTurns(left, (value) => others.take(value), turn);
  }),
  prepend: pure([array, any], ([list, value]) => [value, ...list]),
  push: pure([array, any], ([list, value]) => [...list, value]),
  union: effect([array, array], function* ([left, right], { turn }): Effect<Value> {
    return yield* distinctValuesInTurns([...left, ...right], turn);
  }),
});

function* addMissing(list: readonly Value[], values: readonly Value[], turn: Turn): Effect<readonly Value[]> {
  const present = yield* SortedBag.of(list, turn);
  const distinct = yield* distinctValuesInTurns(values, turn);
  return [...list, ...(yield* filterInTurns(distinct, (value) => !present.has(value), turn))];
}

function* filterInTurns(values: readonly Value[], keeps: (value: Value) => boolean, turn: Turn): Effect<readonly Value[]> {
  const kept: Value[] = [];
  for (const value of values) {
    yield* turn();
    if (keeps(value)) kept.push(value);
  }
  return kept;
}

/** Values to be looked up and used up, in logarithmic time. */
class SortedBag {
  readonly #values: readonly Value[];
  readonly #sorted: readonly number[];
  readonly #taken: Set<number> = new Set();
  /** How many of the equal ones that begin at a place are used up. */
  readonly #usedFrom: Map<number, number> = new Map();

  private constructor(values: readonly Value[], sorted: readonly number[]) {
    this.#values = values;
    this.#sorted = sorted;
  }

  static *of(values: readonly Value[], turn: Turn): Effect<SortedBag> {
    const places = values.map((_, index) => index);
    return new SortedBag(values, yield* sortInTurns(places, (a, b) => compareValues(values[a], values[b]), turn));
  }

  has(value: Value): boolean {
    return this.#isAt(this.#placeOf(value), value);
  }

  /** Uses up one value that equals this, the first that is left; false where there is none. */
  take(value: Value): boolean {
    const place = this.#placeOf(value);
    const used = this.#usedFrom.get(place) ?? 0;
    if (!this.#isAt(place + used, value)) return false;
    this.#usedFrom.set(place, used + 1);
    this.#taken.add(this.#sorted[place + used] as number);
    return true;
  }

  /** What was not used up, in its order. */
  left(): readonly Value[] {
    return this.#values.filter((_, index) => !this.#taken.has(index));
  }

  #isAt(place: number, value: Value): boolean {
    const index = this.#sorted[place];
    return index !== undefined && valuesEqual(this.#values[index], value);
  }

  /** The first place whose value is not before this one. */
  #placeOf(value: Value): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareValues(this.#values[this.#sorted[middle] as number], value) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
