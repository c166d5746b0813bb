import { closureNotStorable } from "../../messages/codec.ts";
import { decimalDigits } from "../decimal.ts";
import { isArray } from "../kind-of.ts";
import { Decimal } from "decimal.js";
import {
  Closure,
  Datetime,
  Duration,
  FilePointer,
  Geometry,
  KeyRange,
  Range,
  RecordId,
  Regex,
  SetValue,
  TableName,
  Uuid,
  type Bound,
  type ObjectValue,
  type Value,
} from "../value.ts";

/**
 * The form of values in jsonb. What JSON says without doubt is plain: null, booleans, texts, arrays, objects, whole numbers below 2^53 (ints) and
 * numbers with a fraction (floats). Everything else is an object of one key that begins with `$`: `{"$decimal": "1.5"}`. An object of the user that
 * looks like one is wrapped itself, as `{"$object": …}`. Postgres cannot hold U+0000: a text with it is `{"$text": …}` with `\0` for it.
 */
export function encodeStored(value: Value): string {
  switch (typeof value) {
    case "string":
      return encodeText(value);
    case "bigint":
      return value >= -9007199254740991n && value <= 9007199254740991n ? String(value) : tagged("$int", `"${value}"`);
    case "number":
      return Number.isInteger(value) || !Number.isFinite(value)
        ? tagged("$float", `"${Object.is(value, -0) ? "-0" : value}"`)
        : String(value);
    case "boolean":
      return String(value);
    case "undefined":
      return tagged("$none", "true");
    default:
      return value === null ? "null" : encodeInstance(value);
  }
}

function tagged(tag: string, content: string): string {
  return `{"${tag}":${content}}`;
}

/** Without halves of surrogate pairs, which UTF-8 cannot hold. */
function encodeText(text: string): string {
  return text.includes("\0") ? tagged("$text", encodeEscaped(text)) : JSON.stringify(text.toWellFormed());
}

function encodeEscaped(text: string): string {
  return JSON.stringify(text.toWellFormed().replaceAll("\\", "\\\\").replaceAll("\0", "\\0"));
}

function encodeInstance(value: Exclude<Value, undefined | null | boolean | bigint | number | string>): string {
  if (value instanceof Map) return encodeObject(value);
  if (isArray(value)) return encodeAll(value);
  if (value instanceof Datetime) return tagged("$datetime", `"${value.nanos}"`);
  if (value instanceof RecordId) return encodeRecordId(value);
  if (value instanceof Uuid) return tagged("$uuid", `"${value.text}"`);
  if (value instanceof Duration) return tagged("$duration", `"${value.nanos}"`);
  if (value instanceof Decimal) return tagged("$decimal", `"${decimalDigits(value)}"`);
  if (value instanceof SetValue) return tagged("$set", encodeAll(value.members));
  if (value instanceof Geometry) return tagged("$geometry", JSON.stringify(value.shape));
  if (value instanceof Uint8Array) return tagged("$bytes", `"${Buffer.from(value).toString("base64")}"`);
  if (value instanceof Range) return tagged("$range", encodeBounds(value));
  if (value instanceof TableName) return tagged("$table", encodeText(value.name));
  if (value instanceof Regex) return tagged("$regex", encodeText(value.source));
  if (value instanceof FilePointer) return tagged("$file", encodeAll([value.bucket, value.key]));
  if (value instanceof Closure) throw closureNotStorable();
  throw new TypeError("not a value of the database");
}

function encodeAll(values: readonly Value[]): string {
  let out = "[";
  for (const [index, value] of values.entries()) out += index === 0 ? encodeStored(value) : `,${encodeStored(value)}`;
  return `${out}]`;
}

function encodeRecordId({ table, key }: RecordId): string {
  const stored = key instanceof KeyRange ? tagged("$range", encodeBounds(key)) : encodeStored(key);
  return tagged("$record", `[${encodeText(table)},${stored}]`);
}

function encodeBounds({ begin, end }: Range | KeyRange): string {
  return `[${encodeBound(begin)},${encodeBound(end)}]`;
}

function encodeBound(bound: Bound<Value> | undefined): string {
  return bound === undefined ? "null" : `[${encodeStored(bound.value)},${bound.inclusive}]`;
}

function encodeObject(object: ObjectValue): string {
  let out = "{";
  for (const [key, value] of object) {
    if (key.includes("\0") || !key.isWellFormed()) return encodeEntries(object);
    out += `${out === "{" ? "" : ","}${JSON.stringify(key)}:${encodeStored(value)}`;
  }
  return object.size === 1 && out.startsWith('{"$') ? tagged("$object", `${out}}`) : `${out}}`;
}

/** An object with keys that jsonb cannot hold. */
function encodeEntries(object: ObjectValue): string {
  return tagged("$entries", `[${[...object].map(([key, value]) => `[${encodeEscaped(key)},${encodeStored(value)}]`).join(",")}]`);
}
