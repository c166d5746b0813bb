import { indexOfSet, setOfAll } from "../../compile/set-all.ts";
import type { TableDefinition } from "../../catalog/definitions.ts";
import type { Update } from "../../language/surrealql/tree/index.ts";
import type { SetField } from "../../store/port.ts";
import { TableName } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { feedOf } from "../feed.ts";
import { askStore } from "../pending.ts";
import { writePermissionsApply } from "../permission.ts";
import { checkMayWrite } from "../read-only.ts";
import { placeOf, tableOf, type Scope } from "../scope.ts";
import { variableOf } from "../select/planned.ts";
import { scannedTable } from "../select/source.ts";
import type { Target } from "./target.ts";

/**
 * `UPDATE table SET field = constant, field += int RETURN NONE` as one statement of the store, where nothing else is to be done for each record.
 * @returns whether it was done
 */
export function* updatedAll(target: Target, update: Update, scope: Scope): Effect<boolean> {
  if (!(target instanceof TableName) || !scope.env.pushdown || writePermissionsApply(scope)) return false;
  const set = setOfAll(update, (name) => variableOf(name, scope));
  if (set === undefined) return false;
  const table = tableOf(scope, scannedTable(target.name, scope));
  if (table === undefined || !isLeftAlone(table, scope)) return false;
  const indexes = indexesOfSet(table, set);
  if (indexes === undefined) return false;
  checkMayWrite(scope);
  const edges = table.tree.type.type === "any";
  return yield* askStore((tx) => tx.setAll(placeOf(scope), table.name, { set, indexes, edges }), scope);
}

/** Whether nothing but the store has to do with what is written: no field, event, view, change feed, live query. */
function isLeftAlone({ name, tree, fields, events, views, isWatched }: TableDefinition, scope: Scope): boolean {
  if (tree.drop || tree.schemafull || tree.view !== undefined || tree.type.type === "relation") return false;
  if (fields.size > 0 || events.size > 0 || views.length > 0 || feedOf(tree, scope) !== undefined) return false;
  return !isWatched && scope.env.changes?.watches(placeOf(scope), name) !== true;
}

/** The indexes that get new entries, each with its field; undefined where one is to be asked of each record. */
function indexesOfSet({ indexes }: TableDefinition, set: readonly SetField[]): ReadonlyMap<string, string> | undefined {
  const written = new Map<string, string>();
  for (const [name, { tree }] of indexes) {
    const how = indexOfSet(tree, set);
    if (how === undefined) return undefined;
    if (how !== "as before") written.set(name, how.field);
  }
  return written;
}
