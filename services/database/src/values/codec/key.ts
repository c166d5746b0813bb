import { kindOf } from "../kind-of.ts";
import type { NumberValue } from "../numbers.ts";
import { sortedEntries } from "../order.ts";
import { uuidBytes } from "../uuid.ts";
import {
  KeyRange,
  type Bound,
  type Closure,
  type Datetime,
  type Duration,
  type FilePointer,
  type Geometry,
  type ObjectValue,
  type Range,
  type RecordId,
  type RecordKey,
  type Regex,
  type SetValue,
  type Shape,
  type TableName,
  type Uuid,
  type Value,
} from "../value.ts";
import { ByteWriter } from "./byte-writer.ts";
import { boundByte, datetimeBias, end, kindByte, next, shapesInOrder, textEnd, textZero } from "./key-layout.ts";
import { writeFloat, writeNumber } from "./key-number.ts";

/** The key of a record within its table. Equal keys of different kinds of numbers stay apart, so that `decodeRecordKey` gives back what it was. */
export function recordKeyBytes(key: RecordKey): Uint8Array {
  const writer = new KeyWriter(true);
  writer.value(key);
  return writer.written();
}

/** An entry of an index over one or more columns: in the order of the first, then of the second, and so on. Equal numbers of any kind are one. */
export function indexKeyBytes(columns: readonly Value[]): Uint8Array {
  const writer = new KeyWriter(false);
  for (const column of columns) writer.value(column);
  return writer.written();
}

/** The first bytes that are behind all keys that begin with these: `prefix ≤ key < keyAfter(prefix)`. */
export function keyAfter(prefix: Uint8Array): Uint8Array {
  const after = new Uint8Array(prefix.length + 1);
  after.set(prefix);
  // No key has this byte where a value could begin.
  after[prefix.length] = 0xff;
  return after;
}

class KeyWriter extends ByteWriter {
  readonly #exact: boolean;
  constructor(exact: boolean) {
    super();
    this.#exact = exact;
  }

  /** `kindOf` tells what each cast relies on. */
  value(value: Value): void {
    const kind = kindOf(value);
    if (kind === "bool") return this.byte(value === true ? kindByte.true : kindByte.false);
    this.byte(kindByte[kind]);
    switch (kind) {
      case "none":
      case "null":
        return;
      case "number":
        return writeNumber(this, value as NumberValue, this.#exact);
      case "string":
        return this.text(value as string);
      case "duration":
        return this.fixed((value as Duration).nanos, 12);
      case "datetime":
        return this.fixed((value as Datetime).nanos + datetimeBias, 12);
      case "uuid":
        return this.bytes(uuidBytes(value as Uuid));
      case "array":
        return this.#values(value as readonly Value[]);
      case "set":
        return this.#values((value as SetValue).members);
      case "object":
        return this.#object(value as ObjectValue);
      case "geometry":
        return this.#shape((value as Geometry).shape);
      case "bytes":
        return this.#escaped(value as Uint8Array);
      case "table":
        return this.text((value as TableName).name);
      case "record":
        return this.#record(value as RecordId);
      case "file":
        this.text((value as FilePointer).bucket);
        return this.text((value as FilePointer).key);
      case "regex":
        return this.text((value as Regex).source);
      case "range":
        return this.#bounds(value as Range);
      case "function":
        return this.text((value as Closure).text);
    }
  }

  /** In UTF-8, whose order is that of code points. */
  text(text: string): void {
    this.#escaped(Buffer.from(text, "utf8"));
  }

  #escaped(bytes: Uint8Array): void {
    for (const byte of bytes) {
      this.byte(byte);
      if (byte === 0) this.byte(textZero);
    }
    this.byte(0);
    this.byte(textEnd);
  }

  #values(values: readonly Value[]): void {
    for (const value of values) this.value(value);
    this.byte(end);
  }

  #object(object: ObjectValue): void {
    for (const [key, value] of sortedEntries(object)) {
      this.byte(next);
      this.text(key);
      this.value(value);
    }
    this.byte(end);
  }

  #record({ table, key }: RecordId): void {
    this.text(table);
    if (!(key instanceof KeyRange)) return this.value(key);
    this.byte(kindByte.range);
    this.#bounds(key);
  }

  #bounds({ begin, end: last }: Range | KeyRange): void {
    this.#bound(begin);
    this.#bound(last);
  }

  #bound(bound: Bound<Value> | undefined): void {
    if (bound === undefined) return this.byte(boundByte.unbounded);
    this.byte(bound.inclusive ? boundByte.included : boundByte.excluded);
    this.value(bound.value);
  }

  #shape(shape: Shape): void {
    this.byte(shapesInOrder.indexOf(shape.type));
    if (shape.type !== "GeometryCollection") return this.#coordinates(shape.coordinates);
    for (const geometry of shape.geometries) {
      this.byte(next);
      this.#shape(geometry);
    }
    this.byte(end);
  }

  #coordinates(coordinates: Coordinates): void {
    if (typeof coordinates === "number") return writeFloat(this, coordinates);
    for (const part of coordinates) {
      this.byte(next);
      this.#coordinates(part);
    }
    this.byte(end);
  }
}

type Coordinates = number | readonly Coordinates[];
