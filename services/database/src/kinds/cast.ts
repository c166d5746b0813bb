import { isUtf8 } from "node:buffer";
import { Decimal } from "decimal.js";
import type { GeometryKind, Kind } from "../language/surrealql/tree/index.ts";
import { rangeTooLong, refused } from "../messages/kinds.ts";
import { parseDatetime } from "../values/datetime.ts";
import { decimalDigits } from "../values/decimal.ts";
import { parseDuration } from "../values/duration.ts";
import { isArray, isNumber } from "../values/kind-of.ts";
import { largestInt, smallestInt } from "../values/numbers.ts";
import { setInTurns } from "../values/order.ts";
import { atOnce, pause, type Pausing, type Steps } from "../turns.ts";
import { printRaw, printValue } from "../values/print.ts";
import { printShortly } from "../values/print-shortly.ts";
import type { ReadRecordId } from "../values/read-record-id.ts";
import { isRegex } from "../values/regex.ts";
import { parseUuid } from "../values/uuid.ts";
import { Geometry, Range, Regex, SetValue, TableName, type Bound, type Value } from "../values/value.ts";
import { canCoerce, checkLength, isOfKind, type CollectionKind } from "./coerce.ts";
import { parseFloat64, parseInt64, parseNumber, parsePlainDecimal, toDecimal, toFloat, toInt } from "./convert-number.ts";
import { isCompound, stepsOfKinds, type CompoundKind } from "./compound.ts";
import { position } from "./geometry.ts";
import { fitsShape, isLiteral } from "./literal.ts";
import { nameInRefusal, Refusal, wrongElement } from "./refusal.ts";

/** How many numbers a range may have that becomes an array. */
const longestRange = 2n ** 20n + 1n;

/** A value converted to a kind, as `<int> "12"` does. Fails with "Could not cast into `int` using input `'x'`". */
export function cast(value: Value, kind: Kind, readRecordId: ReadRecordId): Value {
  return atOnce(castInTurns(value, kind, readRecordId));
}

/** The same, in which others may have their turns: the elements of a long array are looked at for each of many options. */
export function* castInTurns(value: Value, kind: Kind, readRecordId: ReadRecordId): Pausing<Value> {
  const result = yield* castedInTurns(value, kind, { readRecordId, steps: stepsOfKinds() });
  if (result instanceof Refusal) throw refused(result.text());
  return result;
}

/** The value, or why it is refused. */
export function casted(value: Value, kind: Kind, readRecordId: ReadRecordId): Value | Refusal {
  return atOnce(castedInTurns(value, kind, { readRecordId, steps: stepsOfKinds() }));
}

interface Means {
  readonly readRecordId: ReadRecordId;
  readonly steps: Steps;
}

function* castedInTurns(value: Value, kind: Kind, means: Means): Pausing<Value | Refusal> {
  return isCompound(kind) ? yield* castCompound(value, kind, means) : castPlain(value, kind, means.readRecordId);
}

function* castCompound(value: Value, kind: CompoundKind, means: Means): Pausing<Value | Refusal> {
  switch (kind.kind) {
    case "array":
      return yield* castArray(value, kind, means);
    case "set":
      return yield* castSet(value, kind, means);
    case "either":
      return yield* castEither(value, kind, means);
    case "literal":
      return (yield* fitsShape(value, kind.literal, means.steps, canCoerce)) ? value : cannotCast(value, kind);
  }
}

function castPlain(value: Value, kind: Kind, readRecordId: ReadRecordId): Value | Refusal {
  switch (kind.kind) {
    case "literal":
      return isLiteral(value, kind) ? value : cannotCast(value, kind);
    case "record": {
      const record = typeof value === "string" ? readRecordId(value) : value;
      return isOfKind(record, kind) ? record : cannotCast(value, kind);
    }
    case "table":
      return castTable(value, kind);
    default:
      return isOfKind(value, kind) ? value : (castScalar(value, kind) ?? cannotCast(value, kind));
  }
}

function cannotCast(value: Value, kind: Kind): Refusal {
  return new Refusal(
    () => `Could not cast into \`${kind.kind === "set" ? "array" : nameInRefusal(kind)}\` using input \`${printShortly(value)}\``,
  );
}

function* castArray(value: Value, kind: CollectionKind, means: Means): Pausing<readonly Value[] | Refusal> {
  const values = elementsOf(value, kind);
  if (values instanceof Refusal) return values;
  return checkLength(values, kind) ?? (yield* castElements(values, kind, means));
}

function* castSet(value: Value, kind: CollectionKind, means: Means): Pausing<SetValue | Refusal> {
  const values = elementsOf(value, kind);
  if (values instanceof Refusal) return values;
  const members = yield* castElements(values, kind, means);
  if (members instanceof Refusal) return members;
  const set = yield* setInTurns(members, pause);
  return checkLength(set.members, kind) ?? set;
}

function* castElements(values: readonly Value[], { kind, of }: CollectionKind, means: Means): Pausing<readonly Value[] | Refusal> {
  if (of === undefined || of.kind === "any") return values;
  const elements: Value[] = [];
  for (const value of values) {
    if (means.steps.pauseIsDue()) yield;
    const element = isCompound(of) ? yield* castCompound(value, of, means) : castPlain(value, of, means.readRecordId);
    if (element instanceof Refusal) return wrongElement(kind, of, element);
    elements.push(element);
  }
  return elements;
}

