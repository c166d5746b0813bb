import { tableMissing } from "../../messages/define.ts";
import type { Expression } from "../../language/surrealql/tree/index.ts";
import type { Scan } from "../../store/port.ts";
import { isArray } from "../../values/kind-of.ts";
import { KeyRange, RecordId, TableName, type Value } from "../../values/value.ts";
import { catchingReturn } from "../closure.ts";
import type { Effect } from "../effect.ts";
import { ofEachRow } from "../each-row.ts";
import { evaluate } from "../evaluate.ts";
import { eachPage, eachStored, fetchRecords, isSeenAsStored, visible, withId } from "../record.ts";
import { about, databaseOf, tableOf, type Scope } from "../scope.ts";
import { takeTurns, turnIsDue } from "../turns.ts";

/** What a statement reads: all of a table, a range of it, or values, records among them. */
export type Source = { readonly scan: Scan } | Values;

interface Values {
  readonly values: readonly Value[];
  /** The one value was the target itself. */
  readonly alone?: boolean;
  /** They are the items of a list, of which each is a row: ids of what is not there, or may not be seen, too. */
  readonly listed?: boolean;
  /** What a query or a function gave: NONE and NULL are rows as well. */
  readonly isWhole?: boolean;
}

/** What a target of FROM stands for. */
export function* readTarget(target: Expression, scope: Scope): Effect<Source> {
  // What is read is no part of the document around: that is `$parent`.
  const source = sourceOf(yield* catchingReturn(evaluate(target, about(scope, undefined))), scope);
  return "listed" in source && isMade(target) ? { ...source, isWhole: true } : source;
}

function isMade(target: Expression): boolean {
  return target.kind === "call" || (target.kind === "statement" && target.statement.statement === "select");
}

export function sourceOf(value: Value, scope: Scope): Source {
  if (value instanceof TableName) return { scan: { table: scannedTable(value.name, scope) } };
  if (value instanceof RecordId && value.key instanceof KeyRange)
    return { scan: { table: scannedTable(value.table, scope), keys: value.key } };
  // A set is one value, whatever is in it.
  return isArray(value) ? { values: value, listed: true } : { values: [value], alone: true };
}

/** A table that is read must be there. */
export function scannedTable(table: string, scope: Scope): string {
  if (tableOf(scope, table) === undefined && databaseOf(scope) !== undefined) throw tableMissing(table);
  return table;
}

/** Hands over the records that this user may see page by page, where they come so, until `use` returns false. */
export function* eachRows(source: Source, scope: Scope, use: (rows: readonly Value[]) => Effect<boolean>): Effect<void> {
  if (!("scan" in source)) return yield* eachSource(source, scope, (row) => use([row]));
  const permission = tableOf(scope, source.scan.table)?.tree.permissions.select ?? false;
  const tree = typeof permission === "boolean" ? {} : permission;
  yield* eachPage(source.scan, scope, function* seen(page) {
    const records = yield* ofEachRow(page, tree, (stored) => visible(stored, scope), scope);
    return yield* use(records.filter((record) => record !== undefined));
  });
}

/** Hands over each record that this user may see, and each other value, until `use` returns false. */
export function* eachSource(source: Source, scope: Scope, use: (row: Value) => Effect<boolean>): Effect<void> {
  if ("scan" in source) {
    const asStored = isSeenAsStored(source.scan.table, scope);
    yield* eachStored(source.scan, scope, function* seen(stored) {
      const record = asStored ? withId(stored.id, stored.document) : yield* visible(stored, scope);
      return record === undefined ? true : yield* use(record);
    });
    return;
  }
  const records = source.values.filter((value) => value instanceof RecordId && !(value.key instanceof KeyRange));
  const [only] = records;
  if (source.values.length === 1 && only instanceof RecordId && source.alone === true) scannedTable(only.table, scope);
  const found = yield* fetchRecords(records as readonly RecordId[], scope);
  let next = 0;
  for (const value of source.values) {
    if (turnIsDue(scope)) yield* takeTurns(scope);
    const isRecord = value instanceof RecordId && !(value.key instanceof KeyRange);
    const row = isRecord ? (found[next++] ?? (source.listed === true ? value : undefined)) : value;
    const isRow = source.isWhole === true || (row !== undefined && row !== null);
    if (isRow && !(yield* use(row))) return;
  }
}
