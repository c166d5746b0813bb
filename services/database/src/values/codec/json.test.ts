import { expect, test } from "@jest/globals";
import { Decimal } from "decimal.js";
import { parseDatetime } from "../datetime.ts";
import { setOf } from "../order.ts";
import { printValue } from "../print.ts";
import { Duration, Geometry, RecordId, type Value } from "../value.ts";
import { fromJson, toJson } from "./json.ts";
import { RandomValues } from "./random-values.ts";

test.each<[Value, string]>([
  [undefined, "null"],
  [null, "null"],
  [2n ** 63n - 1n, "9223372036854775807"],
  [1, "1.0"],
  [-0, "-0.0"],
  [1.5, "1.5"],
  [1e16, "1e16"],
  [1e-7, "1e-7"],
  [Number.NaN, "null"],
  [Infinity, "null"],
  [new Decimal("1.5"), '"1.5"'],
  ['a"b\n', String.raw`"a\"b\n"`],
  [new Duration(5_400_000_000_000n), '"1h30m"'],
  [parseDatetime("2024-01-01T00:00:00.1Z"), '"2024-01-01T00:00:00.100Z"'],
  [new RecordId("a", "x y"), '"a:`x y`"'],
  [new Uint8Array([0, 255]), "[0,255]"],
  [setOf([2n, 1n]), "[1,2]"],
  [
    new Map<string, Value>([
      ["b", undefined],
      ["a", [1n]],
    ]),
    '{"a":[1],"b":null}',
  ],
  [new Geometry({ type: "Point", coordinates: [1, 2.5] }), '{"type":"Point","coordinates":[1.0,2.5]}'],
])("%p in JSON is %s", (value, text) => {
  expect(toJson(value)).toBe(text);
});

test("numbers from JSON are ints where they are written as ints and fit", () => {
  expect(printValue(fromJson('[1, 1.0, 1e3, 9223372036854775807, 12345678901234567890, {"__proto__": null, "a": [true]}]'))).toBe(
    "[1, 1f, 1000f, 9223372036854775807, 12345678901234567000f, { __proto__: NULL, a: [true] }]",
  );
});

test.each(["", "[1,", "{a:1}", "nonsense"])("%p is no JSON", (text) => {
  expect(() => fromJson(text)).toThrow("invalid json");
});

/** So long that it is read in turns; what is added is taken away again. */
const readLong = (text: string): Value => {
  const value = fromJson(`[${JSON.stringify("x".repeat(20_000))},${text}]`);
  return Array.isArray(value) ? value.slice(1) : undefined;
};

test.each([
  String.raw`1, -0, 1.5, -1e3, 1E+2, 12345678901234567890, 9223372036854775807, true, false, null, "a\"b\\", "\\\\", "é", [], {}, [[]]`,
  String.raw` { "a" : [ 1 , { "b\n" : "\u00e4\ud83d\ude00" } ] , "__proto__" : null , "a" : 2 } `,
  "[".repeat(1_000) + "]".repeat(1_000),
])("a long text is read as a short one is: %p", (text) => {
  expect(printValue(readLong(text))).toBe(printValue(fromJson(`[${text}]`)));
});

test.each([
  ...[
    "1,",
    "[1",
    "]",
    "{",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    "{a:1}",
    "{1:1}",
    "01",
    "1.",
    "-",
    "+1",
    ".5",
    "1e",
    "tru",
    "nul",
    "truee",
    "NaN",
  ],
  ...[
    '"',
    String.raw`"\"`,
    String.raw`"\x"`,
    '"\n"',
    "1 2",
    "[1]]",
    "[1}",
    '{"a":1]',
    "'a'",
    "\u00a01",
    "[".repeat(3_000) + "]".repeat(3_000),
  ],
])("%p is no JSON in a long text either", (text) => {
  expect(() => fromJson(`[${text}]`)).toThrow("invalid json");
  expect(() => readLong(text)).toThrow("invalid json");
});

test("a long text of random values is what a short one of each is", () => {
  const random = new RandomValues(7);
  const texts = Array.from({ length: 2_000 }, () => toJson(random.value(3)));
  expect(printValue(fromJson(`[${texts.join(", ")}]`))).toBe(printValue(texts.map((text) => fromJson(text))));
});

test("an int of a million digits is read as fast as a text", () => {
  const since = performance.now();
  expect(fromJson("7".repeat(1_000_000))).toBe(Infinity);
  expect(performance.now() - since).toBeLessThan(500);
});
