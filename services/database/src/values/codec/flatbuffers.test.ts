import { expect, test } from "@jest/globals";
import { Builder, type Offset } from "flatbuffers";
import { parseDatetime } from "../datetime.ts";
import { decimalFromDigits } from "../decimal.ts";
import { parseDuration } from "../duration.ts";
import { setOf } from "../order.ts";
import { printValue } from "../print.ts";
import {
  Closure,
  Duration,
  FilePointer,
  Geometry,
  KeyRange,
  Range,
  RecordId,
  Regex,
  TableName,
  Uuid,
  type Position,
  type Value,
} from "../value.ts";
import { decodeFlatbuffers, encodeFlatbuffers } from "./flatbuffers.ts";
import { keyKind, valueKind } from "./flatbuffers-layout.ts";
import { addList, addTable, addUnion, offsetField } from "./flatbuffers-tables.ts";
import { RandomValues } from "./random-values.ts";
import { sdkValues } from "./testing/sdk-values.ts";

const uuid = new Uuid("018f2b3c-0000-7000-8000-000000000000");
const included = <T>(value: T) => ({ value, inclusive: true });
const excluded = <T>(value: T) => ({ value, inclusive: false });
const ring: readonly Position[] = [
  [0, 0],
  [1.5, -2],
  [3, 4],
];

test.each<[string, Value]>([
  ["NONE", undefined],
  ["NULL", null],
  ["true", true],
  ["false", false],
  ["the smallest int", -(2n ** 63n)],
  ["the largest int", 2n ** 63n - 1n],
  ["an int of zero", 0n],
  ["a float", 1.5],
  ["a float of zero", 0],
  ["a float of zero below zero", -0],
  ["NaN", Number.NaN],
  ["infinity", -Infinity],
  ["a decimal with zeros at its end", decimalFromDigits("1.50")],
  ["a text", "a\0é🎉"],
  ["no text", ""],
  ["bytes", new Uint8Array([0, 255])],
  ["no bytes", new Uint8Array()],
  ["a duration", parseDuration("1h1ns")],
  ["a datetime", parseDatetime("2024-01-01T00:00:00.1Z")],
  ["a datetime before 1970", parseDatetime("1969-12-31T23:59:59.1Z")],
  ["a UUID", uuid],
  ["a table", new TableName("a b")],
  ["a regular expression", new Regex("a/[b]")],
  ["a file", new FilePointer("bucket", "/key")],
  ["a record by an int", new RecordId("a", 1n)],
  ["a record by a text", new RecordId("a", "1")],
  ["a record by a UUID", new RecordId("a", uuid)],
  ["a record by an array", new RecordId("a", [1n, undefined])],
  ["a record by an object", new RecordId("a", new Map([["b", 1n]]))],
  ["records of a range", new RecordId("a", new KeyRange(included("b"), excluded([2n])))],
  ["all records", new RecordId("a", new KeyRange(undefined, undefined))],
  ["a range", new Range(included(1n), excluded(2n))],
  ["an open range", new Range(undefined, included(undefined))],
  ["a point", new Geometry({ type: "Point", coordinates: [1, -2] })],
  ["a line", new Geometry({ type: "LineString", coordinates: ring })],
  ["a polygon", new Geometry({ type: "Polygon", coordinates: [ring, ring] })],
  ["points", new Geometry({ type: "MultiPoint", coordinates: ring })],
  ["lines", new Geometry({ type: "MultiLineString", coordinates: [ring] })],
  ["polygons", new Geometry({ type: "MultiPolygon", coordinates: [[ring], [ring, ring]] })],
  ["geometries", new Geometry({ type: "GeometryCollection", geometries: [{ type: "Point", coordinates: [1, 2] }] })],
  ["an array", [1n, [], "a"]],
  ["a set", setOf([2n, 1n])],
  [
    "an object",
    new Map<string, Value>([
      ["b", undefined],
      ["", new Map()],
    ]),
  ],
])("%s comes back as it was", (_, value) => {
  const read = decodeFlatbuffers(encodeFlatbuffers(value));
  expect(read).toEqual(value);
  expect(printValue(read)).toBe(printValue(value));
});

