import { expect, test } from "@jest/globals";
import { decimalFromDigits } from "../decimal.ts";
import { parseDatetime } from "../datetime.ts";
import { parseDuration } from "../duration.ts";
import { setOf } from "../order.ts";
import { printValue } from "../print.ts";
import { Closure, Geometry, KeyRange, Range, RecordId, Regex, TableName, Uuid, type Value } from "../value.ts";
import { decodeCbor, encodeCbor } from "./cbor.ts";
import { RandomValues } from "./random-values.ts";

/** Stands in for the parser. */
const readRecordId = (text: string) => (text === "a:1" ? new RecordId("a", 1n) : undefined);
const decode = (hex: string) => decodeCbor(new Uint8Array(Buffer.from(hex, "hex")), readRecordId);
const included = (value: bigint) => ({ value, inclusive: true });

test.each<[Value, string]>([
  [1, "f93c00"],
  [1n, "01"],
  [-1n, "20"],
  [1e300, "fb7e37e43c8800759c"],
  [2n ** 63n - 1n, "1b7fffffffffffffff"],
  [-(2n ** 63n), "3b7fffffffffffffff"],
  [decimalFromDigits("1.5"), "ca63312e35"],
  [undefined, "c6f6"],
  [null, "f6"],
  [parseDatetime("2024-01-01T00:00:00.1Z"), "cc821a659200801a05f5e100"],
  [parseDuration("1h1ns"), "ce82190e1001"],
  [parseDuration("1s"), "ce8101"],
  [parseDuration("0ns"), "ce8100"],
  [new RecordId("a", 1n), "c882616101"],
  [new RecordId("a", new KeyRange(included(1n), { value: 2n, inclusive: false })), "c8826161d83182d83201d83302"],
  [new Uuid("018f2b3c-0000-7000-8000-000000000000"), "d82550018f2b3c000070008000000000000000"],
  [new Geometry({ type: "Point", coordinates: [1, 2] }), "d85882f93c00f94000"],
  [
    new Geometry({
      type: "LineString",
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    }),
    "d85982d85882f93c00f94000d85882f94200f94400",
  ],
  [setOf([1n, 2n]), "d838820102"],
  [new Range(undefined, included(2n)), "d83182f6d83202"],
  [new Uint8Array([0]), "4100"],
  [new TableName("a"), "c76161"],
  [
    new Map<string, Value>([
      ["b", 1n],
      ["a", [true]],
    ]),
    "a2616181f5616201",
  ],
])("%p is %s in CBOR", (value, hex) => {
  expect(Buffer.from(encodeCbor(value)).toString("hex")).toBe(hex);
  expect(printValue(decode(hex))).toBe(printValue(value));
});

test.each<[string, string]>([
  ["c074323032342d30312d30315430303a30303a30305a", "d'2024-01-01T00:00:00Z'"],
  ["cd623168", "1h"],
  ["cd8201191f40", "1s8µs"],
  ["ce80", "0ns"],
  ["c863613a31", "a:1"],
  ["c882c761610a", "a:10"],
  ["d9002550018f2b3c000070008000000000000000", "u'018f2b3c-0000-7000-8000-000000000000'"],
  ["9f01ff", "[1]"],
  ["bf616101ff", "{ a: 1 }"],
  ["fb3ff0000000000000", "1f"],
  ["f7", "NULL"],
  ["c601", "NONE"],
  ["c24101", "1"],
  ["c34100", "-1"],
])("%s is read as %s", (hex, text) => {
  expect(printValue(decode(hex))).toBe(text);
});

test("any value but regexes and functions comes back as it was", () => {
  const random = new RandomValues(8);
  let tried = 0;
  while (tried < 1500) {
    const value = random.value(3);
    if (printValue(value).includes("/")) continue;
    tried += 1;
    expect(printValue(decodeCbor(encodeCbor(value), readRecordId))).toBe(printValue(value));
  }
});

test.each<[string, Value]>([
  ["regex", new Regex("a")],
  ["function", [new Closure("|| 1", {})]],
])("a %s has no form in CBOR", (_kind, value) => {
  expect(() => encodeCbor(value)).toThrow("Value could not be encoded into CBOR");
});

test.each([
  ...[
    "",
    "ff",
    "82",
    "8201",
    "a1",
    "a10102",
    "c0",
    "c06178",
    "cd822000",
    "c86178",
    "c8826161f5",
    "d8256100",
    "d863f6",
    "9f01",
    "5f",
    "1c",
    "61ff",
    "a161ff01",
  ],
  ...[
    "1bffffffffffffffff",
    "9affffffff01",
    "9bffffffffffffffff",
    "bbffffffffffffffff",
    "7bffffffffffffffff",
    "d83101",
    "d83202",
    "d83181f6",
    "cc820102ff".slice(0, 6),
  ],
  ...[
    "cc821bffffffffffffffff00",
    "ce8120",
    "ce821b0000000000000001",
    "ce82011a3b9aca00",
    "d85881f93c00",
    "d8598101",
    "81".repeat(20_000),
    "d838".repeat(20_000),
    "a16161".repeat(5000),
  ],
])("%s is refused", (hex) => {
  expect(() => decode(hex)).toThrow("invalid cbor");
});

test("bytes of chance are a value or an error, never a fault", () => {
  const random = new RandomValues(9);
  for (let i = 0; i < 5000; i++) {
    const bytes = Uint8Array.from({ length: random.below(24) }, () => random.below(256));
    try {
      printValue(decodeCbor(bytes, readRecordId));
    } catch (error) {
      expect(error).toMatchObject({ message: "invalid cbor" });
    }
  }
});
