import type { Effect } from "../interpret/effect.ts";
import { compareNumbers, type NumberValue } from "./numbers.ts";
import { isArray, kindOf, kindsInOrder, type ValueKind } from "./kind-of.ts";
import { compareShapes } from "./order-geometry.ts";
import { sortInTurns } from "./sort-in-turns.ts";
import {
  KeyRange,
  SetValue,
  type Bound,
  type Closure,
  type Datetime,
  type Duration,
  type FilePointer,
  type Geometry,
  type ObjectValue,
  type Range,
  type RecordId,
  type RecordKey,
  type Regex,
  type TableName,
  type Uuid,
  type Value,
} from "./value.ts";

const rank = new Map<ValueKind, number>(kindsInOrder.map((kind, index) => [kind, index]));

/** The total order of values: negative where `a` is before `b`, 0 where they are equal. */
export function compareValues(a: Value, b: Value): number {
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  if (typeof a === "bigint" && typeof b === "bigint") return a < b ? -1 : a > b ? 1 : 0;
  const kind = kindOf(a);
  const other = kindOf(b);
  return kind === other ? compareWithin(kind, a, b) : (rank.get(kind) ?? 0) - (rank.get(other) ?? 0);
}

/** Both values are of `kind`, which is what each cast relies on. */
function compareWithin(kind: ValueKind, a: Value, b: Value): number {
  switch (kind) {
    case "none":
    case "null":
      return 0;
    case "bool":
      return Number(a) - Number(b);
    case "number":
      return compareNumbers(a as NumberValue, b as NumberValue);
    case "string":
      return compareTexts(a as string, b as string);
    case "duration":
    case "datetime":
      return compareBigints((a as Duration | Datetime).nanos, (b as Duration | Datetime).nanos);
    case "uuid":
      return compareTexts((a as Uuid).text, (b as Uuid).text);
    case "array":
      return compareLists(a as readonly Value[], b as readonly Value[]);
    case "set":
      return compareLists((a as SetValue).members, (b as SetValue).members);
    case "object":
      return compareObjects(a as ObjectValue, b as ObjectValue);
    case "geometry":
      return compareShapes((a as Geometry).shape, (b as Geometry).shape);
    case "bytes":
      return compareBytes(a as Uint8Array, b as Uint8Array);
    case "table":
      return compareTexts((a as TableName).name, (b as TableName).name);
    case "record":
      return compareRecords(a as RecordId, b as RecordId);
    case "file":
      return (
        compareTexts((a as FilePointer).bucket, (b as FilePointer).bucket) ||
        compareTexts((a as FilePointer).key, (b as FilePointer).key)
      );
    case "regex":
      return compareTexts((a as Regex).source, (b as Regex).source);
    case "range":
      return compareRanges(a as Range, b as Range);
    case "function":
      // The language does not order functions; text keeps equal ones together.
      return compareTexts((a as Closure).text, (b as Closure).text);
  }
}

/**
 * Whether two values are equal, as `=` and `==` see it: numbers by worth, also between ints, floats and decimals and within arrays and objects; a
 * regex matches no text here (`looselyEqual` in compare.ts).
 */
export function valuesEqual(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a instanceof Map && b instanceof Map) return objectsEqual(a, b);
  if (isArray(a) && isArray(b)) return a.length === b.length && a.every((item, index) => valuesEqual(item, b[index]));
  return compareValues(a, b) === 0;
}

/** Needs no order of keys. */
function objectsEqual(a: ObjectValue, b: ObjectValue): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) if (!b.has(key) || !valuesEqual(value, b.get(key))) return false;
  return true;
}

