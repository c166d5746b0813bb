import { sql } from "@loci/ports/database";
import { indexKeyBytes } from "../values/codec/key.ts";
import type { Value } from "../values/value.ts";
import { indexable, textOfBytes } from "./bytes.ts";
import type { Ask } from "./catalog.ts";
import type { LoadedIndex, LoadedTable } from "./loaded.ts";
import type { WrittenRecord } from "./port.ts";
import { relation } from "./sql.ts";

/** An entry of a unique index that is another record's. */
export interface TakenEntry {
  readonly index: string;
  readonly values: readonly Value[];
  /** The key of the record that has it. */
  readonly id: Uint8Array;
}

interface Wanted {
  /** Entry and record, as a key of a Map. */
  readonly both: string;
  readonly entry: Uint8Array;
  readonly id: Uint8Array;
  readonly exclusive: boolean;
  readonly values: readonly Value[];
}

/**
 * Brings the entries of records to what they are now; entries that stay are not touched.
 * @param ids of the records, as an index has them
 * @returns what is another's, the first one only
 */
export async function writeEntries(
  ask: Ask,
  table: LoadedTable,
  records: readonly WrittenRecord[],
  ids: readonly Uint8Array[],
  mode: "insert" | "upsert",
): Promise<readonly TakenEntry[]> {
  const names = new Set(records.flatMap(({ entries }) => [...entries.keys()]));
  const asked = [...names].map(async (name) => {
    const index = table.indexes.get(name);
    if (index === undefined) throw new Error(`entries were written of an index that is not there: ${name}`);
    // What is new has none yet.
    const mentioned = mode === "insert" ? [] : ids.filter((_, i) => records[i]?.entries.has(name));
    const wanted = records.flatMap((record, i) => wantedOf(index, record.entries.get(name) ?? [], ids[i] ?? new Uint8Array()));
    const twice = firstTwice(wanted);
    if (twice !== undefined) return { index: name, values: twice.values, id: await keyOf(ask, table, twice.id) };
    if (index.isUnique) return writeIndex(ask, table, name, index, mentioned, distinct(wanted));
    await replaceEntries(ask, index, mentioned, distinct(wanted));
    return undefined;
  });
  const results = await Promise.all(asked);
  return results.filter((one) => one !== undefined);
}

function wantedOf({ isUnique }: LoadedIndex, entries: readonly (readonly Value[])[], id: Uint8Array): Wanted[] {
  // What has no value in one of the columns may be there any number of times.
  return entries.map((values) => {
    const entry = indexable(indexKeyBytes(values));
    const exclusive = isUnique && values.every((value) => value !== undefined && value !== null);
    return { both: `${textOfBytes(entry)}\n${textOfBytes(id)}`, entry, id, exclusive, values };
  });
}

/** In an index that is not unique nothing is another's: the old entries go, the new ones come. */
async function replaceEntries(
  ask: Ask,
  { id }: LoadedIndex,
  mentioned: readonly Uint8Array[],
  wanted: readonly Wanted[],
): Promise<void> {
  const index = relation("i", id);
  const removed = mentioned.length === 0 ? undefined : ask(sql`delete from ${index} where id = any(${mentioned}::bytea[])`);
  const [entries, ids] = [wanted.map(({ entry }) => entry), wanted.map((one) => one.id)];
  // Where the record itself is taken already, its entries may be too.
  const added =
    wanted.length === 0
      ? undefined
      : ask(sql`insert into ${index} (entry, id, exclusive)
          select entry, id, false from unnest(${entries}::bytea[], ${ids}::bytea[]) w(entry, id) on conflict do nothing`);
  await Promise.all([removed, added]);
}

async function writeIndex(
  ask: Ask,
  table: LoadedTable,
  name: string,
  index: LoadedIndex,
  mentioned: readonly Uint8Array[],
  wanted: readonly Wanted[],
): Promise<TakenEntry | undefined> {
  const relationOf = relation("i", index.id);
  const entries = wanted.map(({ entry }) => entry);
  const ids = wanted.map(({ id }) => id);
  const exclusive = wanted.map((one) => one.exclusive);
  const stale = sql`delete from ${relationOf} o where o.id = any(${mentioned}::bytea[])
      and not exists (select from unnest(${entries}::bytea[], ${ids}::bytea[]) w(entry, id) where w.entry = o.entry and w.id = o.id)`;
  const removed: Promise<unknown> = mentioned.length === 0 ? Promise.resolve() : ask(stale);
  if (wanted.length === 0) {
    await removed;
    return undefined;
  }
  const added = ask<{ n: number }>(
    sql`with wanted as (select * from unnest(${entries}::bytea[], ${ids}::bytea[], ${exclusive}::boolean[]) w(entry, id, exclusive)),
        kept as (select w.entry, w.id from wanted w join ${relationOf} o using (entry, id)),
        added as (
          insert into ${relationOf} (entry, id, exclusive)
          select * from wanted w where not exists (select from kept k where k.entry = w.entry and k.id = w.id)
          on conflict do nothing returning entry
        )
      select ((select count(*) from kept) + (select count(*) from added))::int as n`,
  );
  const [, counted] = await Promise.all([removed, added]);
  if (counted[0]?.n === wanted.length) return undefined;
  return findTaken(ask, table, name, index, wanted);
}

async function findTaken(
  ask: Ask,
  table: LoadedTable,
  index: string,
  { id }: LoadedIndex,
  wanted: readonly Wanted[],
): Promise<TakenEntry> {
  const exclusive = wanted.filter((one) => one.exclusive).map(({ entry }) => entry);
  const rows = await ask<{ entry: Uint8Array; id: Uint8Array }>(
    sql`select entry, id from ${relation("i", id)} where exclusive and entry = any(${exclusive}::bytea[])`,
    { once: true },
  );
  const holders = new Map(rows.map((row) => [textOfBytes(row.entry), row.id]));
  for (const one of wanted) {
    const holder = one.exclusive ? holders.get(textOfBytes(one.entry)) : undefined;
    if (holder === undefined || textOfBytes(holder) === textOfBytes(one.id)) continue;
    return { index, values: one.values, id: await keyOf(ask, table, holder) };
  }
  throw new Error("an index took fewer entries than told");
}

/** The whole key of a record; of one that is not there yet what an index has of it. */
async function keyOf(ask: Ask, table: LoadedTable, id: Uint8Array): Promise<Uint8Array> {
  const [row] = await ask<{ key: Uint8Array }>(
    sql`select coalesce(key, id) as key from ${relation("t", table.id)} where id = ${id}::bytea`,
    { once: true },
  );
  return row?.key ?? id;
}

function distinct(wanted: readonly Wanted[]): readonly Wanted[] {
  return [...new Map(wanted.map((one) => [one.both, one])).values()];
}

/** A record whose array has an item twice is in its own way in a unique index. */
function firstTwice(wanted: readonly Wanted[]): Wanted | undefined {
  const seen = new Set<string>();
  return wanted.find(({ exclusive, both }) => exclusive && seen.size === seen.add(both).size);
}