/** What can be taken apart: arrays, sets, ranges of ints, bytes. */
function elementsOf(value: Value, kind: CollectionKind): readonly Value[] | Refusal {
  if (isArray(value)) return value;
  if (value instanceof SetValue) return value.members;
  if (value instanceof Uint8Array) return [...value].map(BigInt);
  return (value instanceof Range ? numbersOf(value) : undefined) ?? cannotCast(value, kind);
}

function numbersOf(range: Range): readonly bigint[] | Refusal | undefined {
  const first = intAt(range.begin, smallestInt);
  const last = intAt(range.end, largestInt);
  if (first === undefined || last === undefined) return undefined;
  const from = range.begin?.inclusive === false ? first + 1n : first;
  const to = range.end?.inclusive === false ? last : last + 1n;
  if (to - from > longestRange) return new Refusal(() => rangeTooLong(printValue(range)));
  return Array.from({ length: Math.max(0, Number(to - from)) }, (_, index) => from + BigInt(index));
}

function intAt(bound: Bound<Value> | undefined, unbounded: bigint): bigint | undefined {
  if (bound === undefined) return unbounded;
  return isNumber(bound.value) ? toInt(bound.value) : undefined;
}

/** The first option to which the value can be cast decides: `string | int` makes 1 the text '1'. */
function* castEither(value: Value, kind: Extract<Kind, { kind: "either" }>, means: Means): Pausing<Value | Refusal> {
  for (const option of kind.options) {
    if (means.steps.pauseIsDue()) yield;
    if (!mayBecome(value, option)) continue;
    const result = isCompound(option) ? yield* castCompound(value, option, means) : castPlain(value, option, means.readRecordId);
    if (!(result instanceof Refusal)) return result;
  }
  return cannotCast(value, kind);
}

/** As one of several options, only an array becomes an array, only a set a set, and NONE and NULL no text. */
function mayBecome(value: Value, option: Kind): boolean {
  switch (option.kind) {
    case "array":
      return isArray(value);
    case "set":
      return value instanceof SetValue;
    case "string":
      return value !== undefined && value !== null;
    default:
      return true;
  }
}

function castTable(value: Value, kind: Extract<Kind, { kind: "table" }>): TableName | Refusal {
  if (kind.tables.length === 0) return value instanceof TableName ? value : new TableName(textOf(value) ?? "");
  const table = typeof value === "string" ? new TableName(value) : value;
  return table instanceof TableName && kind.tables.includes(table.name) ? table : cannotCast(value, kind);
}

/** A value as `<string>` makes it; undefined for bytes that are no UTF-8. */
export function textOf(value: Value): string | undefined {
  if (value instanceof Uint8Array) return decodeUtf8(value);
  return value instanceof Decimal ? decimalDigits(value) : printRaw(value);
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? Buffer.from(bytes).toString("utf8") : undefined;
}

/** What a value that is not of the kind becomes; undefined where nothing. */
function castScalar(value: Value, kind: Kind): Value {
  switch (kind.kind) {
    case "int":
      return typeof value === "string" ? parseInt64(value) : isNumber(value) ? toInt(value) : undefined;
    case "float":
      return typeof value === "string" ? parseFloat64(value) : isNumber(value) ? toFloat(value) : undefined;
    case "decimal":
      return typeof value === "string" ? parsePlainDecimal(value) : isNumber(value) ? toDecimal(value) : undefined;
    case "string":
      return textOf(value);
    case "bytes":
      return castBytes(value);
    case "range":
      return isArray(value) && value.length === 2 ? rangeBetween(value[0], value[1]) : undefined;
    case "geometry":
      return castGeometry(value, kind.shapes);
    default:
      return typeof value === "string" ? parseScalar(value, kind.kind) : undefined;
  }
}

function parseScalar(text: string, kind: Kind["kind"]): Value {
  switch (kind) {
    case "bool":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "number":
      return parseNumber(text);
    case "datetime":
      return parseDatetime(text);
    case "duration":
      return parseDuration(text);
    case "uuid":
      return parseUuid(text);
    case "regex":
      return isRegex(text) ? new Regex(text) : undefined;
    default:
      return undefined;
  }
}

/** Of an int its lowest eight bits. */
function castBytes(value: Value): Uint8Array | undefined {
  if (typeof value === "string") return new Uint8Array(Buffer.from(value, "utf8"));
  if (!isArray(value)) return undefined;
  const ints = value.map((item) => (isNumber(item) ? toInt(item) : undefined));
  return ints.every((int) => int !== undefined) ? Uint8Array.from(ints, (int) => Number(BigInt.asUintN(8, int))) : undefined;
}

function rangeBetween(begin: Value, end: Value): Range {
  return new Range({ value: begin, inclusive: true }, { value: end, inclusive: false });
}

/** An array of two numbers is a point, but only where a point is asked for. */
function castGeometry(value: Value, shapes: readonly GeometryKind[]): Geometry | undefined {
  const point = shapes.includes("point") ? position(value) : undefined;
  return point && new Geometry({ type: "Point", coordinates: point });
}
