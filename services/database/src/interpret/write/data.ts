import type { Assignment, Data, Part } from "../../language/surrealql/tree/index.ts";
import { add, negate, subtract } from "../../values/calculate.ts";
import { badClause, idMismatch } from "../../messages/interpret.ts";
import { isArray, isNumber, isObject } from "../../values/kind-of.ts";
import { valuesEqual } from "../../values/order.ts";
import { printValue } from "../../values/print.ts";
import { Duration, type ObjectValue, type Value } from "../../values/value.ts";
import { catchingReturn } from "../closure.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { assign, remove } from "../idiom/assign.ts";
import { walk, type Walk } from "../idiom/idiom.ts";
import { applyPatch } from "../json-patch.ts";
import { about, type Scope } from "../scope.ts";

/** A record with what was written into it, and what the statement gave for that: the `$input` of events. */
export interface Filled {
  readonly record: ObjectValue;
  readonly given: Value;
}

/**
 * A record with what a statement writes into it.
 * @param seen the record as expressions see it, which is how it was before; of a new one, nothing
 * @param shown what the user may see of it
 */
export function* withData(
  record: ObjectValue,
  data: Data | undefined,
  scope: Scope,
  seen: ObjectValue | undefined,
  shown = record,
): Effect<Filled> {
  if (data === undefined) return { record, given: undefined };
  const here = about(scope, seen);
  switch (data.data) {
    case "set":
      return yield* withAssignments(record, data.assignments, here, shown);
    case "unset": {
      let left: Value = record;
      for (const { parts } of data.fields) left = yield* remove(left, parts, here);
      return { record: left as ObjectValue, given: undefined };
    }
    case "content":
    case "replace": {
      const given = objectFor("CONTENT", yield* catchingReturn(evaluate(data.value, here)), seen);
      return { record: withoutNone(given), given };
    }
    case "merge": {
      const given = objectFor("MERGE", yield* catchingReturn(evaluate(data.value, here)), seen);
      return { record: merged(record, given), given };
    }
    case "patch": {
      const given = yield* catchingReturn(evaluate(data.value, here));
      return { record: patched(record, shown, given), given };
    }
  }
}

/** A patch may copy and test what the user sees; what is hidden stays where the patch puts nothing in its place. */
function patched(record: ObjectValue, seen: ObjectValue, patch: Value): ObjectValue {
  const changed = applyPatch(seen, patch);
  if (!isObject(changed)) return record;
  return record === seen ? changed : withHidden(changed, record, seen);
}

function withHidden(changed: ObjectValue, record: ObjectValue, seen: ObjectValue): ObjectValue {
  const whole = new Map(changed);
  for (const [key, value] of record) {
    const [shown, now] = [seen.get(key), whole.get(key)];
    if (shown === undefined && now === undefined) whole.set(key, value);
    else if (isObject(value) && isObject(shown) && isObject(now)) whole.set(key, withHidden(now, value, shown));
  }
  return whole;
}

/** @param before the record that is there: the ids of a list's items are compared with its id first, and differ */
export function objectFor(clause: string, value: Value, before?: ObjectValue): ObjectValue {
  if (before !== undefined && isArray(value))
    throw idMismatch(printValue(value.map((item) => (isObject(item) ? item.get("id") : undefined))));
  if (!isObject(value)) throw badClause(clause, printValue(value));
  return value;
}

/**
 * All values are of the record as it was; they are written one after the other.
 * @param shown what the user may see of the record: what is hidden counts as NONE, as sums and what they fail with would tell of it
 */
export function* withAssignments(
  record: ObjectValue,
  assignments: readonly Assignment[],
  scope: Scope,
  shown = record,
): Effect<Filled> {
  const values: Value[] = [];
  for (const { value } of assignments) values.push(yield* catchingReturn(evaluate(value, scope)));
  return {
    record: yield* assignedAll(record, assignments, values, scope, shown),
    given: yield* assignedAll(new Map(), assignments, values, scope),
  };
}

