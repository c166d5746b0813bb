import type { DefineIndex, Expression, Part, Update } from "../language/surrealql/tree/index.ts";
import type { SetField } from "../store/port.ts";
import { isArray } from "../values/kind-of.ts";
import { Duration, Uuid, type Datetime, type Value } from "../values/value.ts";
import { constantOf, type Variables } from "./constant.ts";
import { isFilterValue } from "./filter.ts";

/** A longer text is not repeated in one statement: what a record may hold is counted for each. */
const longestText = 1_000;
/** More items of a list neither. */
const mostItems = 100;

/** What a statement writes into each of its records, where that is the same for all of them. */
export interface Setting {
  readonly set: readonly SetField[];
  /** Nothing of what was there stays. */
  readonly replaces: boolean;
}

export interface Constants {
  readonly variables: Variables;
  /** What `time::now()` gives. */
  readonly now: () => Datetime;
}

/** The fields that an UPDATE sets to what is the same for all records, or to a whole number more or less; undefined where it does more. */
export function settingOf({ data, timeout }: Update, constants: Constants): Setting | undefined {
  if (data === undefined || timeout !== undefined) return undefined;
  const set = fieldsOf(data, constants);
  const names = new Set(set?.map(({ field }) => field));
  if (set === undefined || names.size < set.length) return undefined;
  const replaces = data.data === "content" || data.data === "replace";
  return set.length === 0 && !replaces ? undefined : { set, replaces };
}

function fieldsOf(data: NonNullable<Update["data"]>, constants: Constants): readonly SetField[] | undefined {
  switch (data.data) {
    case "set":
      return everyOf(data.assignments, ({ path, operator, value }) => {
        const field = nameOf(path.parts);
        return field === undefined ? undefined : setField(field, operator, value, constants);
      });
    case "unset":
      return everyOf(data.fields, ({ parts }) => {
        const field = nameOf(parts);
        return field === undefined ? undefined : { field, to: undefined };
      });
    case "content":
    case "replace":
    case "merge":
      return everyOf(entriesOf(data.value, constants), ([key, value]) => {
        const field = nameOf([{ part: "field", name: key }]);
        return field === undefined || value === undefined || !isPlain(value.value) ? undefined : { field, to: value.value };
      });
    case "patch":
      return undefined;
  }
}

function everyOf<T, U>(items: readonly T[] | undefined, of: (item: T) => U | undefined): readonly U[] | undefined {
  const all = items?.map(of);
  return all?.every((one) => one !== undefined) === true ? all : undefined;
}

/** The fields of an object, each with its value, wrapped, where that is a constant. */
function entriesOf(
  expression: Expression,
  constants: Constants,
): readonly (readonly [string, { readonly value: Value } | undefined])[] | undefined {
  if (expression.kind === "object") return expression.entries.map(([key, value]) => [key, valueOf(value, constants)]);
  const value = valueOf(expression, constants)?.value;
  return value instanceof Map ? [...value].map(([key, item]: [string, Value]) => [key, { value: item }]) : undefined;
}

function valueOf(expression: Expression, { variables, now }: Constants): { readonly value: Value } | undefined {
  if (expression.kind !== "call") return constantOf(expression, variables);
  const { callee, args } = expression;
  return callee.of === "builtin" && callee.name === "time::now" && args.length === 0 ? { value: now() } : undefined;
}

function setField(field: string, operator: string, value: Expression, constants: Constants): SetField | undefined {
  const constant = valueOf(value, constants);
  if (operator === "=" && constant === undefined) return sumOf(field, value, constants);
  if (constant === undefined) return undefined;
  if (operator === "=") return isPlain(constant.value) ? { field, to: constant.value } : undefined;
  const added = summand(constant.value, operator === "-=");
  if (added === undefined || (operator !== "+=" && operator !== "-=")) return undefined;
  return { field, of: field, add: added, orNothing: true };
}

/** `a = b + 1`, of a field that may be the same. */
function sumOf(field: string, value: Expression, constants: Constants): SetField | undefined {
  if (value.kind !== "binary" || (value.operator !== "+" && value.operator !== "-")) return undefined;
  const isMirrored = value.operator === "+" && value.left.kind !== "idiom";
  const [from, by] = isMirrored ? [value.right, value.left] : [value.left, value.right];
  const of = from.kind === "idiom" && from.start === undefined ? nameOf(from.parts) : undefined;
  const add = summand(valueOf(by, constants)?.value, value.operator === "-");
  return of === undefined || add === undefined ? undefined : { field, of, add, orNothing: false };
}

/** What is added so often as records can be changed at once stays below the largest int that JSON has. */
const smallEnough = 2n ** 31n;

function summand(value: Value, isTaken: boolean): bigint | undefined {
  if (typeof value !== "bigint" || value < -smallEnough || value > smallEnough) return undefined;
  return isTaken ? -value : value;
}

function isPlain(value: Value): boolean {
  if (isArray(value))
    return value.length <= mostItems && value.every((item) => item !== undefined && !isArray(item) && isPlain(item));
  if (typeof value === "string" && value.length > longestText) return false;
  return isFilterValue(value) || value instanceof Duration || value instanceof Uuid;
}

/** A field that the statement may change, and that JSON holds as it is. */
function nameOf(parts: readonly Part[]): string | undefined {
  const [first, ...more] = parts;
  if (first?.part !== "field" || more.length > 0) return undefined;
  const { name } = first;
  const isKept = name === "id" || name === "in" || name === "out";
  return isKept || name.startsWith("$") || name.includes("\0") || !name.isWellFormed() ? undefined : name;
}

/** How an index changes with fields that are set: not at all, or to the one field's new values; undefined where it must be asked of each record. */
export function indexOfSet(
  { fields, index, prepareRemove }: DefineIndex,
  { set, replaces }: Setting,
): "as before" | { readonly field: string } | undefined {
  if (index.kind === "count" || prepareRemove === true) return "as before";
  if (index.kind !== "plain" && index.kind !== "unique") return undefined;
  const names = fields.map((field) => {
    if (field.kind !== "idiom" || field.start !== undefined) return undefined;
    const [first, second, ...more] = field.parts;
    const isOwn = first?.part === "field" && (second === undefined || second.part === "all") && more.length === 0;
    return isOwn ? { name: first.name, isWhole: second === undefined } : undefined;
  });
  if (!names.every((name) => name !== undefined)) return undefined;
  const written = (name: string) => set.find(({ field }) => field === name);
  if (!replaces && names.every(({ name }) => written(name) === undefined)) return "as before";
  const [only, ...more] = names;
  if (only === undefined || more.length > 0 || !only.isWhole || index.kind === "unique") return undefined;
  const one = written(only.name);
  // A list stands there by its items.
  return one !== undefined && "to" in one && isArray(one.to) ? undefined : { field: only.name };
}
