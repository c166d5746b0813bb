import type { TableDefinition } from "../catalog/definitions.ts";
import type { QueryError } from "../errors.ts";
import { computedCoercion } from "../messages/document.ts";
import { computedInOrder, nameOfComputed } from "./computed-order.ts";
import { printParts } from "./field-path.ts";
import type { DefineField, Part } from "../language/surrealql/tree/index.ts";
import type { FirstPage, Place, Scan, StoredRecord, StoreTransaction } from "../store/port.ts";
import { asCopyOf } from "../values/edge.ts";
import { KeyRange, type RecordId, type ObjectValue, type RecordKey, type Value } from "../values/value.ts";
import { ask, type Effect } from "./effect.ts";
import { askStore, askStoreOfEach, settleView } from "./pending.ts";
import { evaluate } from "./evaluate.ts";
import { likeness } from "./likeness.ts";
import { isPermitted, permissionsApply } from "./permission.ts";
import { about, placeOf, tableOf, inside, type Scope } from "./scope.ts";
import { remove } from "./idiom/assign.ts";
import { walk } from "./idiom/idiom.ts";
import { placesOf } from "./write/fields.ts";
import { coercing } from "./kinds.ts";
import { takeTurns, turnIsDue } from "./turns.ts";

/** The documents of records as they are stored, in the order asked; undefined where there is none. */
export function* readStored(records: readonly RecordId[], scope: Scope): Effect<readonly (ObjectValue | undefined)[]> {
  const keysOf = new Map<string, RecordKey[]>();
  for (const { table, key } of records) {
    if (key instanceof KeyRange || tableOf(scope, table) === undefined) continue;
    const keys = keysOf.get(table);
    if (keys === undefined) keysOf.set(table, [key]);
    else keys.push(key);
  }
  const found = new Map<string, Iterator<ObjectValue | undefined>>();
  for (const [table, keys] of keysOf) {
    yield* settleView(table, scope);
    const place = placeOf(scope);
    const documents = yield* askStoreOfEach(`read ${table}`, keys, (tx, all) => tx.read(place, table, all), scope);
    found.set(table, documents[Symbol.iterator]());
  }
  return records.map(({ table, key }) =>
    key instanceof KeyRange ? undefined : (found.get(table)?.next().value as ObjectValue | undefined),
  );
}

/** The record itself with its id: what `SELECT *` shows, as far as this user may see it. NONE where there is none. */
export function* fetchRecord(record: RecordId, scope: Scope): Effect<Value> {
  return (yield* fetchRecords([record], scope))[0];
}

/** Several records at once. */
export function* fetchRecords(records: readonly RecordId[], scope: Scope): Effect<readonly Value[]> {
  if (records.length === 0) return [];
  const documents = yield* readStored(records, scope);
  const found: Value[] = [];
  for (const [index, id] of records.entries()) {
    const document = documents[index];
    found.push(document === undefined ? undefined : yield* visible({ id, document }, scope));
  }
  return found;
}

/** A record if this user may see it. */
export function* visibleRecord(record: RecordId, scope: Scope): Effect<ObjectValue | undefined> {
  const [document] = yield* readStored([record], scope);
  return document === undefined ? undefined : yield* visible({ id: record, document }, scope);
}

/** Whether this user may see a stored record at all. */
export function* isSeen({ id, document }: StoredRecord, scope: Scope): Effect<boolean> {
  if (!permissionsApply(scope)) return true;
  return yield* isPermitted(tableOf(scope, id.table)?.tree.permissions.select ?? false, about(scope, withId(id, document)));
}

/** Whether all records of a table are seen as they are stored: who asks sees everything, and no field is computed. */
export function isSeenAsStored(table: string, scope: Scope): boolean {
  const definition = tableOf(scope, table);
  return !permissionsApply(scope) && (definition === undefined || computedInOrder(definition).length === 0);
}

/** What a user sees of a stored record: with its id, computed fields, without hidden fields; undefined where it is hidden. */
export function* visible({ id, document }: StoredRecord, scope: Scope): Effect<ObjectValue | undefined> {
  const record = withId(id, document);
  if (isSeenAsStored(id.table, scope)) return record;
  const table = tableOf(scope, id.table);
  // Asked before fields are computed: what fails with a hidden record would tell of it.
  if (!(yield* isSeen({ id, document }, scope))) return undefined;
  return yield* shownOf(yield* computed(record, table, scope, table === undefined ? [] : computedInOrder(table)), table, scope);
}

/** A record with its computed fields as this user sees it, where it is known already that they may see the record. */
export function* shownOf(whole: ObjectValue, table: TableDefinition | undefined, scope: Scope): Effect<ObjectValue> {
  return permissionsApply(scope) ? yield* withoutHidden(whole, table, scope) : whole;
}