test("any value but functions comes back as it was", () => {
  const random = new RandomValues(18);
  for (let tried = 0; tried < 2000; tried++) {
    const value = random.value(3);
    // Its regular expressions are of any characters, which are none.
    if (printValue(value).includes("/")) continue;
    let bytes: Uint8Array;
    try {
      bytes = encodeFlatbuffers(value);
    } catch (error) {
      // A duration beyond what the format holds.
      expect(error).toMatchObject({ message: "Value could not be encoded into FlatBuffers" });
      expect(printValue(value)).toContain("584942417355");
      continue;
    }
    expect(printValue(decodeFlatbuffers(bytes))).toBe(printValue(value));
  }
});

test.each(sdkValues)("%s is read as the SDK for Rust writes it, and as we write it", (text, hex) => {
  const value = decodeFlatbuffers(new Uint8Array(Buffer.from(hex, "hex")));
  expect(printValue(value)).toBe(text);
  expect(decodeFlatbuffers(encodeFlatbuffers(value))).toEqual(value);
});

test.each<[string, Value]>([
  ["function", [new Closure("|| 1", {})]],
  ["duration beyond 2^63 seconds", new Duration(2n ** 63n * 1_000_000_000n)],
])("a %s has no form in FlatBuffers", (_kind, value) => {
  expect(() => encodeFlatbuffers(value)).toThrow("Value could not be encoded into FlatBuffers");
});

test("tables lie at any place of the bytes they come in", () => {
  const bytes = encodeFlatbuffers([1n, 2.5]);
  const message = new Uint8Array(bytes.length + 3);
  message.set(bytes, 3);
  expect(decodeFlatbuffers(message.subarray(3))).toEqual([1n, 2.5]);
});

/** A buffer whose root table `add` makes. */
function built(add: (builder: Builder) => Offset): Uint8Array {
  const builder = new Builder();
  builder.finish(add(builder));
  return builder.asUint8Array();
}

const scalar = (builder: Builder, kind: number, text: string | Uint8Array): Offset => {
  const offset = typeof text === "string" ? builder.createString(text) : builder.createByteVector(text);
  return addUnion(builder, { kind, table: addTable(builder, [offsetField(builder, offset)]) });
};
const nanos = (builder: Builder, kind: number, seconds: bigint, nanoseconds: number): Offset =>
  addUnion(builder, {
    kind,
    table: addTable(builder, [(at) => builder.addFieldInt64(at, seconds, 0n), (at) => builder.addFieldInt32(at, nanoseconds, 0)]),
  });
const none = (builder: Builder): Offset => addUnion(builder, { kind: valueKind.none, table: 0 });

test.each<[string, (builder: Builder) => Offset]>([
  ["of a kind that there is not", (builder) => addUnion(builder, { kind: 99, table: none(builder) })],
  ["of a kind without its table", (builder) => addUnion(builder, { kind: valueKind.int, table: 0 })],
  ["a text without its bytes", (builder) => addUnion(builder, { kind: valueKind.string, table: none(builder) })],
  ["a text that is no UTF-8", (builder) => scalar(builder, valueKind.string, new Uint8Array([0xff, 0]))],
  ["a text without its end", (builder) => scalar(builder, valueKind.string, new Uint8Array([97, 97, 97, 97, 97, 97, 97, 97]))],
  ["a decimal that is none", (builder) => scalar(builder, valueKind.decimal, "1x")],
  ["a regular expression that is none", (builder) => scalar(builder, valueKind.regex, "(")],
  ["a UUID that is too short", (builder) => scalar(builder, valueKind.uuid, new Uint8Array(15))],
  ["a duration below zero", (builder) => nanos(builder, valueKind.duration, -1n, 0)],
  ["nanoseconds of a second and more", (builder) => nanos(builder, valueKind.datetime, 0n, 1_000_000_000)],
  ["a datetime that is too late", (builder) => nanos(builder, valueKind.datetime, 2n ** 62n, 0)],
  [
    "a record with a range in a range",
    (builder) => {
      const open = addUnion(builder, { kind: 3, table: addTable(builder, []) }, { kind: 3, table: addTable(builder, []) });
      const range = addUnion(
        builder,
        { kind: 1, table: addUnion(builder, { kind: keyKind.range, table: open }) },
        { kind: 3, table: addTable(builder, []) },
      );
      const key = addUnion(builder, { kind: keyKind.range, table: range });
      const fields = [offsetField(builder, builder.createString("a")), offsetField(builder, key)];
      return addUnion(builder, { kind: valueKind.record, table: addTable(builder, fields) });
    },
  ],
  [
    "arrays too deep in one another",
    (builder) => {
      let value = none(builder);
      for (let i = 0; i < 20_000; i++) value = addUnion(builder, { kind: valueKind.array, table: addList(builder, [value]) });
      return value;
    },
  ],
])("a value that is %s is refused", (_, add) => {
  expect(() => decodeFlatbuffers(built(add))).toThrow("invalid flatbuffers");
});

