import { Token, Type, encode } from "cborg";
import { Decimal } from "decimal.js";
import { noCborForm } from "../../messages/codec.ts";
import { atOnce, type Pausing } from "../../turns.ts";
import { decimalDigits } from "../decimal.ts";
import { isArray } from "../kind-of.ts";
import { sortedEntries } from "../order.ts";
import { uuidBytes } from "../uuid.ts";
import {
  Datetime,
  Duration,
  FilePointer,
  Geometry,
  KeyRange,
  Range,
  RecordId,
  SetValue,
  TableName,
  Uuid,
  type Bound,
  type ObjectValue,
  type Position,
  type Shape,
  type Value,
} from "../value.ts";
import { tag } from "./cbor-tags.ts";

/** Parts of what is written, one behind the other or nested, which is the same to the library. */
type Tokens = Token | readonly Tokens[];

/** Carries ready tokens through the library, which otherwise would choose them by the looks of JavaScript's values: 1 would be an int. */
class Ready {
  readonly tokens: Tokens;
  constructor(tokens: Tokens) {
    this.tokens = tokens;
  }
}

/** A value in CBOR, as official clients take it. Fails for regexes and functions. */
export function encodeCbor(value: Value): Uint8Array {
  return atOnce(writeCbor(value));
}

/** The same, in which others may have their turns. */
export function* writeCbor(value: Value): Pausing<Uint8Array> {
  const writer = new Writer();
  yield* writer.value(value);
  return writer.bytes();
}

/** Tokens that are written without a pause: a millisecond. */
const tokensOfPause = 1_024;

/** CBOR stands one part behind the other: what an array or an object holds is written before its end is known. */
class Writer {
  readonly #written: Uint8Array[] = [];
  #tokens: Tokens[] = [];

