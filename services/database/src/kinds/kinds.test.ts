import { expect, test } from "@jest/globals";
import { Decimal } from "decimal.js";
import type { Kind, PlainKind } from "../language/surrealql/tree/index.ts";
import { setOf } from "../values/order.ts";
import { printValue } from "../values/print.ts";
import { Geometry, Range, RecordId, TableName, type Value } from "../values/value.ts";
import { cast } from "./cast.ts";
import { atOnce } from "../turns.ts";
import { stepsOfKinds } from "./compound.ts";
import { canCoerce, coerce } from "./coerce.ts";
import { geometryOf } from "./geometry.ts";
import { printKind } from "./print.ts";

const plain = (kind: PlainKind): Kind => ({ kind });
const literal = (value: Value): Kind => ({ kind: "literal", literal: { of: "value", value: { kind: "literal", value } } });
const either = (...options: Kind[]): Kind => ({ kind: "either", options });
const option = (kind: Kind): Kind => either(plain("none"), kind);
const array = (of?: Kind, length?: number): Kind => ({ kind: "array", of, length });
const set = (of?: Kind, length?: number): Kind => ({ kind: "set", of, length });
const record = (...tables: string[]): Kind => ({ kind: "record", tables });
const int = plain("int");
const object = (...fields: [string, Kind][]): Kind => ({ kind: "literal", literal: { of: "object", fields } });
const range = (begin: bigint, end: bigint) => new Range({ value: begin, inclusive: true }, { value: end, inclusive: false });
const person = new RecordId("person", 1n);

/** Stands in for the parser. */
const readRecordId = (text: string) => (text === "person:1" ? person : undefined);

test.each<[Kind, string]>([
  [option(array(int)), "none | array<int>"],
  [array(plain("any")), "array"],
  [array(plain("any"), 5), "array<any, 5>"],
  [set(array(int, 3)), "set<array<int, 3>>"],
  [record("a b", "c"), "record<`a b` | c>"],
  [{ kind: "geometry", shapes: ["point", "line"] }, "geometry<point | line>"],
  [either(literal("it's"), literal(1n), literal(1.5), literal(true)), `"it's" | 1 |  1.5f | true`],
  [object(["a", int], ["b c", array(plain("string"))]), '{ a: int, "b c": array<string> }'],
  [{ kind: "literal", literal: { of: "array", items: [int, literal("a")] } }, "[int, 'a']"],
  [{ kind: "table", tables: [] }, "table"],
])("%j prints as %s", (kind, text) => {
  expect(printKind(kind)).toBe(text);
});

test.each<[Value, Kind, string]>([
  [1, int, "1"],
  [new Decimal(1), int, "1"],
  [1e30, int, "9223372036854775807"],
  [1n, plain("float"), "1f"],
  [1.5, plain("decimal"), "1.5dec"],
  ["person", { kind: "table", tables: [] }, "person"],
  [1, either(int, plain("string")), "1"],
  [1, literal(1n), "1f"],
  [undefined, option(int), "NONE"],
  [[1, 2n], array(int), "[1, 2]"],
  [setOf([1, 2n]), set(int), "{1, 2}"],
  [new Map([["a", 1]]), object(["a", int], ["b", option(int)]), "{ a: 1f }"],
  [person, record("person", "animal"), "person:1"],
])("%p is taken by %j as %s", (value, kind, text) => {
  expect(printValue(coerce(value, kind))).toBe(text);
});

test.each<[Value, Kind, string]>([
  ["x", int, "Expected `int` but found `'x'`"],
  [1.5, int, "Expected `int` but found `1.5f`"],
  ["1", int, "Expected `int` but found `'1'`"],
  [null, option(int), "Expected `none | int` but found `NULL`"],
  ["x", array(int, 2), "Expected `array` but found `'x'`"],
  [[1n], array(int, 2), "Expected `array<int,2>` but found a collection of length `1`"],
  [[1n, "x"], array(int), "Expected `int` but found `'x'` when coercing an element of `array<int>`"],
  [
    [["x"]],
    array(array(int, 3)),
    "Expected `array<int,3>` but found a collection of length `1` when coercing an element of `array<array<int, 3>>`",
  ],
  [["x"], option(array(int)), "Expected `none | array<int>` but found `['x']`"],
  [[1n], set(int), "Expected `set` but found `[1]`"],
  [setOf(["x"]), set(int, 2), "Expected `int` but found `'x'` when coercing an element of `set<int>`"],
  [person, record("a", "b"), "Expected `record<a|b>` but found `person:1`"],
  [person, option(record("a", "b")), "Expected `none | record<a | b>` but found `person:1`"],
  [1n, { kind: "geometry", shapes: ["point"] }, "Expected `geometry` but found `1`"],
  [new TableName("b"), { kind: "table", tables: ["a"] }, "Expected `table<a>` but found `b`"],
  [
    new Map([
      ["a", 1n],
      ["c", 1n],
    ]),
    object(["a", int]),
    "Expected `{ a: int }` but found `{ a: 1, c: 1 }`",
  ],
])("%p is refused by %j: %s", (value, kind, message) => {
  expect(() => coerce(value, kind)).toThrow(message);
  expect(atOnce(canCoerce(value, kind, stepsOfKinds()))).toBe(false);
});

