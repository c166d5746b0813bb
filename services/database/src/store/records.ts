import { join, sql } from "@loci/ports/database";
import { indexContains, recordExists } from "../messages/store.ts";
import { decodeRecordKey } from "../values/codec/key-decode.ts";
import { recordKeyBytes } from "../values/codec/key.ts";
import { storedValue } from "../values/codec/stored-decode.ts";
import { encodeStored } from "../values/codec/stored.ts";
import { asOrdinary, endsOf, namedEnds } from "../values/edge.ts";
import { KeyRange, RecordId, type ObjectValue, type RecordKey } from "../values/value.ts";
import { indexable, isWhole, textOfBytes } from "./bytes.ts";
import { endOf } from "./edges.ts";
import { writeEntries } from "./entries.ts";
import type { LoadedTable } from "./loaded.ts";
import type { StoredRecord, WrittenRecord } from "./port.ts";
import type { Within } from "./seen.ts";
import { name, relation } from "./sql.ts";
import { removeTexts, writeTexts } from "./words.ts";

/** One statement's rows: more would keep all of them in memory several times over. */
const atOnce = 1_000;

/** What is read of a record. */
export interface RecordRow {
  readonly id: Uint8Array;
  readonly key: Uint8Array | null;
  readonly document: unknown;
  /** Whether it has ends: an edge. */
  readonly edge: boolean;
  /** Of the row as it stands; where what was seen is compared. */
  readonly version?: string;
}

/** The key as an index has it. */
export function idOf(key: RecordKey): Uint8Array {
  return indexable(recordKeyBytes(key));
}

export function recordOf(table: string, row: RecordRow): StoredRecord {
  return { id: new RecordId(table, decodeRecordKey(row.key ?? row.id)), document: documentOf(row) };
}

function documentOf({ document, edge }: Pick<RecordRow, "document" | "edge">): ObjectValue {
  const found = storedValue(document) as ObjectValue;
  return edge || namedEnds(found) === undefined ? found : asOrdinary(found);
}

export async function readRecords(
  { ask, seen }: Within,
  { id }: LoadedTable,
  keys: readonly RecordKey[],
): Promise<readonly (ObjectValue | undefined)[]> {
  const ids = keys.map(idOf);
  if (ids.length === 0) return [];
  const found = new Map<string, ObjectValue>();
  for (const some of chunks(ids)) {
    const [only, ...more] = some;
    const isOne = only !== undefined && more.length === 0;
    const rows = await ask<RecordRow>(
      sql`select ${seen.columns} from ${relation("t", id)} t where t.id ${isOne ? sql`= ${only}::bytea` : sql`= any(${some}::bytea[])`}`,
      { once: true, ...(isOne && { name: `database.read.${seen.plans}.${id}` }) },
    );
    seen.note(id, rows);
    for (const row of rows) found.set(textOfBytes(row.id), documentOf(row));
  }
  return ids.map((one) => found.get(textOfBytes(one)));
}

export async function writeRecords(
  within: Within,
  tableName: string,
  table: LoadedTable,
  records: readonly WrittenRecord[],
  mode: "insert" | "upsert",
): Promise<void> {
  for (const some of chunks(mode === "upsert" ? lastOfEach(records) : records))
    await writeSome(within, tableName, table, some, mode);
}

