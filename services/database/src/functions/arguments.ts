import { toInt } from "../kinds/convert-number.ts";
import { expectedCount, expectedElement, expectedType, wrongArguments, wrongType } from "../messages/functions.ts";
import { isArray, isNumber, isObject } from "../values/kind-of.ts";
import type { NumberValue } from "../values/numbers.ts";
import { printShortly } from "../values/print-shortly.ts";
import { Closure, Datetime, Duration, Geometry, RecordId, SetValue, Uuid, type ObjectValue, type Value } from "../values/value.ts";

/** An argument is not what the function takes. `callee` differs from the function's name where the language says so. */
export class Refused {
  readonly problem: string;
  readonly callee: string | undefined;
  constructor(problem: string, callee?: string) {
    this.problem = problem;
    this.callee = callee;
  }
}

/** What one place of a function takes, and how a value becomes it. Positions count from 1. */
export interface Argument<T> {
  readonly read: (value: Value, position: number) => T | Refused;
  /** May be left out; NONE is no way of leaving it out. */
  readonly optional?: true;
  /** Takes this and all further arguments. */
  readonly rest?: true;
  /** Is looked at after all others. */
  readonly late?: true;
}

/** One that may be left out. */
export interface OptionalArgument<T> extends Argument<T> {
  readonly optional: true;
}

/** What a function gets for its parameters; as many as it was called with. */
export type Read<P extends readonly unknown[]> = P extends readonly [infer First, ...infer Rest]
  ? First extends OptionalArgument<infer T>
    ? readonly [T?, ...Read<Rest>]
    : First extends Argument<infer T>
      ? readonly [T, ...Read<Rest>]
      : never
  : readonly [];

/**
 * Checks the count and the types of arguments in the language's own words, and gives them as what they were read as. Made once for a function, called
 * for each row.
 */
export function argumentReader<const P extends readonly Argument<unknown>[]>(
  name: string,
  parameters: P,
): (values: readonly Value[]) => Read<P> {
  const last = parameters.at(-1);
  const rest = last?.rest === true ? last : undefined;
  const single = rest === undefined ? parameters : parameters.slice(0, -1);
  const most = rest === undefined ? parameters.length : Infinity;
  const least = single.filter((parameter) => parameter.optional !== true).length;
  const hasLate = single.some((parameter) => parameter.late === true);
  const readOne = (parameter: Argument<unknown>, value: Value, position: number): unknown => {
    const result = parameter.read(value, position);
    if (result instanceof Refused) throw wrongArguments(result.callee ?? name, result.problem);
    return result;
  };
  return (values) => {
    if (values.length < least || values.length > most) throw wrongArguments(name, expectedCount(least, most));
    const read: unknown[] = [];
    for (const late of hasLate ? [false, true] : [false]) {
      for (const [index, parameter] of single.entries()) {
        if (index < values.length && (parameter.late === true) === late) read[index] = readOne(parameter, values[index], index + 1);
      }
    }
    if (rest !== undefined) {
      read.push(values.slice(single.length).map((value, index) => readOne(rest, value, single.length + index + 1)));
    }
    return read as unknown as Read<P>;
  };
}

function refused(kind: string, value: Value, position: number): Refused {
  return new Refused(wrongType(position, expectedType(kind, printShortly(value))));
}

function of<T>(kind: string, read: (value: Value) => T | undefined): Argument<T> {
  return { read: (value, position) => read(value) ?? refused(kind, value, position) };
}

export const any: Argument<Value> = { read: (value) => value };
export const string: Argument<string> = of("string", (value) => (typeof value === "string" ? value : undefined));
export const bool: Argument<boolean> = of("bool", (value) => (typeof value === "boolean" ? value : undefined));
export const number: Argument<NumberValue> = of("number", (value) => (isNumber(value) ? value : undefined));
export const int: Argument<bigint> = of("int", asInt);
export const float: Argument<number> = of("float", (value) => (isNumber(value) ? Number(value) : undefined));
export const bytes: Argument<Uint8Array> = of("bytes", (value) => (value instanceof Uint8Array ? value : undefined));
export const datetime: Argument<Datetime> = of("datetime", (value) => (value instanceof Datetime ? value : undefined));
export const duration: Argument<Duration> = of("duration", (value) => (value instanceof Duration ? value : undefined));
export const uuid: Argument<Uuid> = of("uuid", (value) => (value instanceof Uuid ? value : undefined));
export const record: Argument<RecordId> = of("record", (value) => (value instanceof RecordId ? value : undefined));
export const geometry: Argument<Geometry> = of("geometry", (value) => (value instanceof Geometry ? value : undefined));
export const array: Argument<readonly Value[]> = of("array", (value) => (isArray(value) ? value : undefined));
export const set: Argument<SetValue> = of("set", (value) => (value instanceof SetValue ? value : undefined));
export const object: Argument<ObjectValue> = of("object", (value) => (isObject(value) ? value : undefined));
export const closure: Argument<Closure> = of("function", (value) => (value instanceof Closure ? value : undefined));

/** An array whose elements are all of one kind. */
export function arrayOf<T>(kind: string, element: (value: Value) => T | undefined): Argument<readonly T[]> {
  const whole = `array<${kind}>`;
  return {
    read: (value, position) => {
      if (!isArray(value)) return refused(whole, value, position);
      const elements: T[] = [];
      for (const item of value) {
        const read = element(item);
        if (read === undefined) return new Refused(wrongType(position, expectedElement(kind, printShortly(item), whole)));
        elements.push(read);
      }
      return elements;
    },
  };
}

export const numbers: Argument<readonly NumberValue[]> = arrayOf("number", (value) => (isNumber(value) ? value : undefined));

/** May be left out, and is undefined then. */
export function optional<T>(argument: Argument<T>): OptionalArgument<T> {
  return { read: argument.read, optional: true };
}

/** This and all arguments that follow. */
export function rest<T>(argument: Argument<T>): Argument<readonly T[]> {
  // The reader gathers what this reads one by one: an array of T is what the function sees.
  return { read: argument.read as Argument<readonly T[]>["read"], rest: true };
}

/** Whole numbers of any kind are ints, if 64 bits hold them. */
export function asInt(value: Value): bigint | undefined {
  if (typeof value === "bigint") return value;
  return isNumber(value) ? toInt(value) : undefined;
}
