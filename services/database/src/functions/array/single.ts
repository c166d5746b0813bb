import type { Effect } from "../../interpret/effect.ts";
import { wrongArguments } from "../../messages/functions.ts";
import { isArray } from "../../values/kind-of.ts";
import { distinctValuesInTurns } from "../../values/order.ts";
import { printRaw } from "../../values/print.ts";
import type { Value } from "../../values/value.ts";
import { any, array, int, optional, string } from "../arguments.ts";
import { limitMade } from "../elements.ts";
import { effect, family, pure } from "../function.ts";
import { fromFront, isRangeWithEnd, partFrom, positionsOf } from "../positions.ts";
import { shuffled } from "../rand/chance.ts";
import { expectedInt } from "./texts.ts";

/** `array::…` of one array: its elements by place, and the array otherwise arranged. */
export const single = family("array", {
  at: pure([array, int], ([list, position]) => elementAt(list, position)),
  clump: pure([array, int], ([list, size], _context, name) => {
    const step = positive(name, size);
    const clumps: Value[] = [];
    for (let start = 0; start < list.length; start += step) clumps.push(list.slice(start, start + step));
    return clumps;
  }),
  distinct: effect([array], function* ([list], { turn }): Effect<Value> {
    return yield* distinctValuesInTurns(list, turn);
  }),
  fill: pure([array, any, partFrom("array::fill"), optional(int)], ([list, value, part, end], _context, name) => {
    if (isRangeWithEnd(part, end)) throw expectedInt(name, part);
    const [from, to] = positionsOf(part, end, list.length);
    return list.map((item, index) => (index >= from && index < to ? value : item));
  }),
  first: pure([array], ([list]) => list[0]),
  flatten: pure([array], ([list]) => flatten(list)),
  group: effect([array], function* ([list], { turn }): Effect<Value> {
    return yield* distinctValuesInTurns(flatten(list), turn);
  }),
  insert: pure([array, any, optional(int)], ([list, value, position]) => {
    const place = position === undefined ? BigInt(list.length) : fromFront(position, list.length);
    return place < 0n || place > BigInt(list.length) ? list : list.toSpliced(Number(place), 0, value);
  }),
  is_empty: pure([array], ([list]) => list.length === 0),
  join: pure([array, string], ([list, separator]) => list.map(printRaw).join(separator)),
  last: pure([array], ([list]) => list.at(-1)),
  len: pure([array], ([list]) => BigInt(list.length)),
  pop: pure([array], ([list]) => list.at(-1)),
  remove: pure([array, int], ([list, position]) => {
    const place = fromFront(position, list.length);
    return place < 0n || place >= BigInt(list.length) ? list : list.toSpliced(Number(place), 1);
  }),
  reverse: pure([array], ([list]) => list.toReversed()),
  shuffle: pure([array], ([list], context) => shuffled(list, context)),
  slice: pure([array, partFrom("array::range"), optional(int)], ([list, part, end]) => {
    if (isRangeWithEnd(part, end)) throw expectedInt("array::range", part);
    return list.slice(...positionsOf(part, end, list.length));
  }),
  swap: pure([array, int, int], ([list, one, other], _context, name) => {
    const swapped = [...list];
    const a = placeWithin(name, 1, one, list.length);
    const b = placeWithin(name, 2, other, list.length);
    [swapped[a], swapped[b]] = [swapped[b], swapped[a]];
    return swapped;
  }),
  transpose: pure([array], ([list]) => {
    const rows = list.map((row) => (isArray(row) ? row : [row]));
    const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
    return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]));
  }),
  windows: pure([array, int], ([list, size], _context, name) => {
    const length = positive(name, size);
    limitMade((list.length - length + 1) * length);
    return Array.from({ length: Math.max(0, list.length - length + 1) }, (_, start) => list.slice(start, start + length));
  }),
});

/** The element at a place; from the end where it is negative. */
export function elementAt(list: readonly Value[], position: bigint): Value {
  const place = fromFront(position, list.length);
  return place < 0n || place >= BigInt(list.length) ? undefined : list[Number(place)];
}

/** What is in arrays within the array, one level deep. */
function flatten(list: readonly Value[]): readonly Value[] {
  return list.flatMap((item) => (isArray(item) ? item : [item]));
}

function positive(name: string, size: bigint): number {
  if (size <= 0n) throw wrongArguments(name, "The second argument must be an integer greater than 0");
  return Number(size);
}

function placeWithin(name: string, argument: number, position: bigint, length: number): number {
  const place = fromFront(position, length);
  if (place >= 0n && place < BigInt(length)) return Number(place);
  const least = length === 0 ? 0 : -length;
  throw wrongArguments(name, `Argument ${argument} is out of range. Expected a number between ${least} and ${length}`);
}
