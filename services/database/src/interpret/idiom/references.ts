import type { Scan, StoredRecord } from "../../store/port.ts";
import { isObject } from "../../values/kind-of.ts";
import { compareTexts } from "../../values/order.ts";
import { printRecordId } from "../../values/print.ts";
import { RecordId, type Value } from "../../values/value.ts";
import type { DefineField, GraphTable, Part } from "../../language/surrealql/tree/index.ts";
import type { Effect } from "../effect.ts";
import { printParts } from "../field-path.ts";
import { askStoreOfEach } from "../pending.ts";
import { permissionsApply } from "../permission.ts";
import { isSeen, readStored } from "../record.ts";
import { databaseOf, placeOf, tableOf, type Scope } from "../scope.ts";
import { membersOf } from "./idiom.ts";

/** A field that records its references, and the records that refer with it. */
export interface Referrer {
  readonly record: RecordId;
  readonly field: DefineField;
  readonly path: readonly Part[];
}

/**
 * The records of these tables (none: of all) that refer to a record by a field with REFERENCE, as far as this user may see them: each once for
 * each such field.
 */
export function* referrers(to: RecordId, tables: readonly GraphTable[], scope: Scope): Effect<readonly RecordId[]> {
  const all = [...(databaseOf(scope)?.tables.keys() ?? [])].toSorted().map((table) => ({ table, field: undefined }));
  const found: RecordId[] = [];
  for (const { table, field } of tables.length === 0 ? all : tables) {
    const referring = (yield* referrersIn(table, to, scope)).map(({ record, path }) => ({ record, by: printParts(path) }));
    const meant = field === undefined ? referring : referring.filter(({ by }) => by === field);
    for (const { record } of meant.toSorted((a, b) => compareTexts(a.by, b.by))) found.push(record);
  }
  return yield* seenOf(found, scope);
}

/** Those that this user may see: the id of a hidden one tells that it is there, and what it refers to. */
function* seenOf(records: readonly RecordId[], scope: Scope): Effect<readonly RecordId[]> {
  if (!permissionsApply(scope)) return records;
  const documents = yield* readStored(records, scope);
  const seen: RecordId[] = [];
  for (const [i, id] of records.entries()) {
    const document = documents[i];
    if (document !== undefined && (yield* isSeen({ id, document }, scope))) seen.push(id);
  }
  return seen;
}

/** Who of a table refers to a record, by which field. */
export function* referrersIn(table: string, to: RecordId, scope: Scope): Effect<readonly Referrer[]> {
  const fields = [...(tableOf(scope, table)?.fields.values() ?? [])].flatMap(({ tree }) =>
    tree.reference !== undefined && "parts" in tree.name ? [{ field: tree, path: tree.name.parts }] : [],
  );
  if (fields.length === 0) return [];
  const place = placeOf(scope);
  const { pushdown } = scope.env;
  const [found = []] = yield* askStoreOfEach(
    `referrers ${table}`,
    [to],
    (tx, records) => referrersOfEach(tx.scan(place, scanFor(table, fields, pushdown ? records : [])), fields, records),
    scope,
  );
  return found;
}

type ReferringField = Pick<Referrer, "field" | "path">;

/** Of one record the store finds the referrers; of many all records are read once. */
function scanFor(table: string, fields: readonly ReferringField[], records: readonly RecordId[]): Scan {
  const [only, ...more] = records;
  const names = fields.map(({ path: [first] }) => (first?.part === "field" ? first.name : undefined));
  if (only === undefined || more.length > 0 || !names.every((name) => name !== undefined)) return { table };
  return { table, filter: { any: names.map((field) => ({ field, is: "REFERS", value: only })) } };
}

async function referrersOfEach(
  pages: AsyncIterable<readonly StoredRecord[]>,
  fields: readonly ReferringField[],
  records: readonly RecordId[],
): Promise<readonly (readonly Referrer[])[]> {
  const found = new Map(records.map((record) => [printRecordId(record), [] as Referrer[]]));
  for await (const page of pages) {
    for (const { id, document } of page) {
      for (const { field, path } of fields) {
        for (const to of new Set(recordsAt(document, path).map(printRecordId))) found.get(to)?.push({ record: id, field, path });
      }
    }
  }
  return records.map((record) => found.get(printRecordId(record)) ?? []);
}

/** The records at a path, also in lists there. */
function recordsAt(value: Value, path: readonly Part[]): readonly RecordId[] {
  const [part, ...rest] = path;
  const members = membersOf(value);
  if (members !== undefined) return members.flatMap((item) => recordsAt(item, part?.part === "all" ? rest : path));
  if (part === undefined) return value instanceof RecordId ? [value] : [];
  if (part.part === "all") return recordsAt(value, rest);
  return part.part === "field" && isObject(value) ? recordsAt(value.get(part.name), rest) : [];
}
