import { tooDeep, tooLarge } from "../messages/interpret.ts";
import { SetValue, type Value } from "../values/value.ts";
import { isArray, isObject } from "../values/kind-of.ts";

/** Values in a result, or in a record: more are no answer that anybody reads, and would not fit the memory. */
const mostValues = 20_000_000;
/** Levels of a value: as deep as printing, storing and sending it can follow. */
const mostLevels = 1_000;
/** Rows of a list that a statement makes out of little: mocks, SPLIT, arrays added to each other. */
const mostRows = 10_000_000;

/** Refuses a value that is too deep, or has too many values in it; one that stands in several places counts in each. */
export function limitSize(value: Value): void {
  let left = mostValues;
  const visit = (inner: Value, level: number): void => {
    if (level > mostLevels) throw tooDeep();
    if (isArray(inner)) {
      left -= inner.length;
      if (left < 0) throw tooLarge();
      for (const item of inner) if (typeof item === "object" && item !== null) visit(item, level + 1);
    } else if (isObject(inner)) {
      left -= inner.size;
      if (left < 0) throw tooLarge();
      for (const item of inner.values()) if (typeof item === "object" && item !== null) visit(item, level + 1);
    } else if (inner instanceof SetValue) {
      visit(inner.members, level);
    }
  };
  visit(value, 0);
}

/** Refuses a list of so many rows. */
export function limitRows(count: number | bigint): void {
  if (count > mostRows) throw tooLarge();
}
