import type { DefineIndex, Part, Update } from "../language/surrealql/tree/index.ts";
import type { SetField } from "../store/port.ts";
import { Duration, Uuid, type Value } from "../values/value.ts";
import { constantOf, type Variables } from "./constant.ts";
import { isFilterValue } from "./filter.ts";

/** A longer text is not repeated in one statement: what a record may hold is counted for each. */
const longestText = 1_000;

/** The fields that an UPDATE of all records sets to what is the same for all of them, or adds a whole number to; undefined where it does more. */
export function setOfAll(
  { statement, where, data, output, timeout }: Update,
  variables: Variables,
): readonly SetField[] | undefined {
  if (statement !== "update" || where !== undefined || timeout !== undefined || output?.output !== "none") return undefined;
  if (data?.data !== "set") return undefined;
  const set: SetField[] = [];
  for (const { path, operator, value } of data.assignments) {
    const field = nameOf(path.parts);
    const constant = constantOf(value, variables);
    if (field === undefined || constant === undefined || set.some((other) => other.field === field)) return undefined;
    const one = setField(field, operator, constant.value);
    if (one === undefined) return undefined;
    set.push(one);
  }
  return set.length === 0 ? undefined : set;
}

function setField(field: string, operator: string, value: Value): SetField | undefined {
  if (operator === "=") return isPlain(value) ? { field, to: value } : undefined;
  if (typeof value !== "bigint" || value < -smallEnough || value > smallEnough) return undefined;
  if (operator !== "+=" && operator !== "-=") return undefined;
  return { field, add: operator === "+=" ? value : -value };
}

/** What is added so often as records can be changed at once stays below the largest int that JSON has. */
const smallEnough = 2n ** 31n;

function isPlain(value: Value): boolean {
  if (typeof value === "string" && value.length > longestText) return false;
  return value !== undefined && (isFilterValue(value) || value instanceof Duration || value instanceof Uuid);
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
  { fields, index }: DefineIndex,
  set: readonly SetField[],
): "as before" | { readonly field: string } | undefined {
  if (index.kind === "count") return "as before";
  if (index.kind !== "plain" && index.kind !== "unique") return undefined;
  const names = fields.map((field) => {
    if (field.kind !== "idiom" || field.start !== undefined) return undefined;
    const [first, second, ...more] = field.parts;
    const isOwn = first?.part === "field" && (second === undefined || second.part === "all") && more.length === 0;
    return isOwn ? { name: first.name, isWhole: second === undefined } : undefined;
  });
  if (!names.every((name) => name !== undefined)) return undefined;
  if (!names.some(({ name }) => set.some(({ field }) => field === name))) return "as before";
  const [only, ...more] = names;
  if (only === undefined || more.length > 0 || !only.isWhole || index.kind === "unique") return undefined;
  return { field: only.name };
}
