import type { DatabaseDefinitions, TableDefinition } from "../../catalog/definitions.ts";
import type { Delete } from "../../language/surrealql/tree/index.ts";
import type { EdgesOf, StoredRecord } from "../../store/port.ts";
import { KeyRange, RecordId, TableName, type RecordKey } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { noteDeleted } from "../feed.ts";
import { askStore } from "../pending.ts";
import { permissionsApply, writePermissionsApply } from "../permission.ts";
import { checkMayWrite } from "../read-only.ts";
import { fieldsOf, withId } from "../record.ts";
import { asSystem, databaseOf, inside, placeOf, tableOf, type Scope } from "../scope.ts";
import { scannedTable } from "../select/source.ts";
import { checkAnalyzers } from "../search/write.ts";
import { takeTurns } from "../turns.ts";
import { runEvents } from "./events.ts";
import { meantBy } from "./meant.ts";
import type { Written } from "./output.ts";
import type { Target } from "./target.ts";
import { isUnwatched } from "./update-all.ts";

/** So many records are taken away at once. */
const atOnce = 1_000;

/**
 * Whether records of a table can be taken away together: nothing is to be run, asked or written for each of them, and no other record holds on to them.
 */
export function mayDeleteTogether(name: string, scope: Scope): boolean {
  const table = tableOf(scope, name);
  if (!scope.env.pushdown || writePermissionsApply(scope) || table === undefined) return false;
  return table.events.size === 0 && table.views.length === 0 && !hasComputed(table) && !holdsReferences(databaseOf(scope));
}

function hasComputed(table: TableDefinition): boolean {
  return fieldsOf(table).some(({ computed }) => computed !== undefined);
}

function holdsReferences(database: DatabaseDefinitions | undefined): boolean {
  const fields = [...(database?.tables.values() ?? [])].flatMap((table) => [...table.fields.values()]);
  return fields.some(({ tree }) => tree.reference !== undefined && tree.reference.onDelete !== "ignore");
}

/**
 * Takes records of one table away with their edges.
 * @param one takes away a single edge, of a table of which not all can be taken away together
 */
export function* deleteTogether(
  records: readonly StoredRecord[],
  one: (record: StoredRecord, scope: Scope) => Effect<unknown>,
  scope: Scope,
): Effect<readonly Written[]> {
  const written: Written[] = [];
  for (let at = 0; at < records.length; at += atOnce) {
    yield* takeTurns(scope);
    const some = records.slice(at, at + atOnce);
    for (const [name, same] of Map.groupBy(some, ({ id }) => id.table)) {
      const table = tableOf(scope, name);
      checkMayWrite(scope);
      checkAnalyzers(table, scope);
      yield* askStore((tx) => tx.delete(placeOf(scope), name, keysOf(same)), scope);
      const from = yield* edgesOf(name, scope);
      yield* deleteEdges(
        same.map(({ id }) => id),
        from,
        one,
        inside(asSystem(scope), {}),
      );
      for (const { id, document } of same) {
        const before = withId(id, document);
        yield* noteDeleted(id, table, scope);
        yield* runEvents(table, { event: "DELETE", before, after: undefined, input: undefined }, scope);
        written.push({ before, after: undefined });
      }
    }
  }
  return written;
}

function keysOf(records: readonly StoredRecord[]): readonly RecordKey[] {
  return records.flatMap(({ id: { key } }) => (key instanceof KeyRange ? [] : [key]));
}

/**
 * `DELETE table WHERE …` as one statement of the store, where nothing is to be shown of the records and nobody told of them.
 * @param one as of `deleteTogether`
 * @returns whether it was done
 */
export function* deletedAll(
  target: Target,
  statement: Delete,
  one: (record: StoredRecord, scope: Scope) => Effect<unknown>,
  scope: Scope,
): Effect<boolean> {
  if (!(target instanceof TableName) || permissionsApply(scope) || statement.timeout !== undefined) return false;
  if (statement.output !== undefined && statement.output.output !== "none") return false;
  const table = tableOf(scope, scannedTable(target.name, scope));
  if (table === undefined || table.tree.view !== undefined || !isUnwatched(table, scope) || !mayDeleteTogether(table.name, scope))
    return false;
  const told = meantBy(table.name, statement, scope);
  if (told === undefined) return false;
  checkMayWrite(scope);
  const edges = yield* edgesOf(table.name, scope);
  const gone = yield* askStore((tx) => tx.deleteAll(placeOf(scope), table.name, told.of, edges.length > 0), scope);
  if (gone === undefined) return false;
  if (gone.count > 0) checkAnalyzers(table, scope);
  const ids = gone.keys.map((key) => new RecordId(table.name, key));
  for (let at = 0; at < ids.length; at += atOnce)
    yield* deleteEdges(ids.slice(at, at + atOnce), edges, one, inside(asSystem(scope), {}));
  return true;
}

/** Where there are edges of any record of a table. */
export function* edgesOf(table: string, scope: Scope): Effect<readonly EdgesOf[]> {
  const all = [...(databaseOf(scope)?.tables.values() ?? [])];
  const tables = all.filter(({ tree }) => tree.type.type !== "normal").map(({ name }) => name);
  return tables.length === 0 ? [] : yield* askStore((tx) => tx.edgesOf(placeOf(scope), tables, table), scope);
}

function* deleteEdges(
  ids: readonly RecordId[],
  from: readonly EdgesOf[],
  one: (record: StoredRecord, scope: Scope) => Effect<unknown>,
  scope: Scope,
): Effect<void> {
  for (const { table, direction } of from) {
    const edges = yield* askStore((tx) => tx.edges(placeOf(scope), table, direction, ids), scope);
    if (mayDeleteTogether(table, scope)) yield* deleteTogether(edges, one, scope);
    else for (const edge of edges) yield* one(edge, scope);
  }
}