  bytes(): Uint8Array {
    this.#write();
    const [only, ...more] = this.#written;
    return only !== undefined && more.length === 0 ? only : new Uint8Array(Buffer.concat(this.#written));
  }

  *value(value: Value): Pausing<void> {
    if (isArray(value)) return yield* this.#array(value);
    if (value instanceof SetValue) {
      this.#tokens.push(new Token(Type.tag, tag.set));
      return yield* this.#array(value.members);
    }
    if (value instanceof Map) return yield* this.#object(value);
    this.#tokens.push(tokensOf(value));
  }

  *#array(values: readonly Value[]): Pausing<void> {
    this.#tokens.push(new Token(Type.array, values.length));
    for (const value of values) {
      // A generator for each number would take longer than the number itself.
      if (typeof value === "object" && value !== null) yield* this.value(value);
      else this.#tokens.push(tokensOf(value));
      if (this.#pauseIsDue()) yield;
    }
  }

  *#object(object: ObjectValue): Pausing<void> {
    this.#tokens.push(new Token(Type.map, object.size));
    for (const [key, value] of sortedEntries(object)) {
      this.#tokens.push(text(key));
      yield* this.value(value);
      if (this.#pauseIsDue()) yield;
    }
  }

  #pauseIsDue(): boolean {
    if (this.#tokens.length < tokensOfPause) return false;
    this.#write();
    return true;
  }

  #write(): void {
    if (this.#tokens.length === 0) return;
    this.#written.push(encode(new Ready(this.#tokens), { typeEncoders: { Object: (ready: Ready) => ready.tokens as Token } }));
    this.#tokens = [];
  }
}

function tokensOf(value: Value): Tokens {
  switch (typeof value) {
    case "undefined":
      return tagged(tag.none, new Token(Type.null, null));
    case "boolean":
      return value ? new Token(Type.true, true) : new Token(Type.false, false);
    case "bigint":
      return int(value);
    case "number":
      return float(value);
    case "string":
      return text(value);
    default:
      return value === null ? new Token(Type.null, null) : instanceTokens(value);
  }
}

function int(value: bigint): Token {
  return new Token(value < 0n ? Type.negint : Type.uint, value);
}

/** The shortest of the three forms that loses nothing. */
function float(value: number): Token {
  return new Token(Type.float, value);
}

function text(value: string): Token {
  return new Token(Type.string, value);
}

function tagged(number: number, content: Tokens): Tokens {
  return [new Token(Type.tag, number), content];
}

function array(items: readonly Tokens[]): Tokens {
  return [new Token(Type.array, items.length), ...items];
}

function instanceTokens(value: Exclude<Value, undefined | null | boolean | bigint | number | string>): Tokens {
  if (value instanceof Map) return object(value);
  if (isArray(value)) return array(value.map(tokensOf));
  if (value instanceof RecordId) return record(value);
  if (value instanceof Datetime) return datetime(value);
  if (value instanceof Duration) return duration(value);
  if (value instanceof Uuid) return tagged(tag.uuid, new Token(Type.bytes, uuidBytes(value)));
  if (value instanceof Decimal) return tagged(tag.decimal, text(decimalDigits(value)));
  if (value instanceof SetValue) return tagged(tag.set, array(value.members.map(tokensOf)));
  if (value instanceof Uint8Array) return new Token(Type.bytes, value);
  if (value instanceof Geometry) return shape(value.shape);
  if (value instanceof Range) return range(value);
  if (value instanceof TableName) return tagged(tag.table, text(value.name));
  if (value instanceof FilePointer) return tagged(tag.file, array([text(value.bucket), text(value.key)]));
  throw noCborForm();
}

function object(value: ObjectValue): Tokens {
  return [new Token(Type.map, value.size), ...sortedEntries(value).flatMap(([key, item]) => [text(key), tokensOf(item)])];
}

function record({ table, key }: RecordId): Tokens {
  return tagged(tag.record, array([text(table), key instanceof KeyRange ? range(key) : tokensOf(key)]));
}

const nanosPerSecond = 1_000_000_000n;

/** Seconds, rounded down, and the nanoseconds behind them. */
function datetime({ nanos }: Datetime): Tokens {
  const nanosecond = ((nanos % nanosPerSecond) + nanosPerSecond) % nanosPerSecond;
  return tagged(tag.datetime, array([int((nanos - nanosecond) / nanosPerSecond), int(nanosecond)]));
}

/** Without nanoseconds that are zero. The seconds are always there: PyPI's `surrealdb` 2.0 reads no empty array. */
function duration({ nanos }: Duration): Tokens {
  const [seconds, rest] = [nanos / nanosPerSecond, nanos % nanosPerSecond];
  return tagged(tag.duration, array(rest > 0n ? [int(seconds), int(rest)] : [int(seconds)]));
}

function range({ begin, end }: Range | KeyRange): Tokens {
  return tagged(tag.range, array([bound(begin), bound(end)]));
}

function bound(end: Bound<Value> | undefined): Tokens {
  return end === undefined ? new Token(Type.null, null) : tagged(end.inclusive ? tag.included : tag.excluded, tokensOf(end.value));
}

/** Each geometry is made of tagged simpler ones, down to points of two floats. */
function shape(value: Shape): Tokens {
  switch (value.type) {
    case "Point":
      return point(value.coordinates);
    case "LineString":
      return line(value.coordinates);
    case "Polygon":
      return polygon(value.coordinates);
    case "MultiPoint":
      return tagged(tag.multiPoint, array(value.coordinates.map(point)));
    case "MultiLineString":
      return tagged(tag.multiLine, array(value.coordinates.map(line)));
    case "MultiPolygon":
      return tagged(tag.multiPolygon, array(value.coordinates.map(polygon)));
    case "GeometryCollection":
      return tagged(tag.collection, array(value.geometries.map(shape)));
  }
}

function point([longitude, latitude]: Position): Tokens {
  return tagged(tag.point, array([float(longitude), float(latitude)]));
}

function line(positions: readonly Position[]): Tokens {
  return tagged(tag.line, array(positions.map(point)));
}

function polygon(rings: readonly (readonly Position[])[]): Tokens {
  return tagged(tag.polygon, array(rings.map(line)));
}