async function writeSome(
  { ask, seen }: Within,
  tableName: string,
  table: LoadedTable,
  records: readonly WrittenRecord[],
  mode: "insert" | "upsert",
): Promise<void> {
  const keys = records.map(({ id }) => recordKeyBytes(keyOf(id)));
  const ids = keys.map(indexable);
  const columns = [
    ids,
    keys.map((key) => (isWhole(key) ? null : key)),
    records.map(({ document }) => encodeStored(document)),
    ...endColumns(records),
  ];
  const [idList, keyList, documents, from, to] = columns;
  const unchanged = seen.check(ask, table.id, ids);
  const target = relation("t", table.id);
  const fresh = sql`select * from unnest(${idList}::bytea[], ${keyList}::bytea[], ${documents}::jsonb[], ${from}::bytea[], ${to}::bytea[])
    n(id, key, document, "in", "out")`;
  const set = sql`set document = n.document, "in" = n."in", "out" = n."out"`;
  // Updated first: of a record that another removed an INSERT would make a new one, and the removal were lost.
  const written = ask<{ inserted: readonly Uint8Array[] | null }>(
    mode === "insert"
      ? sql`with w as (insert into ${target} (id, key, document, "in", "out") ${fresh} on conflict (id) do nothing returning id)
        select case when count(*) < ${records.length}::int then coalesce(array_agg(id), '{}') end as inserted from w`
      : sql`with n as (${fresh}), old as (update ${target} t ${set} from n where t.id = n.id returning t.id),
          w as (insert into ${target} (id, key, document, "in", "out") select * from n where id not in (select id from old))
        select null as inserted`,
  );
  // Sent behind it, not after its answer.
  const entered = writeEntries(ask, table, records, ids, mode);
  const worded = writeTexts(ask, table, records, ids);
  const [rows, entries, texts, checked] = await Promise.allSettled([written, entered, worded, unchanged]);
  if (checked.status === "rejected") throw checked.reason;
  if (rows.status === "rejected") throw rows.reason;
  const inserted = rows.value[0]?.inserted;
  if (mode === "insert" && inserted) throw taken(records, ids, inserted);
  if (entries.status === "rejected") throw entries.reason;
  for (const { index, values, id } of entries.value)
    throw indexContains(index, values, new RecordId(tableName, decodeRecordKey(id)));
  if (texts.status === "rejected") throw texts.reason;
}

/** Of records that were not all inserted the first that was not; of two alike in one statement the second. */
function taken(records: readonly WrittenRecord[], ids: readonly Uint8Array[], inserted: readonly Uint8Array[]): Error {
  const free = new Set(inserted.map(textOfBytes));
  const first = records.find((_, i) => !free.delete(textOfBytes(ids[i] ?? new Uint8Array())));
  return first === undefined ? new Error("fewer records were inserted than told") : recordExists(first.id);
}

/** The records that edges come from and lead to: absent for what is no edge. */
function endColumns(records: readonly WrittenRecord[]): readonly [(Uint8Array | null)[], (Uint8Array | null)[]] {
  const ends = records.map(({ document }) => {
    const found = endsOf(document);
    return found === undefined ? ([null, null] as const) : ([endOf(found.in), endOf(found.out)] as const);
  });
  return [ends.map(([from]) => from), ends.map(([, to]) => to)];
}

export async function deleteRecords({ ask, seen }: Within, table: LoadedTable, keys: readonly RecordKey[]): Promise<void> {
  for (const ids of chunks(keys.map(idOf))) {
    const unchanged = seen.check(ask, table.id, ids);
    const indexes = [...table.indexes.values()].filter((index) => !index.isFullText);
    const entries = indexes.map((index) => sql`${relation("i", index.id)} where id = any((select ids from gone)::bytea[])`);
    const from = entries.map((entry, i) => sql`, ${name("d", i)} as (delete from ${entry})`);
    const deleted = ask(sql`with gone as (select ${ids}::bytea[] as ids)${join(from, sql``)}
      delete from ${relation("t", table.id)} where id = any((select ids from gone)::bytea[])`);
    await Promise.all([unchanged, deleted, removeTexts(ask, table, ids)]);
  }
}

export function keyOf({ key }: RecordId): RecordKey {
  if (key instanceof KeyRange) throw new Error("a range of keys is no record's");
  return key;
}

/** A record that is written twice is as it was written last; what an earlier write says of its texts, the last may not repeat. */
function lastOfEach(records: readonly WrittenRecord[]): readonly WrittenRecord[] {
  if (records.length < 2) return records;
  const last = new Map<string, WrittenRecord>();
  for (const record of records) {
    const key = textOfBytes(idOf(keyOf(record.id)));
    const texts = new Map([...(last.get(key)?.texts ?? []), ...(record.texts ?? [])]);
    last.set(key, { ...record, texts });
  }
  return [...last.values()];
}

export function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += atOnce) yield items.slice(at, at + atOnce);
}
