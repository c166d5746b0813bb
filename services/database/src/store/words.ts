import { sql, type Sql } from "@loci/ports/database";
import { randomInt } from "node:crypto";
import { RecordId } from "../values/value.ts";
import { decodeRecordKey } from "../values/codec/key-decode.ts";
import { indexable, toBytes } from "./bytes.ts";
import type { Ask } from "./catalog.ts";
import type { LoadedTable } from "./loaded.ts";
import type { IndexedText, Posting, Postings, WrittenRecord } from "./port.ts";
import { relation } from "./sql.ts";

/**
 * The rows of a full-text index, told apart by their entry:
 * - `record`: `id` is a record, `n` the length of its text; `place` puts records in the order in which the index came to know them.
 * - `change`: `id` is random, `n` and `place` are what a write added to the lengths and to the number of records. Their sums are the totals: one row
 *   of totals would put every writer in the way of all others.
 * - any other, a word: `id` is a record, `n` says how many times the word is in it.
 */
const record = Buffer.of(0);
const change = Buffer.of(1);
const word = 2;

/** One write of so many sums up the changes. */
const writesBetweenSums = 200;

function entryOf(text: string): Uint8Array {
  return indexable(Buffer.concat([Buffer.of(word), toBytes(text)]));
}

/** Brings the words of records to what they are now. @param ids of the records, as an index has them */
export async function writeTexts(
  ask: Ask,
  table: LoadedTable,
  records: readonly WrittenRecord[],
  ids: readonly Uint8Array[],
): Promise<void> {
  const names = new Set(records.flatMap(({ texts }) => [...(texts?.keys() ?? [])]));
  for (const name of names) {
    const index = table.indexes.get(name);
    if (index === undefined) throw new Error(`words were written of an index that is not there: ${name}`);
    const texts = records.flatMap(({ texts: all }, i): Text[] => {
      const text = all?.get(name);
      return text === undefined ? [] : [{ id: ids[i] ?? new Uint8Array(), text }];
    });
    await writeIndex(ask, relation("i", index.id), texts);
  }
}

interface Text {
  readonly id: Uint8Array;
  readonly text: IndexedText;
}

async function writeIndex(ask: Ask, index: Sql, texts: readonly Text[]): Promise<void> {
  const ids = texts.map(({ id }) => id);
  const lengths = texts.map(({ text }) => text.length);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const words = texts.flatMap(({ id, text }) => [...text.words].map(([one, n]) => ({ id, entry: entryOf(one), n })));
  await Promise.all([
    ask(sql`insert into ${index} (entry, id, n, place)
      select ${change}::bytea, uuid_send(gen_random_uuid()), ${total}::bigint - coalesce(sum(n), 0), ${texts.length}::bigint - count(*)
      from ${index} where entry = ${record}::bytea and id = any(${ids}::bytea[])`),
    ask(sql`delete from ${index} where id = any(${ids}::bytea[]) and entry > ${change}::bytea`),
    ask(sql`insert into ${index} (entry, id, n)
      select ${record}::bytea, id, n from unnest(${ids}::bytea[], ${lengths}::bigint[]) with ordinality w(id, n, at) order by at
      on conflict (entry, id) do update set n = excluded.n`),
    ask(sql`insert into ${index} (entry, id, n, place)
      select entry, id, n, 0 from unnest(${words.map(({ entry }) => entry)}::bytea[], ${words.map(({ id }) => id)}::bytea[], ${words.map(({ n }) => n)}::bigint[]) w(entry, id, n)`),
  ]);
  if (randomInt(writesBetweenSums) === 0) await sumUp(ask, index);
}

async function sumUp(ask: Ask, index: Sql): Promise<void> {
  await ask(sql`with gone as (delete from ${index} where entry = ${change}::bytea returning n, place)
    insert into ${index} (entry, id, n, place)
    select ${change}::bytea, uuid_send(gen_random_uuid()), sum(n), sum(place) from gone having count(*) > 0`);
}

export async function removeTexts(ask: Ask, table: LoadedTable, ids: readonly Uint8Array[]): Promise<void> {
  for (const { id, isFullText } of table.indexes.values()) {
    if (!isFullText) continue;
    const index = relation("i", id);
    await Promise.all([
      ask(sql`insert into ${index} (entry, id, n, place)
        select ${change}::bytea, uuid_send(gen_random_uuid()), -sum(n), -count(*)
        from ${index} where entry = ${record}::bytea and id = any(${ids}::bytea[]) having count(*) > 0`),
      ask(sql`delete from ${index} where id = any(${ids}::bytea[]) and entry <> ${change}::bytea`),
    ]);
  }
}

/** What the index has of some words. */
export async function readPostings(
  ask: Ask,
  tableName: string,
  table: LoadedTable,
  name: string,
  words: readonly string[],
): Promise<Postings> {
  const loaded = table.indexes.get(name);
  if (loaded === undefined) throw new Error("words were asked for of an index that is not there");
  const index = relation("i", loaded.id);
  const [totals, rows] = await Promise.all([
    ask<{ records: string; length: string }>(
      sql`select coalesce(sum(place), 0)::text as records, coalesce(sum(n), 0)::text as length from ${index} where entry = ${change}::bytea`,
      { once: true },
    ),
    ask<PostingRow>(
      sql`with hits as (
          select x.id, array_agg(w.at::int) as words, array_agg(x.n::int) as counts
          from unnest(${words.map(entryOf)}::bytea[]) with ordinality w(entry, at) join ${index} x on x.entry = w.entry group by x.id
        )
        select coalesce(t.key, t.id) as key, r.n::int as length, h.words, h.counts from hits h
        join ${index} r on r.entry = ${record}::bytea and r.id = h.id
        join ${relation("t", table.id)} t on t.id = h.id order by r.place`,
      { once: true },
    ),
  ]);
  const [total] = totals;
  return {
    records: Number(total?.records ?? 0),
    length: Number(total?.length ?? 0),
    found: rows.map((row) => postingOf(row, tableName, words.length)),
  };
}

interface PostingRow {
  readonly key: Uint8Array;
  readonly length: number;
  /** Places of words among those asked for, from 1 on, and how many times each is there. */
  readonly words: readonly number[];
  readonly counts: readonly number[];
}

function postingOf(row: PostingRow, table: string, size: number): Posting {
  const counts = Array.from({ length: size }, () => 0);
  for (const [i, at] of row.words.entries()) counts[at - 1] = row.counts[i] ?? 0;
  return { id: new RecordId(table, decodeRecordKey(row.key)), length: row.length, counts };
}
