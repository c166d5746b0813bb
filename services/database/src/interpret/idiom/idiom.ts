import { badSlice, repeatOutside } from "../../messages/path.ts";
import { printValue } from "../../values/print.ts";
import { isArray, isNumber, isObject } from "../../values/kind-of.ts";
import { Geometry, Range, RecordId, SetValue, type Value } from "../../values/value.ts";
import type { Idiom, Part } from "../../language/surrealql/tree/index.ts";
import { geometryField } from "../geometry.ts";
import { callMethod } from "../method.ts";
import { fetchRecord, fetchRecords } from "../record.ts";
import { about, type Scope } from "../scope.ts";
import { isTruthy } from "../../values/compare.ts";
import type { Effect } from "../effect.ts";
import { evaluate, evaluateAll } from "../evaluate.ts";
import { destructure } from "./destructure.ts";
import { walkGraph } from "./graph.ts";
import { recurse, type Repeat } from "./recurse.ts";

/** Where the parts of a path stand: on a value, in a scope, within a recursion or not. */
export interface Walk {
  readonly scope: Scope;
  /** What `@` does here. */
  readonly repeat: Repeat | undefined;
}

/** The value of a path. */
export function* evaluateIdiom({ start, parts }: Idiom, scope: Scope): Effect<Value> {
  const value = start === undefined ? scope.current : yield* evaluate(start, scope);
  const first = parts[0];
  // A path that begins with `@` is about the document.
  if (start === undefined && first?.part === "repeat")
    return yield* walk(recursed(value, parts[1]), parts.slice(1), { scope, repeat: undefined });
  // The usual path, one field of an object, needs nothing else.
  if (parts.length === 1 && first?.part === "field" && isObject(value)) return value.get(first.name);
  return yield* walk(value, start === undefined ? withoutHere(parts) : parts, { scope, repeat: undefined });
}

/** A recursion that shows what it begins at shows the document as its id, like all that it meets. */
function recursed(value: Value, part: Part | undefined): Value {
  if (part?.part !== "recurse" || part.instruction?.inclusive !== true || !isObject(value)) return value;
  const id = value.get("id");
  return id instanceof RecordId ? id : value;
}

/** The parts of a path without a start: `@` at its beginning is the document itself. */
export function withoutHere(parts: readonly Part[]): readonly Part[] {
  return parts[0]?.part === "repeat" ? parts.slice(1) : parts;
}

/** Follows the parts of a path from a value. Record ids on the way are read. */
export function* walk(value: Value, parts: readonly Part[], at: Walk): Effect<Value> {
  const part = parts[0];
  if (part === undefined) return value;
  const rest = parts.slice(1);
  switch (part.part) {
    case "field":
      return yield* walkField(value, part.name, parts, at);
    case "all":
      return yield* walkAll(value, rest, at);
    case "last":
      return yield* walk(isArray(value) ? value.at(-1) : value, rest, at);
    case "flatten":
      return yield* walk(isArray(value) ? flattenOnce(value) : value, rest, at);
    case "index":
      return yield* walk(elementAt(value, yield* evaluate(part.index, at.scope)), rest, at);
    case "where":
      return yield* walk(yield* filter(value, part.condition, at.scope), rest, at);
    case "graph":
      return yield* walkGraph(value, parts, at);
    case "destructure":
      return yield* walkDestructure(value, part.fields, rest, at);
    case "optional":
      return value === undefined || value === null ? value : yield* walk(value, rest, at);
    case "method":
      return yield* walk(yield* callMethod(value, part.name, yield* evaluateAll(part.args, at.scope), at.scope), rest, at);
    case "recurse":
      return yield* recurse(value, part, rest, at);
    case "repeat":
      if (at.repeat === undefined) throw repeatOutside();
      return yield* walk(yield* at.repeat(value), rest, at);
  }
}

function* walkField(value: Value, name: string, parts: readonly Part[], at: Walk): Effect<Value> {
  if (isObject(value)) return yield* walk(value.get(name), parts.slice(1), at);
  if (isArray(value)) return yield* walkEach(value, parts, at);
  if (value instanceof RecordId) {
    return yield* walk(fieldOf(yield* fetchRecord(value, at.scope), name), parts.slice(1), at);
  }
  return yield* walk(value instanceof Geometry ? geometryField(value, name) : undefined, parts.slice(1), at);
}

