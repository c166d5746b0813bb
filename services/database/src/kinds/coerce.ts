import type { Kind } from "../language/surrealql/tree/index.ts";
import { isArray, isNumber } from "../values/kind-of.ts";
import { setInTurns } from "../values/order.ts";
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
import { atOnce, pause, type Pausing, type Steps } from "../turns.ts";
import { isCompound, stepsOfKinds, type CompoundKind } from "./compound.ts";
import { isOfShape } from "./geometry.ts";
import { fitsShape, isLiteral } from "./literal.ts";
import { nameInRefusal, Refusal, wrongElement, wrongLength } from "./refusal.ts";

/**
 * A value as one of a kind, as a field, `LET $x: kind` or a parameter takes it: numbers change between int, float and decimal where nothing is lost,
 * a text becomes the name of a table; nothing else is converted. Fails with "Expected `int` but found `'x'`", which callers put behind their own words.
 */
export function coerce(value: Value, kind: Kind): Value {
  return atOnce(coerceInTurns(value, kind));
}

/** The same, in which others may have their turns: the elements of a long array are looked at for each of many options. */
export function* coerceInTurns(value: Value, kind: Kind): Pausing<Value> {
  const result = isCompound(kind) ? yield* coerceCompound(value, kind, stepsOfKinds()) : coercePlain(value, kind);
  if (result instanceof Refusal) throw refused(result.text());
  return result;
}

/** Whether a value can be coerced. */
export function* canCoerce(value: Value, kind: Kind, steps: Steps): Pausing<boolean> {
  const result = isCompound(kind) ? yield* coerceCompound(value, kind, steps) : coercePlain(value, kind);
  return !(result instanceof Refusal);
}

/** The value, or why it is refused. */
function* coerceCompound(value: Value, kind: CompoundKind, steps: Steps): Pausing<Value | Refusal> {
  switch (kind.kind) {
    case "array":
      return isArray(value) ? yield* coerceArray(value, kind, steps) : expected(value, kind);
    case "set":
      return value instanceof SetValue ? yield* coerceSet(value, kind, steps) : expected(value, kind);
    case "either":
      return yield* coerceEither(value, kind, steps);
    case "literal":
      return (yield* fitsShape(value, kind.literal, steps, canCoerce)) ? value : expected(value, kind);
  }
}

function coercePlain(value: Value, kind: Kind): Value | Refusal {
  switch (kind.kind) {
    case "literal":
      return isLiteral(value, kind) ? value : expected(value, kind);
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

function* coerceArray(values: readonly Value[], kind: CollectionKind, steps: Steps): Pausing<readonly Value[] | Refusal> {
  return checkLength(values, kind) ?? (yield* coerceElements(values, kind, steps));
}

/** Of a set the members are looked at before their number, for two may become one. */
function* coerceSet(set: SetValue, kind: CollectionKind, steps: Steps): Pausing<SetValue | Refusal> {
  const members = yield* coerceElements(set.members, kind, steps);
  if (members instanceof Refusal) return members;
  const result = members === set.members ? set : yield* setInTurns(members, pause);
  return checkLength(result.members, kind) ?? result;
}

/** Why a collection of so many elements is refused, if it is. */
export function checkLength(values: readonly Value[], { kind, of, length }: CollectionKind): Refusal | undefined {
  return length === undefined || values.length === length ? undefined : wrongLength(kind, of, length, values.length);
}

function* coerceElements(
  values: readonly Value[],
  { kind, of }: CollectionKind,
  steps: Steps,
): Pausing<readonly Value[] | Refusal> {
  if (of === undefined || of.kind === "any") return values;
  const elements: Value[] = [];
  for (const value of values) {
    if (steps.pauseIsDue()) yield;
    const element = isCompound(of) ? yield* coerceCompound(value, of, steps) : coercePlain(value, of);
    if (element instanceof Refusal) return wrongElement(kind, of, element);
    elements.push(element);
  }
  return elements;
}

/** The first option that takes the value decides: `int | string` makes 1f an int. */
function* coerceEither(value: Value, kind: Extract<Kind, { kind: "either" }>, steps: Steps): Pausing<Value | Refusal> {
  for (const option of kind.options) {
    if (steps.pauseIsDue()) yield;
    const result = isCompound(option) ? yield* coerceCompound(value, option, steps) : coercePlain(value, option);
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
