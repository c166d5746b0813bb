import { expect, test } from "@jest/globals";
import { parseDatetime } from "./datetime.ts";
import { decimalFromDigits } from "./decimal.ts";
import { parseDuration } from "./duration.ts";
import { setOf } from "./order.ts";
import { printName } from "./print-text.ts";
import { printRaw, printValue } from "./print.ts";
import { Closure, FilePointer, Geometry, KeyRange, Range, RecordId, Regex, TableName, Uuid, type Value } from "./value.ts";

const uuid = new Uuid("018f2b3c-0000-7000-8000-000000000000");
const at = (value: bigint, inclusive: boolean) => ({ value, inclusive });

test.each<[Value, string]>([
  [undefined, "NONE"],
  [null, "NULL"],
  [true, "true"],
  [-5n, "-5"],
  [1, "1f"],
  [1.5, "1.5f"],
  [-0, "-0f"],
  [1e21, "1000000000000000000000f"],
  [1e-7, "0.0000001f"],
  [1.5e15, "1500000000000000f"],
  [Number.NaN, "NaN"],
  [-Infinity, "-Infinity"],
  [decimalFromDigits("1.5"), "1.5dec"],
  [decimalFromDigits("3.0"), "3.0dec"],
  ["it's", `"it's"`],
  [`a"b`, `'a"b'`],
  [`a"b'c`, `"a\\"b'c"`],
  ["a\nb\tc\r\0\b\f\\", "'a\\nb\\tc\\r\\0\\u{8}\\f\\\\'"],
  ["⟩ `", "'⟩ `'"],
  [parseDuration("1y2w3d4h5m6s7ms8us9ns"), "1y2w3d4h5m6s7ms8µs9ns"],
  [parseDuration("400d"), "1y5w"],
  [parseDuration("0s"), "0ns"],
  [parseDatetime("2024-01-01T00:00:00+02:00"), "d'2023-12-31T22:00:00Z'"],
  [parseDatetime("2024-01-01T00:00:00.12Z"), "d'2024-01-01T00:00:00.120Z'"],
  [parseDatetime("-0001-01-01T00:00:00.120001Z"), "d'-0001-01-01T00:00:00.120001Z'"],
  [parseDatetime("+262142-12-31T23:59:59.123456789Z"), "d'+262142-12-31T23:59:59.123456789Z'"],
  [uuid, "u'018f2b3c-0000-7000-8000-000000000000'"],
  [[1n, ["x"]], "[1, ['x']]"],
  [[], "[]"],
  [setOf([2n, 1n, 2n]), "{1, 2}"],
  [setOf([1n]), "{1,}"],
  [setOf([]), "{,}"],
  [new Map(), "{  }"],
  [
    new Map<string, Value>([
      ["b c", 2n],
      ["select", 1n],
      ["a", 1n],
      ["1x", 3n],
      ["", 5n],
      ['a"b', 9n],
    ]),
    '{ "": 5, "1x": 3, a: 1, "a\\"b": 9, "b c": 2, select: 1 }',
  ],
  [new Geometry({ type: "Point", coordinates: [-1.5, 2] }), "(-1.5, 2)"],
  [
    new Geometry({
      type: "LineString",
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    }),
    "{ type: 'LineString', coordinates: [[1, 2], [3, 4]] }",
  ],
  [
    new Geometry({ type: "GeometryCollection", geometries: [{ type: "Point", coordinates: [1, 2] }] }),
    "{ type: 'GeometryCollection', geometries: [(1, 2)] }",
  ],
  [new Uint8Array([0, 255, 171]), 'b"00FFAB"'],
  [new TableName("a b"), "`a b`"],
  [new RecordId("a", 1n), "a:1"],
  [new RecordId("a", "1"), "a:`1`"],
  [new RecordId("1a", "1x"), "1a:1x"],
  [new RecordId("select", "x y"), "select:`x y`"],
  [new RecordId("a b", uuid), "`a b`:u'018f2b3c-0000-7000-8000-000000000000'"],
  [new RecordId("a", [1n, "x"]), "a:[1, 'x']"],
  [new RecordId("a", new Map([["a", 1n]])), "a:{ a: 1 }"],
  [new RecordId("a", "a`b\\"), "a:`a\\`b\\\\`"],
  [new RecordId("a", new KeyRange(at(1n, false), at(2n, true))), "a:1>..=2"],
  [new RecordId("a", new KeyRange(undefined, undefined)), "a:.."],
  [new FilePointer("b c", "/x/y z.txt"), 'f"b\\ c:/x/y\\ z.txt"'],
  [new Regex("ab+c"), "/ab+c/"],
  [new Range(at(1n, true), undefined), "1.."],
  [new Closure("|| 1", {}), "|| 1"],
])("%p prints as %s", (value, text) => {
  expect(printValue(value)).toBe(text);
});

test("as raw text, strings, datetimes and uuids have no quotes, but within others they do", () => {
  expect(printRaw("it's")).toBe("it's");
  expect(printRaw(uuid)).toBe(uuid.text);
  expect(printRaw(parseDatetime("2024-01-01T00:00:00Z"))).toBe("2024-01-01T00:00:00Z");
  expect(printRaw([uuid])).toBe(`[u'${uuid.text}']`);
});

test.each([
  ["person", "person"],
  ["_", "_"],
  ["1a", "`1a`"],
  ["Select", "`Select`"],
  ["nan", "nan"],
  ["NaN", "`NaN`"],
  ["user", "user"],
  ["ü", "`ü`"],
  ["a\\`b", "`a\\\\\\`b`"],
])("the name %s is written as %s", (name, text) => {
  expect(printName(name)).toBe(text);
});
