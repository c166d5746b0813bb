import { Decimal } from "decimal.js";
import { printDatetime } from "./datetime.ts";
import { decimalDigits } from "./decimal.ts";
import { printDuration } from "./duration.ts";
import { isArray } from "./kind-of.ts";
import { floatDigits } from "./numbers.ts";
import { sortedEntries } from "./order.ts";
import { printFilePath, printName, printObjectKey, printRecordTable, printString, printStringKey } from "./print-text.ts";
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
  type Position,
  type RecordKey,
  type Shape,
  type Value,
} from "./value.ts";

/** A value as the language writes it: parsed again, the text gives the same value. */
export function printValue(value: Value): string {
  switch (typeof value) {
    case "string":
      return printString(value);
    case "bigint":
    case "boolean":
      return String(value);
    case "number":
      return printFloat(value);
    case "undefined":
      return "NONE";
    default:
      return value === null ? "NULL" : printInstance(value);
  }
}

/** A value as errors of calculation name it: without quotes around a text, datetime or uuid. What `<string>` gives is `textOf` in kinds/cast.ts. */
export function printRaw(value: Value): string {
  if (typeof value === "string") return value;
  if (value instanceof Datetime) return printDatetime(value);
  if (value instanceof Uuid) return value.text;
  return printValue(value);
}

/** A float with the letter that tells it from an int; NaN and infinities are names. */
function printFloat(float: number): string {
  return Number.isFinite(float) ? `${floatDigits(float)}f` : String(float);
}

function printInstance(value: Exclude<Value, undefined | null | boolean | bigint | number | string>): string {
  if (value instanceof Map) return printObject(value);
  if (isArray(value)) return `[${value.map(printValue).join(", ")}]`;
  if (value instanceof RecordId) return printRecordId(value);
  if (value instanceof Datetime) return `d'${printDatetime(value)}'`;
  if (value instanceof Duration) return printDuration(value);
  if (value instanceof Uuid) return `u'${value.text}'`;
  if (value instanceof Decimal) return `${decimalDigits(value)}dec`;
  if (value instanceof SetValue) return printSet(value);
  if (value instanceof Uint8Array) return `b"${Buffer.from(value).toString("hex").toUpperCase()}"`;
  if (value instanceof Geometry) return printShape(value.shape);
  if (value instanceof TableName) return printName(value.name);
  if (value instanceof Range) return printRange(value.begin, value.end, printValue);
  if (value instanceof Regex) return `/${value.source.replaceAll("/", "\\/")}/`;
  if (value instanceof FilePointer) return `f"${printFilePath(value.bucket, false)}:${printFilePath(value.key, true)}"`;
  if (value instanceof Closure) return value.text;
  throw new TypeError("not a value of the database");
}

function printObject(object: ReadonlyMap<string, Value>): string {
  return `{ ${sortedEntries(object)
    .map(([key, value]) => `${printObjectKey(key)}: ${printValue(value)}`)
    .join(", ")} }`;
}

/** A comma tells an empty set from an object, and a set of one from a block. */
function printSet({ members }: SetValue): string {
  return members.length < 2 ? `{${members.map(printValue).join("")},}` : `{${members.map(printValue).join(", ")}}`;
}

/** A record id, or all records of a range of keys. */
export function printRecordId(record: RecordId): string {
  const key =
    record.key instanceof KeyRange ? printRange(record.key.begin, record.key.end, printRecordKey) : printRecordKey(record.key);
  return `${printRecordTable(record.table)}:${key}`;
}

/** What follows the colon in a record id. */
export function printRecordKey(key: RecordKey): string {
  return typeof key === "string" ? printStringKey(key) : printValue(key);
}

function printRange<T>(begin: Bound<T> | undefined, end: Bound<T> | undefined, print: (value: T) => string): string {
  const from = begin === undefined ? "" : `${print(begin.value)}${begin.inclusive ? "" : ">"}`;
  const to = end === undefined ? "" : `${end.inclusive ? "=" : ""}${print(end.value)}`;
  return `${from}..${to}`;
}

/** A point as a pair; every other geometry as GeoJSON, `type` first. */
function printShape(shape: Shape): string {
  if (shape.type === "Point") return printPoint(shape.coordinates);
  if (shape.type === "GeometryCollection")
    return `{ type: 'GeometryCollection', geometries: [${shape.geometries.map(printShape).join(", ")}] }`;
  return `{ type: '${shape.type}', coordinates: ${printCoordinates(shape.coordinates)} }`;
}

function printPoint([longitude, latitude]: Position): string {
  return `(${floatDigits(longitude)}, ${floatDigits(latitude)})`;
}

type Coordinates = Position | readonly Coordinates[];

function printCoordinates(coordinates: number | Coordinates): string {
  return typeof coordinates === "number"
    ? floatDigits(coordinates)
    : `[${(coordinates as readonly (number | Coordinates)[]).map(printCoordinates).join(", ")}]`;
}
