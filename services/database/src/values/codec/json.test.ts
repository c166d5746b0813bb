import { expect, test } from "@jest/globals";
import { Decimal } from "decimal.js";
import { parseDatetime } from "../datetime.ts";
import { setOf } from "../order.ts";
import { printValue } from "../print.ts";
import { Duration, Geometry, RecordId, type Value } from "../value.ts";
import { fromJson, toJson } from "./json.ts";

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
