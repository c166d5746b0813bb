import { Decimal } from "decimal.js";
import {
  Closure,
  Datetime,
  Duration,
  FilePointer,
  Geometry,
  RecordId,
  Range,
  Regex,
  SetValue,
  TableName,
  Uuid,
  type ObjectValue,
  type Value,
} from "./value.ts";

/** The kinds of values in the order in which values of different kinds are sorted. Ints, floats and decimals are one: they compare as numbers. */
export const kindsInOrder = [
  "none",
  "null",
  "bool",
  "number",
  "string",
  "duration",
  "datetime",
  "uuid",
  "array",
  "set",
  "object",
  "geometry",
  "bytes",
  "table",
  "record",
  "file",
  "regex",
  "range",
  "function",
] as const;

export type ValueKind = (typeof kindsInOrder)[number];

/** The kind of a value. */
export function kindOf(value: Value): ValueKind {
  switch (typeof value) {
    case "undefined":
      return "none";
    case "boolean":
      return "bool";
    case "bigint":
    case "number":
      return "number";
    case "string":
      return "string";
    default:
      return value === null ? "null" : kindOfObject(value);
  }
}

function kindOfObject(value: Exclude<Value, undefined | null | boolean | bigint | number | string>): ValueKind {
  if (value instanceof Map) return "object";
  if (Array.isArray(value)) return "array";
  if (value instanceof RecordId) return "record";
  if (value instanceof Datetime) return "datetime";
  if (value instanceof Duration) return "duration";
  if (value instanceof Uuid) return "uuid";
  if (value instanceof Decimal) return "number";
  if (value instanceof SetValue) return "set";
  if (value instanceof Uint8Array) return "bytes";
  if (value instanceof Geometry) return "geometry";
  if (value instanceof TableName) return "table";
  if (value instanceof Range) return "range";
  if (value instanceof Regex) return "regex";
  if (value instanceof FilePointer) return "file";
  if (value instanceof Closure) return "function";
  throw new TypeError("not a value of the database");
}

/** `Array.isArray` for read-only arrays of values: TypeScript's own narrows them to any[]. */
export function isArray(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether a value is an object (not a record, not a geometry). */
export function isObject(value: Value): value is ObjectValue {
  return value instanceof Map;
}

/** Whether a value is an int, a float or a decimal. */
export function isNumber(value: Value): value is bigint | number | Decimal {
  return typeof value === "bigint" || typeof value === "number" || value instanceof Decimal;
}
