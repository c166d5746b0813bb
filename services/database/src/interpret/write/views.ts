import type { TableDefinition } from "../../catalog/definitions.ts";
import type { Expression, Group, Select } from "../../language/surrealql/tree/index.ts";
import { compareValues, valuesEqual } from "../../values/order.ts";
import { printValue } from "../../values/print.ts";
import { RecordId, TableName, type ObjectValue, type Value } from "../../values/value.ts";
import { asOrdinary } from "../../values/edge.ts";
import { isObject } from "../../values/kind-of.ts";
import type { Effect } from "../effect.ts";
import { askStore, writeSoon } from "../pending.ts";
import { evaluate } from "../evaluate.ts";
import { computed, readStored, withId } from "../record.ts";
import { about, asSystem, placeOf, tableOf, type Scope } from "../scope.ts";
import { keyExpressions, keysOfGroup } from "../select/group.ts";
import { project } from "../select/project.ts";
import { isTruthy } from "../../values/compare.ts";
import { textsOf } from "../search/write.ts";
import { addedUp } from "./added-up.ts";
import { entriesOf } from "./entries.ts";
import { existing } from "./existing.ts";
import { viewRow } from "./view-row.ts";

/**
 * Keeps the tables that are `AS SELECT … FROM` this one: only the rows that this record is or was part of change. Those of groups are made anew
 * once the statement has ended, or before the view is read.
 */
export function* updateViews(
  table: TableDefinition | undefined,
  before: ObjectValue | undefined,
  after: ObjectValue | undefined,
  scope: Scope,
): Effect<void> {
  for (const name of table?.views ?? []) {
    const view = tableOf(scope, name)?.tree.view;
    if (view === undefined) continue;
    if (table?.tree.drop === true && view.group !== undefined) yield* addToGroup(name, view, view.group, after, asSystem(scope));
    else yield* updateView(name, view, [before, after], String(table?.name), asSystem(scope));
  }
}

function* updateView(
  name: string,
  view: Select,
  [before, after]: readonly [ObjectValue | undefined, ObjectValue | undefined],
  source: string,
  scope: Scope,
): Effect<void> {
  const { group } = view;
  if (group === undefined) {
    const id = (after ?? before)?.get("id");
    if (!(id instanceof RecordId)) return;
    const shown =
      after !== undefined && (yield* holds(view.where, after, scope)) ? yield* project(after, view.fields, scope) : undefined;
    yield* put(name, new RecordId(name, id.key), shown, scope);
    return;
  }
  const { touched } = scope.env;
  const groups = touched.get(name) ?? { keys: new Map<string, readonly Value[]>(), renew: renewing(name, view, group, source) };
  touched.set(name, groups);
  for (const record of [before, after]) {
    if (record === undefined || !(yield* holds(view.where, record, scope))) continue;
    const key = yield* keysOfGroup(record, view.fields, group, scope);
    groups.keys.set(printValue(key), key);
  }
}

function renewing(name: string, view: Select, group: Group, source: string) {
  return function* renew(keys: readonly (readonly Value[])[], outer: Scope): Effect<void> {
    const scope = asSystem(outer);
    for (const key of keys.toSorted(compareValues)) {
      const members: ObjectValue[] = [];
      for (const row of yield* rowsOf(view, source, key, scope))
        if (valuesEqual(yield* keysOfGroup(row, view.fields, group, scope), key)) members.push(row);
      yield* putGroup(name, view, group, key, members, scope);
    }
  };
}

/** The records of a DROP table are nowhere: what a new one adds is added to the row of its group. */
function* addToGroup(name: string, view: Select, group: Group, record: ObjectValue | undefined, scope: Scope): Effect<void> {
  if (record === undefined || !(yield* holds(view.where, record, scope))) return;
  const key = yield* keysOfGroup(record, view.fields, group, scope);
  const own = yield* viewRow(view.fields, group, key, [record], scope);
  const id = new RecordId(name, key);
  const [before] = yield* readStored([id], scope);
  yield* put(name, id, isObject(own) && before !== undefined ? yield* addedUp(view.fields, before, own, scope) : own, scope);
}

/** Fills a view from the table that it is of. */
export function* fillView(name: string, view: Select, source: string, scope: Scope): Effect<void> {
  const rows = yield* rowsOf(view, source, undefined, scope);
  const { group } = view;
  if (group === undefined) {
    for (const row of rows) {
      const id = row.get("id");
      if (id instanceof RecordId) yield* put(name, new RecordId(name, id.key), yield* project(row, view.fields, scope), scope);
    }
    return;
  }
  const groups = new Map<string, { readonly key: readonly Value[]; readonly members: ObjectValue[] }>();
  for (const row of rows) {
    const key = yield* keysOfGroup(row, view.fields, group, scope);
    const printed = printValue(key);
    const known = groups.get(printed);
    if (known === undefined) groups.set(printed, { key, members: [row] });
    else known.members.push(row);
  }
  for (const { key, members } of groups.values()) yield* putGroup(name, view, group, key, members, scope);
}

function* holds(where: Expression | undefined, record: ObjectValue, scope: Scope): Effect<boolean> {
  return where === undefined || isTruthy(yield* evaluate(where, about(scope, record)));
}

/** The records that a view is of, or those that may be of one group. */
function* rowsOf(view: Select, source: string, key: readonly Value[] | undefined, scope: Scope): Effect<readonly ObjectValue[]> {
  const table = tableOf(scope, source);
  const conditions = view.where === undefined ? [] : [view.where];
  if (key !== undefined && view.group !== undefined)
    for (const [i, left] of keyExpressions(view.fields, view.group).entries())
      conditions.push({ kind: "binary", operator: "=", left, right: { kind: "literal", value: key[i] } });
  const where =
    conditions.length === 0 ? undefined : conditions.reduce((left, right) => ({ kind: "binary", operator: "&&", left, right }));
  const rows: ObjectValue[] = [];
  for (const { id, document } of yield* existing(new TableName(source), { where, with: undefined }, scope))
    rows.push(yield* computed(withId(id, document), table, scope));
  return rows;
}

/** The row of a group has the group's key as its id, and is gone with the last record of the group. */
function* putGroup(
  name: string,
  { fields }: Select,
  group: Group,
  key: readonly Value[],
  members: readonly ObjectValue[],
  scope: Scope,
): Effect<void> {
  const shown = members.length === 0 ? undefined : yield* viewRow(fields, group, key, members, scope);
  yield* put(name, new RecordId(name, key), shown, scope);
}

function* put(table: string, id: RecordId, shown: Value, scope: Scope): Effect<void> {
  const { key } = id;
  if (!isObject(shown)) {
    yield* askStore((tx) => tx.delete(placeOf(scope), table, [key as readonly Value[]]), scope);
    return;
  }
  const document = asOrdinary(new Map(shown));
  document.delete("id");
  const entries = yield* entriesOf(withId(id, document), tableOf(scope, table), scope);
  const texts = yield* textsOf(withId(id, document), undefined, tableOf(scope, table), scope);
  yield* writeSoon(table, { id, document, entries, texts }, "upsert", scope);
}
