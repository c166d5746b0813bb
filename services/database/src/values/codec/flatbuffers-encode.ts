import { Decimal } from "decimal.js";
import { Builder, type Offset } from "flatbuffers";
import { noFlatbuffersForm } from "../../messages/codec.ts";
import { atOnce, Steps, type Pausing } from "../../turns.ts";
import { decimalDigits } from "../decimal.ts";
import { isArray, isObject } from "../kind-of.ts";
import { isInt64 } from "../numbers.ts";
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
  Regex,
  SetValue,
  TableName,
  Uuid,
  type Bound,
  type ObjectValue,
  type RecordKey,
  type Value,
} from "../value.ts";
import { addGeometry } from "./flatbuffers-geometry.ts";
import { boundKind, keyKind, valueKind } from "./flatbuffers-layout.ts";
import { addList, addTable, addUnion, floatField, intField, noFields, offsetField, type Union } from "./flatbuffers-tables.ts";

/** A value in FlatBuffers. Fails for functions, and for durations beyond 2^63 seconds. */
export function encodeFlatbuffers(value: Value): Uint8Array {
  return atOnce(writeFlatbuffers(value));
}

/** The same, in which others may have their turns. */
export function* writeFlatbuffers(value: Value): Pausing<Uint8Array> {
  const builder = new Builder(256);
  builder.finish(yield* new Writer(builder).value(value));
  return builder.asUint8Array();
}

/** Values that are written without a pause: a millisecond. */
const valuesOfPause = 1_024;

class Writer {
  readonly #steps = new Steps(valuesOfPause);
  readonly #builder: Builder;
  constructor(builder: Builder) {
    this.#builder = builder;
  }