/** `l[*].n += 1` adds to the list of all that is there, and writes that list to each place. */
function* assignedAll(
  record: ObjectValue,
  assignments: readonly Assignment[],
  values: readonly Value[],
  scope: Scope,
  shown = record,
): Effect<ObjectValue> {
  let changed: Value = record;
  for (const [index, { path, operator }] of assignments.entries()) {
    const isHidden = shown !== record && !(yield* isSeen(record, shown, path.parts, scope));
    const at: Walk = { scope, repeat: undefined };
    const seen = isHidden && operator !== "=" ? yield* walk(shown, path.parts, at) : undefined;
    const isAsked = operator !== "=" && (!isHidden || isArray(seen));
    const old: Value = isAsked ? yield* walk(changed, path.parts, at) : undefined;
    const next: Value =
      isArray(seen) && isArray(old)
        ? changedList(old, seen, operator, listOf(values[index]))
        : assigned(old, operator, values[index]);
    changed = yield* assign(changed, path.parts, next, scope);
  }
  return changed as ObjectValue;
}

/**
 * A list of which the user sees each item without some of its fields: what is compared is what they see, what changes is the whole list,
 * so that nothing hidden is told and nothing hidden is lost.
 */
function changedList(
  whole: readonly Value[],
  seen: readonly Value[],
  operator: Assignment["operator"],
  items: readonly Value[],
): readonly Value[] {
  const seenAt = (i: number): Value => (i < seen.length ? seen[i] : whole[i]);
  const has = (list: readonly Value[], item: Value) => list.some((other) => valuesEqual(other, item));
  if (operator === "-=") return whole.filter((_, i) => !has(items, seenAt(i)));
  const known = operator === "+?=" ? whole.map((_, i) => seenAt(i)) : [];
  const added: Value[] = [];
  for (const item of items) if (operator === "+=" || !has([...known, ...added], item)) added.push(item);
  return [...whole, ...added];
}

function listOf(value: Value): readonly Value[] {
  return isArray(value) ? value : [value];
}

function* isSeen(record: ObjectValue, seen: ObjectValue, path: readonly Part[], scope: Scope): Effect<boolean> {
  const at: Walk = { scope, repeat: undefined };
  return valuesEqual(yield* walk(record, path, at), yield* walk(seen, path, at));
}

function assigned(old: Value, operator: Assignment["operator"], value: Value): Value {
  switch (operator) {
    case "=":
      return value;
    case "+=":
      return increased(old, value);
    case "-=":
      return decreased(old, value);
    case "+?=":
      return extended(old, value);
  }
}

/** What is neither a list, a number nor a duration stays as it is. */
function increased(old: Value, by: Value): Value {
  if (isArray(old)) return isArray(by) ? [...old, ...by] : [...old, by];
  if (old !== undefined) return areAlike(old, by) ? add(old, by) : old;
  return isNumber(by) || by instanceof Duration || isArray(by) ? by : [by];
}

function decreased(old: Value, by: Value): Value {
  if (isArray(old)) return old.filter((item) => !(isArray(by) ? by : [by]).some((gone) => valuesEqual(gone, item)));
  if (old !== undefined) return areAlike(old, by) ? subtract(old, by) : old;
  return isNumber(by) ? negate(by) : undefined;
}

function areAlike(old: Value, by: Value): boolean {
  return (isNumber(old) && isNumber(by)) || (old instanceof Duration && by instanceof Duration);
}

/** Each item once, also of what was there; what is there and is no list stays as it is. */
function extended(old: Value, by: Value): Value {
  if (old === undefined) return isArray(by) ? by : [by];
  if (!isArray(old)) return old;
  const items: Value[] = [];
  for (const item of [...old, ...listOf(by)]) if (!items.some((other) => valuesEqual(other, item))) items.push(item);
  return items;
}

/** Objects are merged into each other, everything else is replaced, and NONE takes away. */
export function merged(record: ObjectValue, changes: ObjectValue): ObjectValue {
  const whole = new Map(record);
  for (const [key, value] of changes) {
    const old = whole.get(key);
    if (value === undefined) whole.delete(key);
    else whole.set(key, isObject(value) ? merged(isObject(old) ? old : new Map(), value) : value);
  }
  return whole;
}

/** NONE is not stored in objects; an array may hold it. */
export function withoutNone(record: ObjectValue): ObjectValue {
  const kept = new Map<string, Value>();
  for (const [key, value] of record) if (value !== undefined) kept.set(key, stored(value));
  return kept;
}

function stored(value: Value): Value {
  if (isObject(value)) return withoutNone(value);
  return isArray(value) && value.some((item) => isObject(item) || isArray(item)) ? value.map(stored) : value;
}
