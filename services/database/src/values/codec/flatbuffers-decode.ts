import { usualLimits } from "../../limits.ts";
import { invalidFlatbuffers } from "../../messages/codec.ts";
import { datetimeOfNanos } from "../datetime.ts";
import { decimalFromDigits } from "../decimal.ts";
import { setOf } from "../order.ts";
import { isRegex } from "../regex.ts";
import { uuidFromBytes } from "../uuid.ts";
import {
  Duration,
  FilePointer,
  Geometry,
  KeyRange,
  Range,
  RecordId,
  Regex,
  TableName,
  type Bound,
  type ObjectValue,
  type RecordKey,
  type Uuid,
  type Value,
} from "../value.ts";
import { readGeometry } from "./flatbuffers-geometry.ts";
import { boundKind, keyKind, valueKind } from "./flatbuffers-layout.ts";
import { FlatTable } from "./flatbuffers-read.ts";
import { deepest, valuesOfObject } from "./value-budget.ts";

/**
 * Decodes one value from FlatBuffers. Whatever is wrong with the bytes fails as "invalid flatbuffers". `most`: twice so many tables are
 * read of them, as a value has two, then it fails.
 */
export function decodeFlatbuffers(bytes: Uint8Array, most: number = usualLimits.values): Value {
  return valueOf(FlatTable.root(bytes, 2 * most), deepest);
}

function valueOf(union: FlatTable, depth: number): Value {
  if (depth < 0) throw invalidFlatbuffers();
  const kind = union.byte(0);
  if (kind === valueKind.none) return undefined;
  const table = union.table(1);
  switch (kind) {
    case valueKind.noneTable:
      return undefined;
    case valueKind.null:
      return null;
    case valueKind.bool:
      return table.byte(0) !== 0;
    case valueKind.int:
      return table.int(0);
    case valueKind.float:
      return table.float(0);
    case valueKind.string:
      return table.text(0);
    case valueKind.object:
      return objectOf(table, depth);
    case valueKind.array:
      return arrayOf(table, depth);
    case valueKind.set:
      return setOf(arrayOf(table, depth));
    case valueKind.record:
      return new RecordId(table.text(0), keyOrRangeOf(table.table(1), depth));
    case valueKind.range:
      return rangeOf(table, depth);
    case valueKind.geometry:
      return new Geometry(readGeometry(table, depth));
    default:
      return scalarOf(kind, table);
  }
}

function scalarOf(kind: number, table: FlatTable): Value {
  switch (kind) {
    case valueKind.decimal:
      return checked(decimalFromDigits(table.text(0)));
    case valueKind.bytes:
      return table.byteString(0);
    case valueKind.duration:
      return durationOf(table);
    case valueKind.datetime:
      return checked(datetimeOfNanos(nanosOf(table)));
    case valueKind.uuid:
      return uuidOf(table);
    case valueKind.table:
      return new TableName(table.text(0));
    case valueKind.file:
      return new FilePointer(table.text(0), table.text(1));
    case valueKind.regex:
      return regexOf(table.text(0));
    default:
      throw invalidFlatbuffers();
  }
}

function regexOf(text: string): Regex {
  if (!isRegex(text)) throw invalidFlatbuffers();
  return new Regex(text);
}

function arrayOf(table: FlatTable, depth: number): readonly Value[] {
  return table.tables(0, (item) => valueOf(item, depth - 1));
}

function objectOf(table: FlatTable, depth: number): ObjectValue {
  table.make(valuesOfObject);
  return new Map(table.tables(0, (entry) => [entry.text(0), valueOf(entry.table(1), depth - 1)] as const));
}

function keyOrRangeOf(union: FlatTable, depth: number): RecordKey | KeyRange {
  if (union.byte(0) !== keyKind.range) return keyOf(union, depth);
  const range = union.table(1);
  const read = (key: FlatTable): RecordKey => keyOf(key, depth - 1);
  return new KeyRange(boundOf(range, 0, read), boundOf(range, 2, read));
}

function keyOf(union: FlatTable, depth: number): RecordKey {
  const table = union.table(1);
  switch (union.byte(0)) {
    case keyKind.int:
      return table.int(0);
    case keyKind.string:
      return table.text(0);
    case keyKind.uuid:
      return uuidOf(table);
    case keyKind.array:
      return arrayOf(table, depth);
    case keyKind.object:
      return objectOf(table, depth);
    default:
      throw invalidFlatbuffers();
  }
}

function rangeOf(range: FlatTable, depth: number): Range {
  const read = (value: FlatTable): Value => valueOf(value, depth - 1);
  return new Range(boundOf(range, 0, read), boundOf(range, 2, read));
}
/** One end of a range, of which the fields `at` and behind it tell. */
function boundOf<T>(range: FlatTable, at: number, read: (table: FlatTable) => T): Bound<T> | undefined {
  const kind = range.byte(at);
  if (kind === boundKind.unbounded) return undefined;
  if (kind !== boundKind.inclusive && kind !== boundKind.exclusive) throw invalidFlatbuffers();
  return { inclusive: kind === boundKind.inclusive, value: read(range.table(at + 1)) };
}

const nanosPerSecond = 1_000_000_000n;

function nanosOf(table: FlatTable): bigint {
  const nanos = BigInt(table.uint32(1));
  if (nanos >= nanosPerSecond) throw invalidFlatbuffers();
  return table.int(0) * nanosPerSecond + nanos;
}

function durationOf(table: FlatTable): Duration {
  const nanos = nanosOf(table);
  if (nanos < 0n) throw invalidFlatbuffers();
  return new Duration(nanos);
}

function uuidOf(table: FlatTable): Uuid {
  const bytes = table.byteString(0);
  if (bytes.length !== 16) throw invalidFlatbuffers();
  return uuidFromBytes(bytes);
}

function checked<T>(value: T | undefined): T {
  if (value === undefined) throw invalidFlatbuffers();
  return value;
}