  *value(value: Value): Pausing<Offset> {
    return addUnion(this.#builder, holdsOthers(value) ? yield* this.#holder(value) : this.#union(value));
  }

  *#holder(value: ObjectValue | readonly Value[] | SetValue): Pausing<Union> {
    if (isObject(value)) return { kind: valueKind.object, table: yield* this.#object(value) };
    if (value instanceof SetValue) return { kind: valueKind.set, table: yield* this.#array(value.members) };
    return { kind: valueKind.array, table: yield* this.#array(value) };
  }

  #union(value: Value): Union {
    const builder = this.#builder;
    switch (typeof value) {
      case "undefined":
        return { kind: valueKind.none, table: 0 };
      case "boolean":
        return { kind: valueKind.bool, table: addTable(builder, [(at) => builder.addFieldInt8(at, Number(value), 0)]) };
      case "bigint":
        return { kind: valueKind.int, table: this.#int(value) };
      case "number":
        return { kind: valueKind.float, table: addTable(builder, [floatField(builder, value)]) };
      case "string":
        return { kind: valueKind.string, table: this.#text(value) };
      default:
        return value === null ? { kind: valueKind.null, table: noFields(builder) } : this.#instance(value);
    }
  }

  #instance(value: Exclude<Value, undefined | null | boolean | bigint | number | string>): Union {
    if (value instanceof RecordId) return { kind: valueKind.record, table: this.#record(value) };
    if (value instanceof Datetime) return { kind: valueKind.datetime, table: this.#nanos(value.nanos) };
    if (value instanceof Duration) return { kind: valueKind.duration, table: this.#nanos(value.nanos) };
    if (value instanceof Uuid) return { kind: valueKind.uuid, table: this.#bytes(uuidBytes(value)) };
    if (value instanceof Decimal) return { kind: valueKind.decimal, table: this.#text(decimalDigits(value)) };
    if (value instanceof Uint8Array) return { kind: valueKind.bytes, table: this.#bytes(value) };
    if (value instanceof Geometry) return { kind: valueKind.geometry, table: addGeometry(this.#builder, value.shape) };
    if (value instanceof TableName) return { kind: valueKind.table, table: this.#text(value.name) };
    if (value instanceof Range) return { kind: valueKind.range, table: this.#range(value, (end) => atOnce(this.value(end))) };
    if (value instanceof Regex) return { kind: valueKind.regex, table: this.#text(value.source) };
    if (value instanceof FilePointer) return { kind: valueKind.file, table: this.#texts(value.bucket, value.key) };
    throw noFlatbuffersForm();
  }

  #int(value: bigint): Offset {
    return addTable(this.#builder, [intField(this.#builder, value)]);
  }

  #text(text: string): Offset {
    return this.#texts(text);
  }

  #texts(...texts: readonly string[]): Offset {
    const offsets = texts.map((text) => this.#builder.createString(text));
    return addTable(
      this.#builder,
      offsets.map((offset) => offsetField(this.#builder, offset)),
    );
  }

  #bytes(bytes: Uint8Array): Offset {
    const offset = this.#builder.createByteVector(bytes);
    return addTable(this.#builder, [offsetField(this.#builder, offset)]);
  }

  /** Seconds, rounded down, and the nanoseconds behind them. */
  #nanos(nanos: bigint): Offset {
    const builder = this.#builder;
    const rest = ((nanos % nanosPerSecond) + nanosPerSecond) % nanosPerSecond;
    const seconds = (nanos - rest) / nanosPerSecond;
    if (!isInt64(seconds)) throw noFlatbuffersForm();
    return addTable(builder, [intField(builder, seconds), (at) => builder.addFieldInt32(at, Number(rest), 0)]);
  }

  *#array(values: readonly Value[]): Pausing<Offset> {
    const offsets: Offset[] = [];
    for (const value of values) {
      // A generator for each number would take longer than the number itself.
      offsets.push(holdsOthers(value) ? yield* this.value(value) : addUnion(this.#builder, this.#union(value)));
      if (this.#steps.pauseIsDue()) yield;
    }
    return addList(this.#builder, offsets);
  }

  *#object(object: ObjectValue): Pausing<Offset> {
    const builder = this.#builder;
    const entries: Offset[] = [];
    for (const [key, value] of sortedEntries(object)) {
      const name = builder.createString(key);
      const offset = holdsOthers(value) ? yield* this.value(value) : addUnion(builder, this.#union(value));
      entries.push(addTable(builder, [offsetField(builder, name), offsetField(builder, offset)]));
      if (this.#steps.pauseIsDue()) yield;
    }
    return addList(builder, entries);
  }

  #record({ table, key }: RecordId): Offset {
    const builder = this.#builder;
    const fields = [offsetField(builder, builder.createString(table)), offsetField(builder, this.#key(key))];
    return addTable(builder, fields);
  }

  #key(key: RecordKey | KeyRange): Offset {
    return addUnion(this.#builder, this.#keyUnion(key));
  }

  #keyUnion(key: RecordKey | KeyRange): Union {
    if (typeof key === "bigint") return { kind: keyKind.int, table: this.#int(key) };
    if (typeof key === "string") return { kind: keyKind.string, table: this.#text(key) };
    if (key instanceof Uuid) return { kind: keyKind.uuid, table: this.#bytes(uuidBytes(key)) };
    if (key instanceof KeyRange) return { kind: keyKind.range, table: this.#range(key, (end) => this.#key(end)) };
    return isArray(key)
      ? { kind: keyKind.array, table: atOnce(this.#array(key)) }
      : { kind: keyKind.object, table: atOnce(this.#object(key)) };
  }

  #range<T>({ begin, end }: { begin: Bound<T> | undefined; end: Bound<T> | undefined }, add: (value: T) => Offset): Offset {
    const builder = this.#builder;
    const [first, last] = [begin, end].map((bound): Union => {
      if (bound === undefined) return { kind: boundKind.unbounded, table: noFields(builder) };
      return { kind: bound.inclusive ? boundKind.inclusive : boundKind.exclusive, table: add(bound.value) };
    }) as [Union, Union];
    return addUnion(builder, first, last);
  }
}

function holdsOthers(value: Value): value is ObjectValue | readonly Value[] | SetValue {
  return isObject(value) || isArray(value) || value instanceof SetValue;
}

const nanosPerSecond = 1_000_000_000n;
