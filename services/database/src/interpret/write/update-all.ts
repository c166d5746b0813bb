import { indexOfSet, settingOf, type Setting } from "../../compile/set-all.ts";
import type { TableDefinition } from "../../catalog/definitions.ts";
import type { Update } from "../../language/surrealql/tree/index.ts";
import { RecordId, TableName, type Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { feedOf } from "../feed.ts";
import { askStore } from "../pending.ts";
import { permissionsApply, writePermissionsApply } from "../permission.ts";
import { checkMayWrite } from "../read-only.ts";
import { readStored, withId } from "../record.ts";
import { placeOf, tableOf, type Scope } from "../scope.ts";
import { variableOf } from "../select/planned.ts";
import { scannedTable } from "../select/source.ts";
import { meantBy } from "./meant.ts";
import type { Target } from "./target.ts";

/**
 * `UPDATE table SET field = constant, other = field + int WHERE …` as one statement of the store, where nothing else is to be done for each record; MERGE,
 * CONTENT and UNSET too.
 * @returns what it shows of the records; undefined where it was not done
 */
export function* updatedAll(target: Target, update: Update, scope: Scope): Effect<readonly Value[] | undefined> {
  if (!(target instanceof TableName) || !scope.env.pushdown || writePermissionsApply(scope) || permissionsApply(scope))
    return undefined;
  const shows = update.output?.output ?? "after";
  // An UPSERT without a condition makes a record.
  if ((shows !== "none" && shows !== "after") || (update.statement === "upsert" && update.where === undefined)) return undefined;
  const setting = settingOf(update, { variables: (name) => variableOf(name, scope), now: scope.env.outside.now });
  if (setting === undefined) return undefined;
  const table = tableOf(scope, update.statement === "upsert" ? target.name : scannedTable(target.name, scope));
  if (table === undefined || !isLeftAlone(table, scope)) return undefined;
  const indexes = indexesOfSet(table, setting);
  const told = meantBy(table.name, update, scope);
  const tells = shows === "after";
  if (indexes === undefined || told === undefined || (tells && !told.isInTableOrder)) return undefined;
  checkMayWrite(scope);
  const edges = table.tree.type.type === "any";
  const change = { ...setting, ...(told.of !== undefined && { of: told.of }), indexes, edges, tells };
  const written = yield* askStore((tx) => tx.setAll(placeOf(scope), table.name, change), scope);
  if (written === undefined || (written.count === 0 && update.statement === "upsert")) return undefined;
  const ids = written.keys.map((key) => new RecordId(table.name, key));
  const documents = yield* readStored(ids, scope);
  return ids.map((id, i) => withId(id, documents[i] ?? new Map()));
}

/** Whether nothing but the store has to do with what is written: no field, event, view, change feed, live query. */
function isLeftAlone(table: TableDefinition, scope: Scope): boolean {
  const { tree, fields } = table;
  if (tree.drop || tree.schemafull || tree.view !== undefined || tree.type.type === "relation" || fields.size > 0) return false;
  return isUnwatched(table, scope);
}

/** Whether nobody is to be told of each record that is written. */
export function isUnwatched({ name, tree, events, views, isWatched }: TableDefinition, scope: Scope): boolean {
  if (events.size > 0 || views.length > 0 || feedOf(tree, scope) !== undefined) return false;
  return !isWatched && scope.env.changes?.watches(placeOf(scope), name) !== true;
}

/** The indexes that get new entries, each with its field; undefined where one is to be asked of each record. */
function indexesOfSet({ indexes }: TableDefinition, setting: Setting): ReadonlyMap<string, string> | undefined {
  const written = new Map<string, string>();
  for (const [name, { tree }] of indexes) {
    const how = indexOfSet(tree, setting);
    if (how === undefined) return undefined;
    if (how !== "as before") written.set(name, how.field);
  }
  return written;
}
