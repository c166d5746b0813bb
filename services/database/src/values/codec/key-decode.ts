import { uuidFromBytes } from "../uuid.ts";
import {
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
  type Bound,
  type RecordKey,
  type Shape,
  type Value,
} from "../value.ts";
import { boundByte, datetimeBias, end, kindByte, next, shapesInOrder, textEnd } from "./key-layout.ts";
import { readFloat, readNumber } from "./key-number.ts";

/** The key of a record from its bytes (`recordKeyBytes`). */
export function decodeRecordKey(bytes: Uint8Array): RecordKey {
  return new KeyReader(bytes).value() as RecordKey;
}

class KeyReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  value(): Value {
    switch (this.#byte()) {
      case kindByte.none:
        return undefined;
      case kindByte.null:
        return null;
      case kindByte.false:
        return false;
      case kindByte.true:
        return true;
      case kindByte.number:
        return this.#number();
      case kindByte.string:
        return this.#text();
      case kindByte.uuid:
        return uuidFromBytes(this.#take(16));
      case kindByte.array:
        return this.#values();
      case kindByte.object:
        return this.#object();
      default:
        this.#at -= 1;
        return this.#rarer();
    }
  }

  /** Kinds that are in keys only within arrays and objects. */
  #rarer(): Value {
    switch (this.#byte()) {
      case kindByte.duration:
        return new Duration(this.#fixed(12));
      case kindByte.datetime:
        return new Datetime(this.#fixed(12) - datetimeBias);
      case kindByte.set:
        return new SetValue(this.#values());
      case kindByte.geometry:
        return new Geometry(this.#shape());
      case kindByte.bytes:
        return this.#unescaped();
      case kindByte.table:
        return new TableName(this.#text());
      case kindByte.record:
        return this.#record();
      case kindByte.file:
        return new FilePointer(this.#text(), this.#text());
      case kindByte.regex:
        return new Regex(this.#text());
      case kindByte.range:
        return new Range(this.#bound(), this.#bound());
      default:
        throw new TypeError("not the key of a record");
    }
  }

  #byte(): number {
    return this.#bytes[this.#at++] ?? end;
  }

  /** Whether one more part follows; takes the byte that tells. */
  #more(): boolean {
    return this.#byte() === next;
  }

  #take(size: number): Uint8Array {
    this.#at += size;
    return this.#bytes.subarray(this.#at - size, this.#at);
  }

  #fixed(size: number): bigint {
    return BigInt(`0x${Buffer.from(this.#take(size)).toString("hex")}`);
  }

  #number(): Value {
    const { number, end: after } = readNumber(this.#bytes, this.#at);
    this.#at = after;
    return number;
  }

  #text(): string {
    return Buffer.from(this.#unescaped()).toString("utf8");
  }

  #unescaped(): Uint8Array {
    const bytes: number[] = [];
    while (this.#at < this.#bytes.length) {
      const byte = this.#byte();
      if (byte === 0 && this.#byte() === textEnd) break;
      bytes.push(byte);
    }
    return Uint8Array.from(bytes);
  }

  #values(): readonly Value[] {
    const values: Value[] = [];
    while (this.#at < this.#bytes.length && this.#bytes[this.#at] !== end) values.push(this.value());
    this.#at += 1;
    return values;
  }

  #object(): ReadonlyMap<string, Value> {
    const object = new Map<string, Value>();
    while (this.#more()) object.set(this.#text(), this.value());
    return object;
  }

  #record(): RecordId {
    const table = this.#text();
    const key = this.value();
    // Only a range of keys is a range here: no key is one itself.
    return new RecordId(
      table,
      key instanceof Range ? new KeyRange(key.begin as KeyBound, key.end as KeyBound) : (key as RecordKey),
    );
  }

  #bound(): Bound<Value> | undefined {
    const byte = this.#byte();
    return byte === boundByte.unbounded ? undefined : { inclusive: byte === boundByte.included, value: this.value() };
  }

  /** The bytes have the depth that the type of the shape tells, which the casts rely on. */
  #shape(): Shape {
    const type = shapesInOrder[this.#byte()];
    if (type !== "GeometryCollection") return { type, coordinates: this.#parts(depthOf[type ?? "Point"]) } as Shape;
    const geometries: Shape[] = [];
    while (this.#more()) geometries.push(this.#shape());
    return { type, geometries };
  }

  #parts(depth: number): unknown {
    if (depth === 0) return this.#float();
    const parts: unknown[] = [];
    while (this.#more()) parts.push(this.#parts(depth - 1));
    return parts;
  }

  #float(): number {
    this.#at += 8;
    return readFloat(this.#bytes, this.#at - 8);
  }
}

type KeyBound = Bound<RecordKey> | undefined;

/** How deep the coordinates of a shape are nested. */
const depthOf = { Point: 1, LineString: 2, MultiPoint: 2, Polygon: 3, MultiLineString: 3, MultiPolygon: 4 } as const;
