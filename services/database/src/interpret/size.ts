import { tooDeep, tooLarge, tooLongText } from "../messages/interpret.ts";
import { SetValue, type ObjectValue, type Value } from "../values/value.ts";
import { isArray, isObject } from "../values/kind-of.ts";
import type { Scope } from "./scope.ts";

/** Levels of a value: as deep as printing, storing and sending it can follow. */
const mostLevels = 1_000;
/** So many characters of a text, or bytes, count as one value. */
const charactersOfValue = 32;

/**
 * How many values are in a value, itself not counted, long texts as several; one that stands in several places counts in each.
 * @param most what may be there: with more it is refused, without looking on
 */
export function weigh(value: Value, most: number): number {
  let left = most;
  const visit = (inner: Value, level: number): void => {
    if (level > mostLevels) throw tooDeep();
    if (isArray(inner)) {
      left -= inner.length;
      if (left < 0) throw tooLarge();
      for (const item of inner) if (isWeighty(item)) visit(item, level + 1);
    } else if (isObject(inner)) {
      left -= inner.size;
      if (left < 0) throw tooLarge();
      for (const item of inner.values()) if (isWeighty(item)) visit(item, level + 1);
    } else if (inner instanceof SetValue) {
      visit(inner.members, level);
    } else if (typeof inner === "string" || inner instanceof Uint8Array) {
      left -= Math.floor(inner.length / charactersOfValue);
      if (left < 0) throw tooLarge();
    }
  };
  visit(value, 0);
  return most - left;
}

const isWeighty = (item: Value): boolean => (typeof item === "object" && item !== null) || typeof item === "string";

/** Refuses a value that is too deep, or has too many values in it. */
export function limitSize(value: Value, { env }: Scope): void {
  weigh(value, env.limits.values);
}

/** Refuses texts and bytes that are longer than a function may be given. */
export function limitTexts(values: readonly Value[], { env }: Scope): void {
  const most = env.limits.text;
  for (const value of values) {
    if ((typeof value === "string" || value instanceof Uint8Array) && value.length > most) throw tooLongText(most);
  }
}

/** Refuses a list that a function or an operator has made too long: what is joined to itself again and again grows without an end. */
export function limitMade(made: Value, { env }: Scope): Value {
  if (isArray(made) && made.length > env.limits.values) throw tooLarge();
  return made;
}

/** Weights of values that were weighed before: variables are, each time that another is set. */
const weights = new WeakMap<object, number>();

/** Refuses variables that have too many values in them, all together. */
export function limitVariables(variables: ObjectValue, most: number): void {
  let left = most;
  for (const value of variables.values()) {
    if (!isWeighty(value)) continue;
    const known = typeof value === "object" && value !== null ? weights.get(value) : undefined;
    const weight = known ?? weigh(value, left);
    if (typeof value === "object" && value !== null) weights.set(value, weight);
    left -= weight;
    if (left < 0) throw tooLarge();
  }
}

/** Refuses a list of so many rows, of a statement that makes it out of little: mocks, SPLIT. */
export function limitRows(count: number | bigint, { env }: Scope): void {
  if (count > env.limits.values) throw tooLarge();
}
