import type { TableDefinition } from "../../catalog/definitions.ts";
import type { Expression, Select } from "../../language/surrealql/tree/index.ts";
import { compareValues, valuesEqual } from "../../values/order.ts";
import { RecordId, type ObjectValue, type Value } from "../../values/value.ts";
import { isObject } from "../../values/kind-of.ts";
import type { Effect } from "../effect.ts";
import { askStore } from "../pending.ts";
import { evaluate } from "../evaluate.ts";
import { scanStored, withId } from "../record.ts";
import { about, asSystem, placeOf, tableOf, type Scope } from "../scope.ts";
import { groupRows } from "../select/group.ts";
import { keysOfGroup } from "../select/group.ts";
import { project } from "../select/project.ts";
import { isTruthy } from "../../values/compare.ts";
import { textsOf } from "../search/write.ts";
import { entriesOf } from "./entries.ts";

/** Keeps the tables that are `AS SELECT … FROM` this one: only the rows that this record is or was part of change. */
export function* updateViews(
  table: TableDefinition | undefined,
  before: ObjectValue | undefined,
  after: ObjectValue | undefined,
  scope: Scope,
): Effect<void> {
  for (const name of table?.views ?? []) {
    const view = tableOf(scope, name)?.tree.view;
    if (view !== undefined) yield* updateView(name, view, { before, after }, String(table?.name), asSystem(scope));
  }
}

interface Both {
  readonly before: ObjectValue | undefined;
  readonly after: ObjectValue | undefined;
}

function* updateView(name: string, view: Select, { before, after }: Both, source: string, scope: Scope): Effect<void> {
  if (view.group === undefined) {
    const id = (after ?? before)?.get("id");
    if (!(id instanceof RecordId)) return;
    const shown =
      after !== undefined && (yield* holds(view.where, after, scope)) ? yield* project(after, view.fields, scope) : undefined;
    yield* put(name, new RecordId(name, id.key), shown, scope);
    return;
  }
  const keys = yield* keysTouched(view, [before, after], scope);
  const rows = yield* rowsOf(view, source, scope);
  for (const key of keys) yield* putGroup(name, view, key, rows, scope);
}

/** Fills a view from the table that it is of. */
export function* fillView(name: string, view: Select, source: string, scope: Scope): Effect<void> {
  const rows = yield* rowsOf(view, source, scope);
  if (view.group === undefined) {
    for (const row of rows) {
      const id = row.get("id");
      if (id instanceof RecordId) yield* put(name, new RecordId(name, id.key), yield* project(row, view.fields, scope), scope);
    }
    return;
  }
  for (const key of yield* keysTouched(view, rows, scope)) yield* putGroup(name, view, key, rows, scope);
}

function* holds(where: Expression | undefined, record: ObjectValue, scope: Scope): Effect<boolean> {
  return where === undefined || isTruthy(yield* evaluate(where, about(scope, record)));
}

function* rowsOf(view: Select, source: string, scope: Scope): Effect<readonly ObjectValue[]> {
  const rows: ObjectValue[] = [];
  for (const { id, document } of yield* scanStored(source, scope)) {
    const row = withId(id, document);
    if (yield* holds(view.where, row, scope)) rows.push(row);
  }
  return rows;
}

function* keysTouched(
  view: Select,
  records: readonly (ObjectValue | undefined)[],
  scope: Scope,
): Effect<readonly (readonly Value[])[]> {
  const keys: (readonly Value[])[] = [];
  for (const record of records) {
    if (record === undefined || view.group === undefined || !(yield* holds(view.where, record, scope))) continue;
    const key = yield* keysOfGroup(record, view.fields, view.group, scope);
    if (!keys.some((other) => valuesEqual(other, key))) keys.push(key);
  }
  return keys.toSorted(compareValues);
}

/** The row of a group has the group's key as its id, and is gone with the last record of the group. */
function* putGroup(name: string, view: Select, key: readonly Value[], rows: readonly ObjectValue[], scope: Scope): Effect<void> {
  const { fields, group } = view;
  if (group === undefined) return;
  const members: ObjectValue[] = [];
  for (const row of rows) if (valuesEqual(yield* keysOfGroup(row, fields, group, scope), key)) members.push(row);
  const [shown] = members.length === 0 ? [] : yield* groupRows(members, fields, group, scope);
  yield* put(name, new RecordId(name, key), shown, scope);
}

function* put(table: string, id: RecordId, shown: Value, scope: Scope): Effect<void> {
  const { key } = id;
  if (!isObject(shown)) {
    yield* askStore((tx) => tx.delete(placeOf(scope), table, [key as readonly Value[]]), scope);
    return;
  }
  const document = new Map(shown);
  document.delete("id");
  const entries = yield* entriesOf(withId(id, document), tableOf(scope, table), scope);
  const texts = yield* textsOf(withId(id, document), undefined, tableOf(scope, table), scope);
  yield* askStore((tx) => tx.write(placeOf(scope), table, [{ id, document, entries, texts }], "upsert"), scope);
}
