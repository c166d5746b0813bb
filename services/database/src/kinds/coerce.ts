import type { Kind } from "../language/surrealql/tree/index.ts";
import { isArray, isNumber } from "../values/kind-of.ts";
import { setOf } from "../values/order.ts";
import { printShortly } from "../values/print-shortly.ts";
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
  type Value,
} from "../values/value.ts";
import { refused } from "../messages/kinds.ts";
import { toDecimal, toFloat, toInt } from "./convert-number.ts";
import { isOfShape } from "./geometry.ts";
import { fitsLiteral } from "./literal.ts";
import { nameInRefusal, Refusal, wrongElement, wrongLength } from "./refusal.ts";

/**
 * A value as one of a kind, as a field, `LET $x: kind` or a parameter takes it: numbers change between int, float and decimal where nothing is lost,
 * a text becomes the name of a table; nothing else is converted. Fails with "Expected `int` but found `'x'`", which callers put behind their own words.
 */
export function coerce(value: Value, kind: Kind): Value {
  const result = coerced(value, kind);
  if (result instanceof Refusal) throw refused(result.text());
  return result;
}

/** Whether a value can be coerced. */
export function canCoerce(value: Value, kind: Kind): boolean {
  return !(coerced(value, kind) instanceof Refusal);
}

/** The value, or why it is refused. */
export function coerced(value: Value, kind: Kind): Value | Refusal {
  switch (kind.kind) {
    case "array":
      return isArray(value) ? coerceArray(value, kind) : expected(value, kind);
    case "set":
      return value instanceof SetValue ? coerceSet(value, kind) : expected(value, kind);
    case "either":
      return coerceEither(value, kind);
    case "literal":
      return fitsLiteral(value, kind.literal, canCoerce) ? value : expected(value, kind);
    case "int":
      return (isNumber(value) ? toInt(value) : undefined) ?? expected(value, kind);
    case "float":
      return isNumber(value) ? toFloat(value) : expected(value, kind);
    case "decimal":
      return (isNumber(value) ? toDecimal(value) : undefined) ?? expected(value, kind);
    case "table":
      return coerceTable(value, kind);
    default:
      return isOfKind(value, kind) ? value : expected(value, kind);
  }
}

function expected(value: Value, kind: Kind): Refusal {
  return new Refusal(() => `Expected \`${nameInRefusal(kind)}\` but found \`${printShortly(value)}\``);
}

export type CollectionKind = Extract<Kind, { kind: "array" | "set" }>;

function coerceArray(values: readonly Value[], kind: CollectionKind): readonly Value[] | Refusal {
  return checkLength(values, kind) ?? coerceElements(values, kind);
}

/** Of a set the members are looked at before their number, for two may become one. */
function coerceSet(set: SetValue, kind: CollectionKind): SetValue | Refusal {
  const members = coerceElements(set.members, kind);
  if (members instanceof Refusal) return members;
  const result = members === set.members ? set : setOf(members);
  return checkLength(result.members, kind) ?? result;
}

/** Why a collection of so many elements is refused, if it is. */
export function checkLength(values: readonly Value[], { kind, of, length }: CollectionKind): Refusal | undefined {
  return length === undefined || values.length === length ? undefined : wrongLength(kind, of, length, values.length);
}

function coerceElements(values: readonly Value[], { kind, of }: CollectionKind): readonly Value[] | Refusal {
  if (of === undefined || of.kind === "any") return values;
  const elements: Value[] = [];
  for (const value of values) {
    const element = coerced(value, of);
    if (element instanceof Refusal) return wrongElement(kind, of, element);
    elements.push(element);
  }
  return elements;
}

/** The first option that takes the value decides: `int | string` makes 1f an int. */
function coerceEither(value: Value, kind: Extract<Kind, { kind: "either" }>): Value | Refusal {
  for (const option of kind.options) {
    const result = coerced(value, option);
    if (!(result instanceof Refusal)) return result;
  }
  return expected(value, kind);
}

function coerceTable(value: Value, kind: Extract<Kind, { kind: "table" }>): TableName | Refusal {
  const table = typeof value === "string" ? new TableName(value) : value;
  if (table instanceof TableName && (kind.tables.length === 0 || kind.tables.includes(table.name))) return table;
  return kind.tables.length === 0
    ? new Refusal(() => `Expected \`string\` but found \`${printShortly(value)}\``)
    : expected(value, kind);
}

/** Whether a value is of a kind as it is, of the kinds that convert nothing. */
export function isOfKind(value: Value, kind: Kind): boolean {
  switch (kind.kind) {
    case "any":
      return true;
    case "none":
      return value === undefined;
    case "null":
      return value === null;
    case "bool":
      return typeof value === "boolean";
    case "number":
      return isNumber(value);
    case "string":
      return typeof value === "string";
    case "bytes":
      return value instanceof Uint8Array;
    case "datetime":
      return value instanceof Datetime;
    case "duration":
      return value instanceof Duration;
    case "object":
      return value instanceof Map;
    case "uuid":
      return value instanceof Uuid;
    case "regex":
      return value instanceof Regex;
    case "range":
      return value instanceof Range;
    case "function":
      return value instanceof Closure;
    case "record":
      return value instanceof RecordId && (kind.tables.length === 0 || kind.tables.includes(value.table));
    case "geometry":
      return value instanceof Geometry && isOfShape(value, kind.shapes);
    case "file":
      return value instanceof FilePointer && (kind.buckets.length === 0 || kind.buckets.includes(value.bucket));
    default:
      return false;
  }
}