function fieldOf(value: Value, name: string): Value {
  return isObject(value) ? value.get(name) : undefined;
}

/** Follows the same parts from each item; the records among them are read at once. */
function* walkEach(items: readonly Value[], parts: readonly Part[], at: Walk): Effect<readonly Value[]> {
  const found: Value[] = [];
  for (const item of yield* readItems(items, at.scope)) found.push(yield* walk(item, parts, at));
  return found;
}

function* readItems(items: readonly Value[], scope: Scope): Effect<readonly Value[]> {
  if (!items.some((item) => item instanceof RecordId)) return items;
  const records = yield* fetchRecords(
    items.filter((item) => item instanceof RecordId),
    scope,
  );
  let next = 0;
  return items.map((item) => (item instanceof RecordId ? records[next++] : item));
}

/** All items of an array, all fields of an object or a record; anything else, also NONE and a set, counts as a list of itself. */
function* walkAll(value: Value, rest: readonly Part[], at: Walk): Effect<Value> {
  if (isArray(value)) return yield* walkEach(value, rest, at);
  if (value instanceof RecordId) return yield* walk(yield* fetchRecord(value, at.scope), rest, at);
  return yield* walk(isObject(value) ? value : [value], rest, at);
}

function* walkDestructure(
  value: Value,
  fields: Extract<Part, { part: "destructure" }>["fields"],
  rest: readonly Part[],
  at: Walk,
): Effect<Value> {
  if (!isArray(value)) {
    const record = value instanceof RecordId ? yield* fetchRecord(value, at.scope) : value;
    return yield* walk(yield* destructure(record, fields, at), rest, at);
  }
  const built: Value[] = [];
  for (const item of yield* readItems(value, at.scope)) {
    built.push(isArray(item) ? yield* walkDestructure(item, fields, [], at) : yield* destructure(item, fields, at));
  }
  return yield* walk(built, rest, at);
}

/** The items for which a condition holds; what is no array counts as one item. */
function* filter(value: Value, condition: Extract<Part, { part: "where" }>["condition"], scope: Scope): Effect<readonly Value[]> {
  const kept: Value[] = [];
  for (const item of isArray(value) ? value : [value]) {
    if (isTruthy(yield* evaluate(condition, about(scope, item)))) kept.push(item);
  }
  return kept;
}

/** The items of an array or a set. */
export function membersOf(value: Value): readonly Value[] | undefined {
  return isArray(value) ? value : value instanceof SetValue ? value.members : undefined;
}

/** One level of arrays less. */
export function flattenOnce(items: readonly Value[]): readonly Value[] {
  return items.flatMap((item) => membersOf(item) ?? [item]);
}

function elementAt(value: Value, index: Value): Value {
  if (isObject(value)) return typeof index === "string" || typeof index === "bigint" ? value.get(String(index)) : undefined;
  if (index instanceof Range) {
    const [from, to] = boundsOf(index);
    return isArray(value) ? sliceOf(value, from, to) : undefined;
  }
  const members = membersOf(value instanceof RecordId && isArray(value.key) ? value.key : value);
  if (members === undefined || !isNumber(index)) return undefined;
  return members[Math.trunc(Number(index))];
}

/** The first position of a range and the one after its last. */
function boundsOf({ begin, end }: Range): readonly [bigint, bigint | undefined] {
  for (const bound of [begin, end]) {
    if (bound !== undefined && typeof bound.value !== "bigint") throw badSlice(printValue(bound.value));
  }
  // No place is before the first, also where the bound itself is left out.
  if ([begin, end].some((bound) => (bound?.value as bigint) < 0n)) return [-1n, 0n];
  const from = begin === undefined ? 0n : (begin.value as bigint) + (begin.inclusive ? 0n : 1n);
  return [from, end === undefined ? undefined : (end.value as bigint) + (end.inclusive ? 1n : 0n)];
}

/** A slice that does not lie within the array is NONE. */
function sliceOf(items: readonly Value[], from: bigint, end: bigint | undefined): Value {
  const to = end ?? BigInt(items.length);
  return from < 0n || from > to || to > BigInt(items.length) ? undefined : items.slice(Number(from), Number(to));
}
