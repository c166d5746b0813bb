import { wrongArguments } from "../../messages/functions.ts";
import { compareNumbers, type NumberValue } from "../../values/numbers.ts";
import { int, numbers } from "../arguments.ts";
import { family, pure, type Definition } from "../function.ts";
import { calculate, sumOf } from "../numeric.ts";

/** Keeps the first `count` in some order; the order in which they come out is that of the heap they were kept in. */
const kept = (order: (a: NumberValue, b: NumberValue) => number): Definition =>
  pure([numbers, int], ([list, count], _context, name) => {
    if (count <= 0n) throw wrongArguments(name, "The second argument must be an integer greater than 0.");
    const heap: NumberValue[] = [];
    for (const number of list) {
      push(heap, number, order);
      if (BigInt(heap.length) > count) pop(heap, order);
    }
    return heap;
  });

/** `math::…` of a list, by size or as one number. */
export const lists = family("math", {
  bottom: kept(compareNumbers),
  top: kept((a, b) => compareNumbers(b, a)),
  // Of equal numbers the first is the smallest and the last the largest.
  max: pure([numbers], ([list]) =>
    list.reduce((best, number) => (compareNumbers(number, best) >= 0 ? number : best), list[0] ?? -Infinity),
  ),
  min: pure([numbers], ([list]) =>
    list.reduce((best, number) => (compareNumbers(number, best) < 0 ? number : best), list[0] ?? Infinity),
  ),
  product: pure([numbers], ([list]) => list.reduce<NumberValue>((product, number) => calculate("*", product, number), 1n)),
  spread: pure([numbers], ([list]) => {
    const sorted = list.toSorted(compareNumbers);
    const [least, most] = [sorted[0], sorted.at(-1)];
    return least === undefined || most === undefined ? Number.NaN : calculate("-", most, least);
  }),
  sum: pure([numbers], ([list]) => sumOf(list)),
});

/** A binary heap with the last of the order at its root, in the usual layout (children of i at 2i+1 and 2i+2). */
function push(heap: NumberValue[], number: NumberValue, order: (a: NumberValue, b: NumberValue) => number): void {
  heap.push(number);
  rise(heap, heap.length - 1, 0, order);
}

function rise(heap: NumberValue[], from: number, end: number, order: (a: NumberValue, b: NumberValue) => number): void {
  const number = heap[from] as NumberValue;
  let at = from;
  while (at > end) {
    const parent = (at - 1) >> 1;
    if (order(number, heap[parent] as NumberValue) <= 0) break;
    heap[at] = heap[parent] as NumberValue;
    at = parent;
  }
  heap[at] = number;
}

/** Drops the root: the last leaf sinks all the way down in its place, then rises to where it belongs. */
function pop(heap: NumberValue[], order: (a: NumberValue, b: NumberValue) => number): void {
  const leaf = heap.pop();
  if (leaf === undefined || heap.length === 0) return;
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    const right = heap[child + 1];
    if (right !== undefined && order(heap[child] as NumberValue, right) <= 0) child += 1;
    heap[at] = heap[child] as NumberValue;
    at = child;
  }
  heap[at] = leaf;
  rise(heap, at, 0, order);
}