export function withId(id: RecordId, document: ObjectValue): ObjectValue {
  return asCopyOf(document, new Map(document).set("id", id));
}

/**
 * A record with the fields that are computed when it is read; one that is written computes them by their names alone.
 * @param refused what is said where a field is not of its type, and why
 */
export function* computed(
  record: ObjectValue,
  table: TableDefinition | undefined,
  scope: Scope,
  fields: readonly DefineField[] = fieldsOf(table),
  refused: (field: string, cause: string) => QueryError = computedCoercion,
): Effect<ObjectValue> {
  let whole: ObjectValue = record;
  for (const field of fields) {
    if (field.computed === undefined) continue;
    const found: Value = yield* evaluate(field.computed, inside(scope, { current: whole }));
    const refusal = (cause: string): QueryError => refused(printParts(partsOfField(field)), cause);
    const value: Value = field.type === undefined ? found : yield* coercing(found, field.type, scope, refusal);
    whole = new Map(whole).set(nameOfComputed(field), value);
  }
  return whole;
}

function* withoutHidden(record: ObjectValue, table: TableDefinition | undefined, scope: Scope): Effect<ObjectValue> {
  let shown: Value = record;
  for (const field of fieldsOf(table)) {
    const permission = field.permissions.select;
    if (permission === true) continue;
    // From the last item of an array to the first, so that those before keep their places.
    for (const place of placesOf(record, partsOfField(field)).toReversed()) {
      const value = yield* walk(record, place, { scope, repeat: undefined });
      if (value === undefined) continue;
      const variables = new Map<string, Value>([["value", value]]);
      if (!(yield* isPermitted(permission, about(scope, record), variables))) shown = yield* remove(shown, place, scope);
    }
  }
  return shown as ObjectValue;
}

/** The fields of a table, outer ones before inner ones. */
export function fieldsOf(table: TableDefinition | undefined): readonly DefineField[] {
  return table === undefined
    ? []
    : [...table.fields.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, { tree }]) => tree);
}

/** The path of a field as it is stored: a definition has its name as a path. */
export function partsOfField({ name }: DefineField): readonly Part[] {
  return name.kind === "idiom" ? name.parts : [];
}

/** All records of a table, page by page; ends when `use` returns false. */
export function* eachPage(scan: Scan, scope: Scope, use: (page: readonly StoredRecord[]) => Effect<boolean>): Effect<void> {
  yield* settleView(scan.table, scope);
  const kind = scope.env.pushdown ? likeness(scan) : undefined;
  let rest = scan;
  if (kind !== undefined) {
    const place = placeOf(scope);
    const [first] = yield* askStoreOfEach(kind, [scan], (tx, all) => firstPages(tx, place, all), scope);
    if (first !== undefined) {
      if (first.records.length > 0 && !(yield* use(first.records))) return;
      if (first.isLast) return;
      rest = { ...scan, start: first.records.length };
    }
  }
  yield* eachLaterPage(rest, scope, use);
}

/** Undefined of one that is alone: it is read as any other. */
async function firstPages(tx: StoreTransaction, place: Place, scans: readonly Scan[]): Promise<readonly (FirstPage | undefined)[]> {
  return scans.length === 1 ? [undefined] : tx.scanEach(place, scans);
}

function* eachLaterPage(scan: Scan, scope: Scope, use: (page: readonly StoredRecord[]) => Effect<boolean>): Effect<void> {
  const pages = yield* askStore((tx) => Promise.resolve(tx.scan(placeOf(scope), scan)[Symbol.asyncIterator]()), scope);
  try {
    for (;;) {
      const page = yield* ask(() => pages.next());
      if (page.done === true || !(yield* use(page.value))) return;
    }
  } finally {
    yield* ask(() => Promise.resolve(pages.return?.()));
  }
}

/** All records of a table, one by one; ends when `use` returns false. */
export function* eachStored(scan: Scan, scope: Scope, use: (record: StoredRecord) => Effect<boolean>): Effect<void> {
  yield* eachPage(scan, scope, function* each(page) {
    for (const record of page) {
      if (!(yield* use(record))) return false;
      if (turnIsDue(scope)) yield* takeTurns(scope);
    }
    return true;
  });
}

/** All records of a table in a list. */
export function* scanStored(table: string, scope: Scope, keys?: KeyRange): Effect<readonly StoredRecord[]> {
  const found: StoredRecord[] = [];
  if (tableOf(scope, table) === undefined) return found;
  yield* eachStored(keys === undefined ? { table } : { table, keys }, scope, function* keep(record) {
    found.push(record);
    return true;
  });
  return found;
}
