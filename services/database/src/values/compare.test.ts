import { expect, test } from "@jest/globals";
import { Decimal } from "decimal.js";
import {
  allEqual,
  anyEqual,
  contains,
  containsAll,
  containsAny,
  containsNone,
  intersects,
  isTruthy,
  looselyEqual,
} from "./compare.ts";
import { setOf } from "./order.ts";
import {
  Closure,
  Datetime,
  Duration,
  Geometry,
  Range,
  RecordId,
  Regex,
  TableName,
  Uuid,
  type Position,
  type Value,
} from "./value.ts";

const range = (begin: Value, end: Value, withEnd = false) =>
  new Range({ value: begin, inclusive: true }, { value: end, inclusive: withEnd });
const object = new Map([["a", 1n]]);
const uuid = new Uuid("018f2b3c-0000-7000-8000-000000000000");
const point = (x: number, y: number) => new Geometry({ type: "Point", coordinates: [x, y] });
const line = (...coordinates: Position[]) => new Geometry({ type: "LineString", coordinates });
const square = (from: number, to: number): Position[] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
  [from, from],
];
const big = new Geometry({ type: "Polygon", coordinates: [square(0, 10)] });
const small = new Geometry({ type: "Polygon", coordinates: [square(4, 6)] });
const holed = new Geometry({ type: "Polygon", coordinates: [square(0, 10), square(4, 6)] });
const points = (...coordinates: Position[]) => new Geometry({ type: "MultiPoint", coordinates });

test("a regular expression equals the texts that it matches, on either side but not within arrays", () => {
  expect(looselyEqual(new Regex("a"), "cat")).toBe(true);
  expect(looselyEqual("cat", new Regex("^a"))).toBe(false);
  expect(looselyEqual([new Regex("a")], ["cat"])).toBe(false);
});

test.each<[Value, Value, boolean, boolean]>([
  [1n, [1n, 2n], false, false],
  [[1n, 2n], 1, true, false],
  [[1n, 1n], 1n, true, true],
  [[], 1n, false, true],
  [setOf([1n, 2n]), 1n, true, false],
  [["cat", "dog"], new Regex("a"), true, false],
  [1n, 1n, true, true],
])("%p ?= %p is %p, and *= is %p", (left, right, any, all) => {
  expect([anyEqual(left, right), allEqual(left, right)]).toEqual([any, all]);
});

test.each<[Value, Value, boolean]>([
  [[1], 1n, true],
  [[undefined], undefined, true],
  [["cat"], new Regex("a"), true],
  ["abc", "b", true],
  ["abc", 1n, false],
  ["a1b", new Regex("1"), false],
  [uuid, "018f", true],
  [object, "a", true],
  [object, 1n, false],
  [setOf([1n]), 1n, true],
  [range(1n, 3n), 2.5, true],
  [range(1n, 3n), 3n, false],
  [range(1n, 3n, true), 3n, true],
  [new Range({ value: 1n, inclusive: false }, undefined), 1n, false],
  [new Range(undefined, undefined), "a", true],
  [1n, 1n, false],
  [big, point(5, 5), true],
  [big, point(0, 5), false],
  [big, point(15, 5), false],
  [big, big, true],
  [big, small, true],
  [small, big, false],
  [big, line([1, 1], [2, 2]), true],
  [big, line([0, 0], [10, 0]), false],
  [big, line([1, 1], [20, 2]), false],
  [holed, point(5, 5), false],
  [holed, small, false],
  [big, points([1, 1], [2, 2]), true],
  [big, points([1, 1], [20, 2]), false],
  [line([0, 0], [10, 10]), point(0, 0), true],
  [line([0, 0], [10, 10]), line([1, 1], [2, 2]), true],
  [point(1, 1), point(1, 1), true],
])("%p CONTAINS %p is %p", (left, right, result) => {
  expect(contains(left, right)).toBe(result);
});

test.each<[Value, Value, boolean, boolean]>([
  [[1n, 2n], [1n], true, true],
  [[1n, 2n], [1n, 5n], false, true],
  [[1n, 2n], [], true, false],
  [[1n, 2n], 1n, false, false],
  [[1n, 2n], setOf([1n, 2n]), true, true],
  ["abc", ["a", "z"], false, true],
  ["abc", ["a", 1n], false, false],
  ["abc", "ab", true, true],
  ["abc", "az", false, false],
  [object, ["a"], false, false],
  [range(1n, 4n), [2n], false, false],
  [undefined, [], true, false],
  [uuid, "018f", false, false],
  [big, point(5, 5), false, false],
  [big, [point(5, 5), point(50, 5)], false, true],
])("%p CONTAINSALL %p is %p, and CONTAINSANY is %p", (left, right, all, any) => {
  expect([containsAll(left, right), containsAny(left, right), containsNone(left, right)]).toEqual([all, any, !any]);
});

test.each<[Value, Value, boolean]>([
  [big, point(0, 0), true],
  [big, big, true],
  [holed, point(5, 5), false],
  [holed, small, true],
  [big, line([1, 1], [20, 2]), true],
  [big, line([11, 1], [20, 2]), false],
  [line([0, 0], [2, 2]), line([0, 2], [2, 0]), true],
  [big, points([1, 1], [20, 2]), true],
  [1n, point(1, 1), false],
])("%p INTERSECTS %p is %p", (left, right, result) => {
  expect(intersects(left, right)).toBe(result);
});

test("what is empty or zero counts as false, and so do tables, ranges, regexes and functions", () => {
  const truthy: readonly Value[] = [
    true,
    -1n,
    Number.NaN,
    "false",
    "0",
    new Duration(1n),
    new Datetime(0n),
    uuid,
    [0n],
    object,
    setOf([1n]),
    point(0, 0),
    new Uint8Array(1),
    new RecordId("a", 1n),
  ];
  const falsy: readonly Value[] = [
    ...[undefined, null, false, 0n, 0, -0, new Decimal(0), "", new Duration(0n), [], new Map(), setOf([]), new Uint8Array()],
    ...[new TableName("a"), new Regex("a"), range(1n, 2n), new Closure("|| 1", {})],
  ];
  for (const value of truthy) expect([value, isTruthy(value)]).toEqual([value, true]);
  for (const value of falsy) expect([value, isTruthy(value)]).toEqual([value, false]);
});
