import type { Expression, Update } from "../../language/surrealql/tree/index.ts";
import { KeyRange, RecordId, TableName, type ObjectValue } from "../../values/value.ts";
import type { StoredRecord } from "../../store/port.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { computed, eachStored, readStored, shownOf, withId } from "../record.ts";
import { about, tableOf, type Scope } from "../scope.ts";
import { matchedRecords, requireIndexes } from "../search/matches.ts";
import { exactNearest, indexedNearest, nearestOf } from "../search/nearest.ts";
import { soughtBy } from "../search/tree.ts";
import { planSource } from "../select/planned.ts";
import { scannedTable, sourceOf } from "../select/source.ts";
import { isTruthy } from "../../values/compare.ts";
import { permissionsApply, isPermitted } from "../permission.ts";
import { printRecordId } from "../../values/print.ts";
import type { Target } from "./target.ts";

/** The records that a target names and a condition holds for, as they are stored. */
export function* existing(
  target: Target,
  { where, with: indexes }: Pick<Update, "where" | "with">,
  scope: Scope,
): Effect<readonly StoredRecord[]> {
  const table = target instanceof RecordId ? target.table : target.name;
  scannedTable(table, scope);
  if (target instanceof TableName) yield* requireIndexes(table, scope);
  const found: StoredRecord[] = [];
  for (const stored of yield* candidates(target, { where, with: indexes }, scope)) {
    const record = withId(stored.id, stored.document);
    if (yield* isMeant(record, table, where, scope)) found.push(stored);
  }
  return yield* nearestExisting(found, table, where, scope);
}

function* candidates(
  target: Target,
  { where, with: indexes }: Pick<Update, "where" | "with">,
  scope: Scope,
): Effect<readonly StoredRecord[]> {
  if (target instanceof RecordId && !(target.key instanceof KeyRange)) return yield* storedRecords([target], scope);
  const matched = where === undefined || target instanceof RecordId ? undefined : yield* matchedRecords(where, target.name, scope);
  if (matched !== undefined) return yield* storedRecords(matched, scope);
  const plan = planSource(sourceOf(target, scope), { where, with: indexes, writes: true }, scope);
  const found = new Map<string, StoredRecord>();
  for (const source of plan.sources) {
    if ("values" in source) return yield* storedRecords(source.values as readonly RecordId[], scope);
    yield* eachStored(source.scan, scope, function* keep(record) {
      const id = printRecordId(record.id);
      if (!found.has(id)) found.set(id, record);
      return true;
    });
  }
  return [...found.values()];
}

function* storedRecords(ids: readonly RecordId[], scope: Scope): Effect<readonly StoredRecord[]> {
  const documents = yield* readStored(ids, scope);
  return ids.flatMap((id, i) => {
    const document = documents[i];
    return document === undefined ? [] : [{ id, document }];
  });
}

/** Of records that a condition holds for those that are nearest, where it says so; without an index that knows them there are none. */
function* nearestExisting(
  found: readonly StoredRecord[],
  table: string,
  where: Expression | undefined,
  scope: Scope,
): Effect<readonly StoredRecord[]> {
  const nearest = soughtBy(where)?.nearest[0];
  if (nearest === undefined) return found;
  const search = (yield* exactNearest(nearest, scope)) ?? (yield* indexedNearest(nearest, table, scope));
  return search === undefined ? [] : yield* nearestOf(found, ({ id, document }) => withId(id, document), search, scope);
}

function* isMeant(record: ObjectValue, table: string, where: Expression | undefined, scope: Scope): Effect<boolean> {
  const definition = tableOf(scope, table);
  if (permissionsApply(scope) && !(yield* isPermitted(definition?.tree.permissions.select ?? false, about(scope, record))))
    return false;
  if (where === undefined) return true;
  // A hidden field is not to be found out by asking for it.
  const seen = yield* shownOf(yield* computed(record, definition, scope), definition, scope);
  return isTruthy(yield* evaluate(where, about(scope, seen)));
}
