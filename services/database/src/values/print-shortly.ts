import { isArray, isObject, kindOf } from "./kind-of.ts";
import { printValue } from "./print.ts";
import { SetValue, type Value } from "./value.ts";

/** Items, or characters, of a value that is shown whole. */
const mostShown = 10_000;

/** A value as a refusal shows it: one that is very long by its kind alone, as to print it would take longer than what refuses it. */
export function printShortly(value: Value): string {
  return lengthOf(value) > mostShown ? `${kindOf(value)} that is too long to be shown` : printValue(value);
}

function lengthOf(value: Value): number {
  if (isArray(value) || typeof value === "string") return value.length;
  if (isObject(value)) return value.size;
  return value instanceof SetValue ? value.members.length : 0;
}
