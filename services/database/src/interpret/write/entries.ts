import type { TableDefinition } from "../../catalog/definitions.ts";
import type { DefineIndex, Expression } from "../../language/surrealql/tree/index.ts";
import { isArray } from "../../values/kind-of.ts";
import { compareValues, distinctValues } from "../../values/order.ts";
import { SetValue, type ObjectValue, type Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { about, type Scope } from "../scope.ts";

/** The entries of a record in the indexes of its table. */
export function* entriesOf(
  record: ObjectValue,
  table: TableDefinition | undefined,
  scope: Scope,
): Effect<ReadonlyMap<string, readonly (readonly Value[])[]>> {
  const entries = new Map<string, readonly (readonly Value[])[]>();
  for (const [name, { tree }] of table?.indexes ?? []) {
    if (tree.prepareRemove === true) continue;
    if (tree.index.kind === "plain" || tree.index.kind === "unique") entries.set(name, yield* entriesIn(tree, record, scope));
  }
  return entries;
}

/** The entries of a record in those indexes in which it has others than before. */
export function* changedEntries(
  record: ObjectValue,
  before: ObjectValue | undefined,
  table: TableDefinition | undefined,
  scope: Scope,
): ReturnType<typeof entriesOf> {
  const now = yield* entriesOf(record, table, scope);
  if (before === undefined || now.size === 0) return now;
  const old = yield* entriesOf(before, table, scope);
  const isSame = (name: string): boolean =>
    table?.indexes.get(name)?.tree.fields.every(isOwnField) === true && compareValues(now.get(name), old.get(name)) === 0;
  return new Map([...now].filter(([name]) => !isSame(name)));
}

/** What stands behind a link may have changed since an entry was made. */
function isOwnField(field: Expression): boolean {
  if (field.kind !== "idiom" || field.start !== undefined) return false;
  const [first, second, ...more] = field.parts;
  return first?.part === "field" && (second === undefined || second.part === "all") && more.length === 0;
}

/**
 * The entries in one index: each combination of the items of arrays. A unique index has none of a record in which a column is NONE or NULL, so that
 * many may lack it.
 */
export function* entriesIn(
  { fields, index }: DefineIndex,
  record: ObjectValue,
  scope: Scope,
): Effect<readonly (readonly Value[])[]> {
  let entries: readonly (readonly Value[])[] = [[]];
  for (const field of fields) {
    const value = yield* evaluate(field, about(scope, record));
    const items = value instanceof SetValue ? value.members : isArray(value) ? distinctValues(value) : [value];
    // An empty array stands in a plain index as NONE: that index has all records.
    const shown = items.length === 0 ? [undefined] : items;
    entries = entries.flatMap((entry) => shown.map((item) => [...entry, item]));
  }
  return index.kind === "unique"
    ? entries.filter((entry) => entry.every((value) => value !== undefined && value !== null))
    : entries;
}
