import { valuesEqual } from "../../values/order.ts";
import { RecordId, type Value } from "../../values/value.ts";
import type { DefineField, GraphTable, Part } from "../../language/surrealql/tree/index.ts";
import type { Effect } from "../effect.ts";
import { printParts } from "../field-path.ts";
import { scanStored } from "../record.ts";
import { databaseOf, tableOf, type Scope } from "../scope.ts";
import { membersOf, walk } from "./idiom.ts";

/** A field that records its references, and the records that refer with it. */
export interface Referrer {
  readonly record: RecordId;
  readonly field: DefineField;
  readonly path: readonly Part[];
}

/** The records of these tables (none: of all) that refer to a record by a field with REFERENCE. */
export function* referrers(to: RecordId, tables: readonly GraphTable[], scope: Scope): Effect<readonly RecordId[]> {
  const all = [...(databaseOf(scope)?.tables.keys() ?? [])].toSorted().map((table) => ({ table, field: undefined }));
  const found: RecordId[] = [];
  for (const { table, field } of tables.length === 0 ? all : tables) {
    for (const { record, path } of yield* referrersIn(table, to, scope)) {
      if (field !== undefined && printParts(path) !== field) continue;
      if (!found.some((other) => valuesEqual(other, record))) found.push(record);
    }
  }
  return found;
}

/** Who of a table refers to a record, by which field. */
export function* referrersIn(table: string, to: RecordId, scope: Scope): Effect<readonly Referrer[]> {
  const fields = [...(tableOf(scope, table)?.fields.values() ?? [])].flatMap(({ tree }) =>
    tree.reference !== undefined && "parts" in tree.name ? [{ field: tree, path: tree.name.parts }] : [],
  );
  if (fields.length === 0) return [];
  const found: Referrer[] = [];
  for (const { id, document } of yield* scanStored(table, scope)) {
    for (const { field, path } of fields) {
      if (refersTo(yield* walk(document, path, { scope, repeat: undefined }), to)) found.push({ record: id, field, path });
    }
  }
  return found;
}

function refersTo(value: Value, to: RecordId): boolean {
  return value instanceof RecordId ? valuesEqual(value, to) : (membersOf(value)?.some((item) => refersTo(item, to)) ?? false);
}
