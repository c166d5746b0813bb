import { compareValues, distinctValues, valuesEqual } from "../../values/order.ts";
import { isArray } from "../../values/kind-of.ts";
import type { Value } from "../../values/value.ts";
import { any, array, rest } from "../arguments.ts";
import { family, pure } from "../function.ts";
import { limitElements } from "../elements.ts";

/** `array::…` of an array and another one, or a value. */
export const combining = family("array", {
  add: pure([array, any], ([list, value]) => addMissing(list, isArray(value) ? value : [value])),
  append: pure([array, any], ([list, value]) => [...list, value]),
  combine: pure([array, array], ([left, right], _context, name) => {
    limitElements(name, BigInt(left.length) * BigInt(right.length));
    return left.flatMap((a) => right.map((b) => [a, b]));
  }),
  complement: pure([array, array], ([left, right]) => {
    const others = new SortedBag(right);
    return left.filter((value) => !others.has(value));
  }),
  concat: pure([rest(array)], ([lists]) => lists.flat()),
  difference: pure([array, array], ([left, right]) => {
    const others = new SortedBag(right);
    return [...left.filter((value) => !others.take(value)), ...others.left()];
  }),
  intersect: pure([array, array], ([left, right]) => {
    const others = new SortedBag(right);
    return left.filter((value) => others.take(value));
  }),
  prepend: pure([array, any], ([list, value]) => [value, ...list]),
  push: pure([array, any], ([list, value]) => [...list, value]),
  union: pure([array, array], ([left, right]) => distinctValues([...left, ...right])),
});

function addMissing(list: readonly Value[], values: readonly Value[]): readonly Value[] {
  const added: Value[] = [];
  const present = new SortedBag(list);
  for (const value of distinctValues(values)) if (!present.has(value)) added.push(value);
  return [...list, ...added];
}

/** Values to be looked up and used up, in logarithmic time. */
class SortedBag {
  readonly #values: readonly Value[];
  readonly #sorted: readonly number[];
  readonly #taken: Set<number> = new Set();
  /** How many of the equal ones that begin at a place are used up. */
  readonly #usedFrom: Map<number, number> = new Map();

  constructor(values: readonly Value[]) {
    this.#values = values;
    this.#sorted = values.map((_, index) => index).sort((a, b) => compareValues(values[a], values[b]) || a - b);
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
