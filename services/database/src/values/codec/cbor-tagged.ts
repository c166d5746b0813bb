import { datetimeOfNanos, parseDatetime } from "../datetime.ts";
import { decimalFromDigits } from "../decimal.ts";
import { parseDuration } from "../duration.ts";
import { isArray } from "../kind-of.ts";
import { isInt64 } from "../numbers.ts";
import type { ReadRecordId } from "../read-record-id.ts";
import { parseUuid, uuidFromBytes } from "../uuid.ts";
import {
  Duration,
  FilePointer,
  KeyRange,
  RecordId,
  Range,
  SetValue,
  TableName,
  Uuid,
  type Bound,
  type Datetime,
  type RecordKey,
  type Value,
} from "../value.ts";
import { geometryOfTag } from "./cbor-geometry.ts";
import { tag } from "./cbor-tags.ts";

/** The value that a tag makes of its content; undefined where it makes none. The tags of NONE, ranges, durations and sets of arrays are not known here. */
export function taggedValue(number: number, content: Value, readRecordId: ReadRecordId): Value {
  switch (number) {
    case tag.record:
      return typeof content === "string" ? readRecordId(content) : recordOf(content);
    case tag.table:
      return typeof content === "string" ? new TableName(content) : undefined;
    case tag.file:
      return fileOf(content);
    case tag.set:
      return content instanceof SetValue ? content : undefined;
    case tag.datetime:
      return datetimeOf(content);
    case tag.durationText:
      return typeof content === "string" ? parseDuration(content) : durationOf(content);
    case tag.uuid:
      return content instanceof Uint8Array && content.length === 16 ? uuidFromBytes(content) : undefined;
    case tag.positiveBignum:
      return content instanceof Uint8Array ? bignum(content) : undefined;
    case tag.negativeBignum:
      return content instanceof Uint8Array ? bignum(content, true) : undefined;
    default:
      return typeof content === "string" ? ofText(number, content) : geometryOfTag(number, content);
  }
}

function ofText(number: number, text: string): Value {
  switch (number) {
    case tag.datetimeText:
      return parseDatetime(text);
    case tag.uuidText:
      return parseUuid(text);
    case tag.decimal:
      return decimalFromDigits(text);
    default:
      return undefined;
  }
}

function recordOf(content: Value): RecordId | undefined {
  if (!isArray(content) || content.length !== 2) return undefined;
  const [table, key] = content;
  const name = table instanceof TableName ? table.name : table;
  if (typeof name !== "string") return undefined;
  if (isKey(key)) return new RecordId(name, key);
  return key instanceof Range && hasKey(key.begin) && hasKey(key.end)
    ? new RecordId(name, new KeyRange(key.begin, key.end))
    : undefined;
}

function isKey(value: Value): value is RecordKey {
  return typeof value === "bigint" || typeof value === "string" || value instanceof Uuid || isArray(value) || value instanceof Map;
}

function hasKey(bound: Bound<Value> | undefined): bound is Bound<RecordKey> | undefined {
  return bound === undefined || isKey(bound.value);
}

function fileOf(content: Value): FilePointer | undefined {
  if (!isArray(content) || content.length !== 2) return undefined;
  const [bucket, key] = content;
  return typeof bucket === "string" && typeof key === "string" ? new FilePointer(bucket, key) : undefined;
}

const nanosPerSecond = 1_000_000_000n;

function datetimeOf(content: Value): Datetime | undefined {
  const nanos = nanosOf(content);
  return nanos === undefined ? undefined : datetimeOfNanos(nanos);
}

/** PyPI's `surrealdb` 2.0 sends seconds and nanoseconds under the tag of texts. */
function durationOf(content: Value): Duration | undefined {
  const nanos = nanosOf(content);
  return nanos === undefined || nanos < 0n ? undefined : new Duration(nanos);
}

/** Seconds and nanoseconds, of which those at the end may be missing. */
function nanosOf(content: Value): bigint | undefined {
  if (!isArray(content) || content.length > 2) return undefined;
  const [seconds = 0n, nanos = 0n] = content;
  if (typeof seconds !== "bigint" || typeof nanos !== "bigint" || nanos < 0n || nanos >= nanosPerSecond) return undefined;
  return seconds * nanosPerSecond + nanos;
}

function bignum(bytes: Uint8Array, negative = false): bigint | undefined {
  if (bytes.length > 16) return undefined;
  const magnitude = BigInt(`0x0${Buffer.from(bytes).toString("hex")}`);
  const int = negative ? -1n - magnitude : magnitude;
  return isInt64(int) ? int : undefined;
}
