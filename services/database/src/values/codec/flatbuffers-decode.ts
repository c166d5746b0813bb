import { usualLimits } from "../../limits.ts";
import { invalidFlatbuffers } from "../../messages/codec.ts";
import { atOnce, pause, type Pausing } from "../../turns.ts";
import { datetimeOfNanos } from "../datetime.ts";
import { decimalFromDigits } from "../decimal.ts";
import { setInTurns } from "../order.ts";
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
export function decodeFlatbuffers(bytes: Uint8Array, most?: number): Value {
  return atOnce(readFlatbuffers(bytes, most));
}

/** The same, in which others may have their turns. */
export function* readFlatbuffers(bytes: Uint8Array, most: number = usualLimits.values): Pausing<Value> {
  return yield* valueOf(FlatTable.root(bytes, 2 * most), deepest);
}

function* valueOf(union: FlatTable, depth: number): Pausing<Value> {
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
      return yield* objectOf(table, depth);
    case valueKind.array:
      return yield* arrayOf(table, depth);
    case valueKind.set:
      return yield* setInTurns(yield* arrayOf(table, depth), pause);
    case valueKind.record:
      return new RecordId(table.text(0), yield* keyOrRangeOf(table.table(1), depth));
    case valueKind.range:
      return yield* rangeOf(table, depth);
    case valueKind.geometry:
      return new Geometry(yield* readGeometry(table, depth));
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

function arrayOf(table: FlatTable, depth: number): Pausing<readonly Value[]> {
  return table.tables(0, (item) => valueOf(item, depth - 1));
}

function* objectOf(table: FlatTable, depth: number): Pausing<ObjectValue> {
  table.make(valuesOfObject);
  return new Map(yield* table.tables(0, (entry) => entryOf(entry, depth - 1)));
}

function* entryOf(entry: FlatTable, depth: number): Pausing<readonly [string, Value]> {
  return [entry.text(0), yield* valueOf(entry.table(1), depth)];
}

function* keyOrRangeOf(union: FlatTable, depth: number): Pausing<RecordKey | KeyRange> {
  if (union.byte(0) !== keyKind.range) return yield* keyOf(union, depth);
  const range = union.table(1);
  const read = (key: FlatTable): Pausing<RecordKey> => keyOf(key, depth - 1);
  return new KeyRange(yield* boundOf(range, 0, read), yield* boundOf(range, 2, read));
}

function* keyOf(union: FlatTable, depth: number): Pausing<RecordKey> {
  const table = union.table(1);
  switch (union.byte(0)) {
    case keyKind.int:
      return table.int(0);
    case keyKind.string:
      return table.text(0);
    case keyKind.uuid:
      return uuidOf(table);
    case keyKind.array:
      return yield* arrayOf(table, depth);
    case keyKind.object:
      return yield* objectOf(table, depth);
    default:
      throw invalidFlatbuffers();
  }
}

function* rangeOf(range: FlatTable, depth: number): Pausing<Range> {
  const read = (value: FlatTable): Pausing<Value> => valueOf(value, depth - 1);
  return new Range(yield* boundOf(range, 0, read), yield* boundOf(range, 2, read));
}
/** One end of a range, of which the fields `at` and behind it tell. */
function* boundOf<T>(range: FlatTable, at: number, read: (table: FlatTable) => Pausing<T>): Pausing<Bound<T> | undefined> {
  const kind = range.byte(at);
  if (kind === boundKind.unbounded) return undefined;
  if (kind !== boundKind.inclusive && kind !== boundKind.exclusive) throw invalidFlatbuffers();
  return { inclusive: kind === boundKind.inclusive, value: yield* read(range.table(at + 1)) };
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
