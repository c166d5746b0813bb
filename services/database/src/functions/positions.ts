import { expectedElement, expectedType, wrongType } from "../messages/functions.ts";
import { printValue } from "../values/print.ts";
import { Range, type Bound, type Value } from "../values/value.ts";
import { asInt, Refused, type OptionalArgument } from "./arguments.ts";

/** A part of a list as a caller names it: negative positions count from the end. */
export interface Part {
  readonly begin: Bound<bigint> | undefined;
  readonly end: Bound<bigint> | undefined;
}

/** A range of ints, or one int with which it begins. The language names `callee` and the first argument where it is neither, whatever was called. */
export function partFrom(callee: string): OptionalArgument<Part | bigint> {
  return {
    read: (value) => {
      if (value instanceof Range) return readRange(value, callee);
      return asInt(value) ?? new Refused(wrongType(1, expectedType("int", printValue(value))), callee);
    },
    optional: true,
    late: true,
  };
}

function readRange(range: Range, callee: string): Part | Refused {
  const begin = readBound(range.begin, callee);
  if (begin instanceof Refused) return begin;
  const end = readBound(range.end, callee);
  return end instanceof Refused ? end : { begin, end };
}

function readBound(bound: Bound<Value> | undefined, callee: string): Bound<bigint> | undefined | Refused {
  if (bound === undefined) return undefined;
  const value = asInt(bound.value);
  if (value !== undefined) return { value, inclusive: bound.inclusive };
  return new Refused(wrongType(1, expectedElement("int", printValue(bound.value), "range<int>")), callee);
}

/** A range and an end of its own do not go together: the range is no int then. */
export function isRangeWithEnd(part: Part | bigint | undefined, end: bigint | undefined): part is Part {
  return typeof part === "object" && end !== undefined;
}

/** The positions of a part within a list of some length: from the first up to, and without, the second. */
export function positionsOf(part: Part | bigint | undefined, end: bigint | undefined, length: number): readonly [number, number] {
  const whole: Part =
    typeof part === "object"
      ? part
      : {
          begin: part === undefined ? undefined : { value: part, inclusive: true },
          end: end === undefined ? undefined : { value: end, inclusive: false },
        };
  const first = whole.begin === undefined ? 0n : fromFront(whole.begin.value, length) + (whole.begin.inclusive ? 0n : 1n);
  const last = whole.end === undefined ? length : clip(fromFront(whole.end.value, length), length) + (whole.end.inclusive ? 1 : 0);
  const from = clip(first, length);
  return [from, Math.max(from, Math.min(last, length))];
}

/** A position counted from the front; below 0 where the list has no such place. */
export function fromFront(position: bigint, length: number): bigint {
  return position < 0n ? position + BigInt(length) : position;
}

function clip(position: bigint, length: number): number {
  if (position < 0n) return 0;
  return position > BigInt(length) ? length : Number(position);
}
