import { literal, nothing, param, sql, type Sql } from "@loci/ports/database";
import { storedValue } from "../values/codec/stored-decode.ts";
import { encodeStored } from "../values/codec/stored.ts";
import { fromBytes, toBytes } from "./bytes.ts";
import type { Ask } from "./catalog.ts";
import type { FeedChange, FeedRange, StampedChange } from "./port.ts";
import { relation } from "./sql.ts";

/** What a transaction has written to the feeds of one database. */
export interface Run {
  readonly id: string;
  /** Of a database, by its number: how many changes there are, and for how long those of each table are kept. */
  readonly places: Map<number, { count: number; readonly keptMs: Map<string, number> }>;
}

/** Of a feed that is kept for longer nothing ends. */
const longestKeptMs = 100 * 365 * 86_400_000;
/** Read at once. */
const page = 500;

/** Notes changes in one statement. They are in the feed once `stampRun` has run. */
export async function writeChanges(ask: Ask, run: Run, place: number, changes: readonly FeedChange[]): Promise<void> {
  const noted = run.places.get(place) ?? { count: 0, keptMs: new Map<string, number>() };
  run.places.set(place, noted);
  const first = noted.count;
  noted.count += changes.length;
  for (const { table, keptMs } of changes) noted.keptMs.set(table, Math.min(keptMs, longestKeptMs));
  const names = changes.map(({ table }) => toBytes(table));
  const contents = changes.map(({ content }) => encodeStored(content));
  await ask(sql`insert into database.feed_change (run, n, place, name, content)
    select ${run.id}::uuid, ${first}::bigint + c.n, ${place}::bigint, c.name, c.content
    from unnest(${names}::bytea[], ${contents}::jsonb[]) with ordinality c(name, content, n)`);
}

/** Apart from other numbers that are locked: "LOCI" and the number of a place. */
const lockBase = 0x4c4f_4349n << 32n;

/**
 * The last thing of a transaction before its commit: gives what it wrote its stamp. Until it has ended, others that write to the same feed wait, so
 * that whoever has read up to a stamp finds all that comes later behind it.
 */
export async function stampRun(ask: Ask, { id, places }: Run): Promise<void> {
  for (const [place, { keptMs }] of [...places].toSorted(([a], [b]) => a - b)) {
    const names = [...keptMs.keys()].map(toBytes);
    const counter = relation("p", place);
    const locked = ask(sql`select pg_advisory_xact_lock(${String(lockBase + BigInt(place))}::bigint)`, {
      name: "database.lock_feed",
    });
    const stamped = ask(sql`with moment as materialized (
        select setval('${counter}', greatest(nextval('${counter}'), floor(extract(epoch from clock_timestamp()) * 1000)::bigint << 16)) as stamp
      )
      insert into database.feed_commit (place, stamp, name, run, expires)
      select ${place}::bigint, moment.stamp, t.name, ${id}::uuid, clock_timestamp() + t.kept_ms * interval '1 millisecond'
      from moment, unnest(${names}::bytea[], ${[...keptMs.values()]}::float8[]) t(name, kept_ms)
      where exists (select from database.feed_change c where c.run = ${id}::uuid and c.place = ${place}::bigint and c.name = t.name)`);
    await Promise.all([locked, stamped]);
  }
}

interface ChangeRow {
  readonly stamp: string;
  readonly name: Uint8Array;
  readonly n: string;
  readonly content: unknown;
}

/** Pages of what is in a feed, by stamp, table and the order of writes. */
export async function* readChanges(ask: Ask, place: number, { table, since }: FeedRange): AsyncIterable<readonly StampedChange[]> {
  const ofTable = table === undefined ? nothing : sql`and sha256(f.name) = sha256(${toBytes(table)}::bytea)`;
  let after: Sql = sql`f.stamp >= ${String(since)}::bigint`;
  for (;;) {
    const rows = await ask<ChangeRow>(
      sql`select f.stamp::text as stamp, f.name, c.n::text as n, c.content
        from database.feed_commit f join database.feed_change c on c.run = f.run and c.place = f.place and c.name = f.name
        where f.place = ${place}::bigint ${ofTable} and f.expires > clock_timestamp() and ${after}
        order by f.stamp, f.name, c.n limit ${page}`,
      { once: true },
    );
    if (rows.length > 0) yield rows.map(changeOf);
    const last = rows.at(-1);
    if (last === undefined || rows.length < page) return;
    after = sql`f.stamp >= ${last.stamp}::bigint
      and (f.stamp, f.name, c.n) > (${last.stamp}::bigint, ${last.name}::bytea, ${last.n}::bigint)`;
  }
}

function changeOf({ stamp, name, content }: ChangeRow): StampedChange {
  return { stamp: BigInt(stamp), table: fromBytes(name), content: storedValue(content) };
}

/** Of feeds so many entries are removed at once. */
export const sweptAtOnce = 500;

/** Removes entries that were kept long enough, with their changes; tells how many. */
export const sweepExpired = sql`with gone as (
    delete from database.feed_commit where ctid = any(array(
      select ctid from database.feed_commit where expires <= clock_timestamp() order by expires limit ${literal(sweptAtOnce)} for update skip locked
    )) returning place, name, run
  ),
  changes as (delete from database.feed_change c using gone where c.run = gone.run and c.place = gone.place and c.name = gone.name)
  select count(*)::int as n from gone`;

/** Removes all of places that are no more. */
export function sweepPlaces(places: readonly string[]): Sql {
  const gone = param(places);
  return sql`with gone as (delete from database.feed_commit where place = any(${gone}::bigint[]) returning run)
  delete from database.feed_change where run in (select run from gone) and place = any(${gone}::bigint[])`;
}