/** Texts by their Unicode code points (UTF-8 order). JavaScript compares UTF-16 units, where astral characters come before U+E000. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return codeUnitRank(x) - codeUnitRank(y);
  }
  return a.length - b.length;
}

/** Moves surrogates (which stand for characters from U+10000) behind U+FFFF. */
function codeUnitRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function compareBigints(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareLists(a: readonly Value[], b: readonly Value[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Entry by entry in the order of keys: first the keys decide, then the values, then who has more. */
function compareObjects(a: ObjectValue, b: ObjectValue): number {
  const left = sortedEntries(a);
  const right = sortedEntries(b);
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const [leftKey, leftValue] = left[i] as readonly [string, Value];
    const [rightKey, rightValue] = right[i] as readonly [string, Value];
    const order = compareTexts(leftKey, rightKey) || compareValues(leftValue, rightValue);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

function compareRecords(a: RecordId, b: RecordId): number {
  const tables = compareTexts(a.table, b.table);
  if (tables !== 0) return tables;
  if (a.key instanceof KeyRange) return b.key instanceof KeyRange ? compareRanges(a.key, b.key) : 1;
  return b.key instanceof KeyRange ? -1 : compareKeys(a.key, b.key);
}

/** The order of record keys of one table: ints, strings, uuids, arrays, objects. */
export function compareKeys(a: RecordKey, b: RecordKey): number {
  return compareValues(a, b);
}

/** By the beginning, then the end. An end counts as a beginning does: ranges are sorted by how they are written, not by what they contain. */
function compareRanges(a: Range | KeyRange, b: Range | KeyRange): number {
  return compareBounds(a.begin, b.begin) || compareBounds(a.end, b.end);
}

/** Unbounded first, then all that include their value, then all that do not; among these the value decides. */
function compareBounds(a: Bound<Value> | undefined, b: Bound<Value> | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return Number(b.inclusive) - Number(a.inclusive) || compareValues(a.value, b.value);
}

/** The entries of an object in the order of their keys. */
export function sortedEntries(object: ObjectValue): readonly (readonly [string, Value])[] {
  const entries = [...object];
  for (let i = 1; i < entries.length; i++) {
    if (compareTexts((entries[i - 1] as [string, Value])[0], (entries[i] as [string, Value])[0]) > 0)
      return entries.sort(([a], [b]) => compareTexts(a, b));
  }
  return entries;
}

/** The values in an order. JavaScript's own sort never asks about undefined and puts it last: NONE would come behind all others. */
export function sortValues(values: Iterable<Value>, order: (a: Value, b: Value) => number = compareValues): readonly Value[] {
  return Array.from(values, (value) => ({ value }))
    .sort((a, b) => order(a.value, b.value))
    .map(({ value }) => value);
}

/** The same, in which others have their turns. */
export function* sortValuesInTurns<Pause>(
  values: readonly Value[],
  turn: () => Generator<Pause, void, unknown>,
  order: (a: Value, b: Value) => number = compareValues,
): Generator<Pause, readonly Value[], unknown> {
  const wrapped = values.map((value) => ({ value }));
  const sorted = yield* sortInTurns(wrapped, (a, b) => order(a.value, b.value), turn);
  return sorted.map(({ value }) => value);
}

/** A set of these values: sorted, each once. Of equal ones (1 and 1f) the first stays. */
export function setOf(values: Iterable<Value>): SetValue {
  const sorted = sortValues(values);
  return new SetValue(sorted.filter((value, index) => index === 0 || compareValues(sorted[index - 1], value) !== 0));
}

/** So many are compared without a pause. */
const comparedAtOnce = 4_096;

/** The same, in which others have their turns. */
export function* setInTurns<Pause>(
  values: readonly Value[],
  turn: () => Generator<Pause, void, unknown>,
): Generator<Pause, SetValue, unknown> {
  const sorted = yield* sortValuesInTurns(values, turn);
  const members: Value[] = [];
  for (const [index, value] of sorted.entries()) {
    if (index === 0 || compareValues(sorted[index - 1], value) !== 0) members.push(value);
    if (index % comparedAtOnce === comparedAtOnce - 1) yield* turn();
  }
  return new SetValue(members);
}

interface Placed {
  readonly value: Value;
  readonly index: number;
}

const placed = (values: readonly Value[]): readonly Placed[] => values.map((value, index) => ({ value, index }));

/** The values without those that an earlier one equals, in their order. */
export function distinctValues(values: readonly Value[]): readonly Value[] {
  return firstOfEqual(placed(values).toSorted((a, b) => compareValues(a.value, b.value)));
}

/** The same, in which others have their turns. */
export function* distinctValuesInTurns(values: readonly Value[], turn: () => Effect<void>): Effect<readonly Value[]> {
  return firstOfEqual(yield* sortInTurns(placed(values), (a, b) => compareValues(a.value, b.value), turn));
}

/** Of sorted values, of which equal ones stand in their order, the first of each, by their places. */
function firstOfEqual(sorted: readonly Placed[]): readonly Value[] {
  const first = sorted.filter((item, at) => at === 0 || compareValues(sorted[at - 1]?.value, item.value) !== 0);
  return first.toSorted((a, b) => a.index - b.index).map(({ value }) => value);
}
