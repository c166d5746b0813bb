import { RE2JS } from "re2js";
import { tooLarge } from "../messages/interpret.ts";
import { shapeContains, shapesIntersect } from "./geometry-relations.ts";
import { isArray } from "./kind-of.ts";
import { compareValues, valuesEqual } from "./order.ts";
import { matcherOf } from "./pattern.ts";
import { Datetime, Duration, Geometry, RecordId, Range, Regex, SetValue, Uuid, type ObjectValue, type Value } from "./value.ts";
import { Decimal } from "decimal.js";

/** `=`: equal, or one is a regular expression that the other, a text, matches. `==` is `valuesEqual`. */
export function looselyEqual(left: Value, right: Value): boolean {
  if (left instanceof Regex && typeof right === "string") return matches(left, right);
  if (right instanceof Regex && typeof left === "string") return matches(right, left);
  return valuesEqual(left, right);
}

/** Whether a regular expression is found in a text. @throws QueryError as `matcherOf` says */
export function matches(regex: Regex, text: string): boolean {
  return matcherOf(compiled(regex.source), text).find();
}

/** A few compiled expressions are kept: a filter over many records meets the same one each time. */
const compiledBySource = new Map<string, RE2JS>();
const mostCompiled = 64;

function compiled(source: string): RE2JS {
  const known = compiledBySource.get(source);
  if (known !== undefined) return known;
  if (compiledBySource.size >= mostCompiled) compiledBySource.clear();
  const fresh = RE2JS.compile(source);
  compiledBySource.set(source, fresh);
  return fresh;
}

/** `left ?= right`: any element of the left side equals the right one. */
export function anyEqual(left: Value, right: Value): boolean {
  return elementsOf(left)?.some((item) => looselyEqual(item, right)) ?? looselyEqual(left, right);
}

/** `left *= right`: all elements of the left side equal the right one. */
export function allEqual(left: Value, right: Value): boolean {
  return elementsOf(left)?.every((item) => looselyEqual(item, right)) ?? looselyEqual(left, right);
}

function elementsOf(value: Value): readonly Value[] | undefined {
  return isArray(value) ? value : value instanceof SetValue ? value.members : undefined;
}

/** `left CONTAINS right`: an element, a part of a text, a key of an object, a value within a range, a geometry within another. */
export function contains(left: Value, right: Value): boolean {
  if (left instanceof Range) return isWithin(left, right);
  if (left instanceof Map) return typeof right === "string" && left.has(right);
  if (left instanceof Uuid) return typeof right === "string" && left.text.includes(right);
  return hasPart(left, right);
}

/** What the words with ALL, ANY and NONE look into: no objects, ranges or UUIDs. */
function hasPart(left: Value, right: Value): boolean {
  const elements = elementsOf(left);
  if (elements !== undefined) return elements.some((item) => looselyEqual(item, right));
  if (typeof left === "string") return typeof right === "string" && left.includes(right);
  return left instanceof Geometry && right instanceof Geometry && shapeContains(left.shape, right.shape);
}

/** Whether a value lies in a range, by the order of all values. */
export function isWithin({ begin, end }: Range, value: Value): boolean {
  const afterBegin = begin === undefined ? 1 : compareValues(value, begin.value);
  const beforeEnd = end === undefined ? 1 : compareValues(end.value, value);
  return (
    (afterBegin > 0 || (afterBegin === 0 && begin?.inclusive === true)) &&
    (beforeEnd > 0 || (beforeEnd === 0 && end?.inclusive === true))
  );
}

/** Comparing all with all costs the product of their numbers; this many pairs take about two seconds. */
const mostPairs = 500_000_000;

function limitPairs(left: Value, right: Value): void {
  if ((elementsOf(left)?.length ?? 0) * (elementsOf(right)?.length ?? 0) > mostPairs) throw tooLarge();
}

/** `left CONTAINSALL right`: each element of the right side. */
export function containsAll(left: Value, right: Value): boolean {
  limitPairs(left, right);
  return elementsOf(right)?.every((item) => hasPart(left, item)) ?? containsWhole(left, right);
}

/** `left CONTAINSANY right`: one element of the right side, or more. Of a text only texts are asked: one element that is none, and it is false. */
export function containsAny(left: Value, right: Value): boolean {
  limitPairs(left, right);
  const parts = elementsOf(right);
  if (typeof left === "string" && parts?.some((item) => typeof item !== "string")) return false;
  return parts?.some((item) => hasPart(left, item)) ?? containsWhole(left, right);
}

/** `left CONTAINSNONE right`. */
export function containsNone(left: Value, right: Value): boolean {
  return !containsAny(left, right);
}

/** Of a right side without elements only a text in a text. */
function containsWhole(left: Value, right: Value): boolean {
  return typeof left === "string" && hasPart(left, right);
}

/** `left INTERSECTS right`: two geometries have a point in common. `OUTSIDE` is its opposite, also for what is no geometry. */
export function intersects(left: Value, right: Value): boolean {
  return left instanceof Geometry && right instanceof Geometry && shapesIntersect(left.shape, right.shape);
}

/** Whether a value counts as true: not false, NONE, NULL, 0, nor empty; tables, ranges, regexes and functions never do. */
export function isTruthy(value: Value): boolean {
  switch (typeof value) {
    case "undefined":
      return false;
    case "boolean":
      return value;
    case "bigint":
      return value !== 0n;
    case "number":
      return value !== 0;
    case "string":
      return value !== "";
    default:
      return value !== null && isTruthyInstance(value);
  }
}

function isTruthyInstance(value: Exclude<Value, undefined | null | boolean | bigint | number | string>): boolean {
  if (value instanceof Map) return (value as ObjectValue).size > 0;
  if (isArray(value)) return value.length > 0;
  if (value instanceof SetValue) return value.members.length > 0;
  if (value instanceof Decimal) return !value.isZero();
  if (value instanceof Duration) return value.nanos > 0n;
  if (value instanceof Uint8Array) return value.length > 0;
  return value instanceof RecordId || value instanceof Datetime || value instanceof Uuid || value instanceof Geometry;
}