test.each<[Value, Kind, string]>([
  ["-12", int, "-12"],
  [12, int, "12"],
  ["1.5", plain("float"), "1.5f"],
  ["-inf", plain("float"), "-Infinity"],
  ["1.50", plain("decimal"), "1.5dec"],
  ["99999999999999999999", plain("number"), "100000000000000000000f"],
  ["true", plain("bool"), "true"],
  [new Decimal("1.5"), plain("string"), "'1.5'"],
  [[1n], plain("string"), "'[1]'"],
  [undefined, plain("string"), "'NONE'"],
  [new Uint8Array([120, 121]), plain("string"), "'xy'"],
  ["é", plain("bytes"), 'b"C3A9"'],
  [[1n, 256n, -1n], plain("bytes"), 'b"0100FF"'],
  ["2024-01-01", plain("datetime"), "d'2024-01-01T00:00:00Z'"],
  ["30m1h1h", plain("duration"), "2h30m"],
  ["{018F2B3C-0000-7000-8000-000000000000}", plain("uuid"), "u'018f2b3c-0000-7000-8000-000000000000'"],
  [range(1n, 4n), array(), "[1, 2, 3]"],
  [range(4n, 1n), array(), "[]"],
  [setOf([1n]), array(plain("string")), "['1']"],
  [["1", 1n], set(int), "{1,}"],
  ["person:1", record("person"), "person:1"],
  [[1n, 2n], plain("range"), "1..2"],
  [[1n, 2n], { kind: "geometry", shapes: ["point"] }, "(1, 2)"],
  [1n, either(plain("string"), int), "'1'"],
  ["1", either(int, plain("string")), "1"],
  [[2n, 1n], either(set(), array()), "[2, 1]"],
  ["a+", plain("regex"), "/a+/"],
  [1n, { kind: "table", tables: [] }, "`1`"],
])("%p cast to %j is %s", (value, kind, text) => {
  expect(printValue(cast(value, kind, readRecordId))).toBe(text);
});

test.each<[Value, Kind, string]>([
  ["x", int, "Could not cast into `int` using input `'x'`"],
  ["12.0", int, "Could not cast into `int` using input `'12.0'`"],
  ["1e3", plain("decimal"), "Could not cast into `decimal` using input `'1e3'`"],
  ["TRUE", plain("bool"), "Could not cast into `bool` using input `'TRUE'`"],
  [new Uint8Array([255]), plain("string"), 'Could not cast into `string` using input `b"FF"`'],
  [1n, set(int), "Could not cast into `array` using input `1`"],
  [["x"], array(int), "Could not cast into `int` using input `'x'` when coercing an element of `array<int>`"],
  [["1"], array(int, 2), "Expected `array<int,2>` but found a collection of length `1`"],
  ["person:1", record("a", "b"), "Could not cast into `record<a|b>` using input `'person:1'`"],
  ["x", option(int), "Could not cast into `none | int` using input `'x'`"],
  [undefined, either(int, plain("string")), "Could not cast into `int | string` using input `NONE`"],
  [
    new Range(undefined, { value: 5n, inclusive: false }),
    array(),
    "Casting range `..5` to an array would create an array larger then the max allocation limit.",
  ],
  ["[", plain("regex"), "Could not cast into `regex` using input `'['`"],
])("%p cannot be cast to %j: %s", (value, kind, message) => {
  expect(() => cast(value, kind, readRecordId)).toThrow(message);
});

test("an object of GeoJSON is a geometry, and a ring that is open is closed", () => {
  const geojson = (type: string, coordinates: Value) =>
    geometryOf(
      new Map<string, Value>([
        ["type", type],
        ["coordinates", coordinates],
      ]),
    );
  expect(geojson("Point", [1n, 2.5])).toEqual(new Geometry({ type: "Point", coordinates: [1, 2.5] }));
  expect(
    printValue(
      geojson("Polygon", [
        [
          [0n, 0n],
          [1n, 0n],
          [1n, 1n],
        ],
      ]),
    ),
  ).toBe("{ type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] }");
  for (const [type, coordinates] of [
    ["Point", [1n]],
    ["Point", ["1", 2n]],
    ["Polygon", []],
    ["MultiPolygon", [[]]],
    ["Nonsense", [1n, 2n]],
  ] as const) {
    expect(geojson(type, coordinates)).toBeUndefined();
  }
});