test("few bytes that stand for very many values are refused by their number", () => {
  const bytes = built((builder) => {
    let value = none(builder);
    for (let i = 0; i < 60; i++) value = addUnion(builder, { kind: valueKind.array, table: addList(builder, [value, value]) });
    return value;
  });
  expect(bytes.length).toBeLessThan(5000);
  expect(() => decodeFlatbuffers(bytes, 100_000)).toThrow("The message has more values than are taken at once");
});

test("a text that stands once may be read often, but texts may not overlap", () => {
  const length = 4000;
  const often = built((builder) => {
    const text = builder.createString("x".repeat(length));
    const one = addUnion(builder, { kind: valueKind.string, table: addTable(builder, [offsetField(builder, text)]) });
    return addUnion(builder, {
      kind: valueKind.array,
      table: addList(
        builder,
        Array.from({ length: 100 }, () => one),
      ),
    });
  });
  expect(decodeFlatbuffers(often)).toEqual(Array.from({ length: 100 }, () => "x".repeat(length)));
  // Each length is the text of the one before it: 100 texts of 40 kB in a buffer of 50 kB.
  const overlapping = built((builder) => {
    const lengths = new Uint8Array(44_000);
    const view = new DataView(lengths.buffer);
    for (let i = 0; i < 100; i++) view.setUint32(i * 4, 40_000, true);
    const end = builder.createByteVector(lengths);
    const texts = Array.from({ length: 100 }, (_, i) => {
      const table = addTable(builder, [offsetField(builder, end - 4 - i * 4)]);
      return addUnion(builder, { kind: valueKind.bytes, table });
    });
    return addUnion(builder, { kind: valueKind.array, table: addList(builder, texts) });
  });
  expect(() => decodeFlatbuffers(overlapping)).toThrow("invalid flatbuffers");
});

test("a buffer of which any byte was changed, or that was cut off, is a value or an error, never a fault", () => {
  const random = new RandomValues(19);
  const refusals = new Set<string>();
  const tryOne = (bytes: Uint8Array): void => {
    try {
      printValue(decodeFlatbuffers(bytes, 10_000));
    } catch (error) {
      expect(error).toMatchObject({ name: "QueryError", kind: "Serialization" });
      refusals.add((error as Error).message);
    }
  };
  for (let round = 0; round < 12; round++) {
    const value = new Map<string, Value>([
      ["a", random.list(2)],
      ["b", new RecordId("t", random.recordKey())],
    ]);
    let bytes: Uint8Array;
    try {
      bytes = encodeFlatbuffers(value);
    } catch {
      continue;
    }
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed[at] = random.pick([0, 1, 4, 127, 128, 255, random.below(256)]);
      tryOne(changed);
      tryOne(bytes.subarray(0, at));
    }
  }
  for (let i = 0; i < 5000; i++) tryOne(Uint8Array.from({ length: random.below(64) }, () => random.below(random.pick([8, 256]))));
  expect(refusals).toContain("invalid flatbuffers");
});
