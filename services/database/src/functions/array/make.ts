import { wrongArguments } from "../../messages/functions.ts";
import { largestInt, smallestInt } from "../../values/numbers.ts";
import type { Value } from "../../values/value.ts";
import { any, int, optional, type Argument } from "../arguments.ts";
import { limitElements } from "../elements.ts";
import { family, pure } from "../function.ts";
import { isRangeWithEnd, partFrom, type Part } from "../positions.ts";
import { expectedInt } from "./texts.ts";

/** What must be there: the range, or the int it begins with. */
const beginning: Argument<Part | bigint> = { read: partFrom("array::range").read, late: true };

/** `array::…` that make an array from numbers. */
export const making = family("array", {
  range: pure([beginning, optional(int)], ([part, end], _context, name) => {
    if (isRangeWithEnd(part, end)) throw expectedInt(name, part);
    const [first, last] = typeof part === "bigint" ? [part, end === undefined ? largestInt : end - 1n] : endsOf(part);
    return countUp(name, first, last);
  }),
  repeat: pure([any, int], ([value, count], _context, name) => {
    if (count < 0n) throw wrongArguments(name, "Expected argument 2 to be a positive number");
    limitElements(name, count);
    return Array.from({ length: Number(count) }, () => value);
  }),
  sequence: pure([int, optional(int)], ([first, count], _context, name) => {
    if (count === undefined) return countUp(name, 0n, first - 1n);
    const last = first + count - 1n;
    return countUp(name, first, last > largestInt ? largestInt : last);
  }),
});

/** The first and the last int of a range, both included. */
function endsOf({ begin, end }: Part): readonly [bigint, bigint] {
  const first = begin === undefined ? smallestInt : begin.value + (begin.inclusive ? 0n : 1n);
  return [first, end === undefined ? largestInt : end.value - (end.inclusive ? 0n : 1n)];
}

function countUp(name: string, first: bigint, last: bigint): readonly Value[] {
  if (last < first) return [];
  // The language counts the steps between them, not the ints.
  limitElements(name, last - first);
  return Array.from({ length: Number(last - first + 1n) }, (_, index) => first + BigInt(index));
}
