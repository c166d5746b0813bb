import { expect, test } from "@jest/globals";
import { Decimal } from "decimal.js";
import { compareValues, distinctValues, setOf, sortedEntries, valuesEqual } from "./order.ts";
import {
  Closure,
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
  type Value,
} from "./value.ts";

const at = (value: bigint, inclusive: boolean) => ({ value, inclusive });
const range = (begin: bigint, end: bigint, withBegin = true, withEnd = false) => new Range(at(begin, withBegin), at(end, withEnd));
const uuid = (last: number) => new Uuid(`018f2b3c-0000-7000-8000-00000000000${last}`);

/** Each is before all that follow. */
const ascending: readonly Value[] = [
  undefined,
  null,
  false,
  true,
  -Infinity,
  -1n,
  0n,
  new Decimal("0.1"),
  0.2,
  9007199254740992,
  9007199254740993n,
  2n ** 63n - 1n,
  2 ** 63,
  Infinity,
  Number.NaN,
  "",
  "B",
  "a",
  "é",
  "｡",
  "🎉",
  new Duration(1n),
  new Duration(2n),
  new Datetime(-1n),
  new Datetime(1n),
  uuid(0),
  uuid(1),
  [],
  [1n],
  [1n, 2n],
  [2n],
  setOf([]),
  setOf([1n, 2n]),
  setOf([3n]),
  new Map(),
  new Map([["a", 1n]]),
  new Map([
    ["b", 1n],
    ["a", 1n],
  ]),
  new Map([["a", 2n]]),
  new Map([["b", 0n]]),
  new Geometry({ type: "Point", coordinates: [1, 2] }),
  new Geometry({ type: "Point", coordinates: [2, 1] }),
  new Geometry({
    type: "LineString",
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  }),
  new Geometry({
    type: "MultiPoint",
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  }),
  new Uint8Array([]),
  new Uint8Array([0]),
  new Uint8Array([0, 255]),
  new Uint8Array([1]),
  new TableName("a"),
  new TableName("b"),
  new RecordId("a", 1n),
  new RecordId("a", "1"),
  new RecordId("a", uuid(0)),
  new RecordId("a", [1n]),
  new RecordId("a", new Map([["a", 1n]])),
  new RecordId("a", new KeyRange(at(5n, true), undefined)),
  new RecordId("a", new KeyRange(at(3n, false), undefined)),
  new RecordId("b", 0n),
  new FilePointer("a", "/b"),
  new Regex("a"),
  new Regex("b"),
  new Range(undefined, undefined),
  new Range(undefined, at(2n, false)),
  new Range(at(1n, true), undefined),
  range(1n, 5n, true, true),
  range(1n, 3n),
  range(5n, 9n),
  range(3n, 9n, false),
  new Closure("|| 1", {}),
];

test("values of all kinds are in one order", () => {
  for (const [i, a] of ascending.entries()) {
    for (const [j, b] of ascending.entries()) expect([i, j, Math.sign(compareValues(a, b))]).toEqual([i, j, Math.sign(i - j)]);
  }
});

test("numbers are equal by what they are worth, also within arrays and objects", () => {
  for (const pair of [
    [1n, 1],
    [1, new Decimal(1)],
    [0.1, new Decimal("0.1")],
    [0, -0],
    [Number.NaN, Number.NaN],
    [[1n], [1]],
    [new Map([["a", 1n]]), new Map([["a", 1]])],
  ] as const) {
    expect(valuesEqual(pair[0], pair[1])).toBe(true);
  }
  expect(valuesEqual(9007199254740993n, 9007199254740992)).toBe(false);
  expect(valuesEqual("a", new TableName("a"))).toBe(false);
});

test("a set keeps the first of equal values", () => {
  expect(setOf([3n, 1, 2n, 1n])).toEqual(new SetValue([1, 2n, 3n]));
});

test("distinct values stay in their order", () => {
  expect(distinctValues([3n, 1n, 3, 1, 2n])).toEqual([3n, 1n, 2n]);
});

test("the entries of an object come by their keys", () => {
  expect(
    sortedEntries(
      new Map([
        ["b", 1n],
        ["", 2n],
        ["a", 3n],
      ]),
    ).map(([key]) => key),
  ).toEqual(["", "a", "b"]);
});
