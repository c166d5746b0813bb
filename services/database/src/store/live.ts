import { randomUUID } from "node:crypto";
import { type Database, literal, sql, type Sql } from "@loci/ports/database";
import { encodeStored } from "../values/codec/stored.ts";
import { decodeStored } from "../values/codec/stored-decode.ts";
import { isArray, isObject } from "../values/kind-of.ts";
import { RecordId, type ObjectValue, type Value } from "../values/value.ts";
import type { Ask } from "./catalog.ts";
import { toBytes } from "./bytes.ts";
import type { LiveStore, Place, RecordChange } from "./port.ts";

const channel = "loci_database_live";
/** Changes of one message: as many as are read at once without holding the process up. */
const changesOfMessage = 1_000;
/** What a process that ended without a word watched, nobody keeps changes for after that time; others say so three times within it. */
export const usualWatchSeconds = 90;
/** Whoever is told of a change reads it at once. */
const keptSeconds = 60;

interface Watched {
  readonly place: Place;
  readonly table: string;
  /** A table that is removed and made again has another one, which nobody watches. */
  readonly definition: number;
}

/**
 * How live queries of several processes on one Postgres hear of changes.
 * @param watchSeconds after how long without a word a process is taken for gone
 */
export function liveStore(
  database: Database & Required<Pick<Database, "listen">>,
  watchSeconds: number = usualWatchSeconds,
): LiveStore {
  /** Another one with each connection: what the one before watched ends by itself. */
  let process = randomUUID();
  const watched = new Map<string, Watched>();
  let stop: (() => Promise<void>) | undefined;

  const read = async (id: string): Promise<readonly RecordChange[]> => {
    const query = sql`select changes::text as changes from database.live_change where id = ${id}::bigint`;
    const [row] = await database.asOwner((tx) => tx.query<{ changes: string }>(query));
    if (row === undefined) throw new Error("changes were heard of too late to be read");
    return decodeChanges(row.changes);
  };
  const ask = <Row>(query: Sql): Promise<Row[]> => database.asOwner((tx) => tx.query<Row>(query));
  /** Whether changes may have been missed: another process took this one for gone, or a table was removed and made again. */
  const hasMissed = async (): Promise<boolean> => {
    const before = [...watched];
    const mine = new Set(await refresh(database, process, watchSeconds));
    for (const [key, one] of before) {
      if (mine.has(one.definition) || watched.get(key) !== one) continue;
      if ((await ask(tableOf(one.place, one.table))).length > 0) return true;
    }
    return false;
  };

  return {
    async listen({ told, lost }) {
      process = randomUUID();
      watched.clear();
      let last: Promise<void> = Promise.resolve();
      const own = process;
      const lose = (error: unknown): void => {
        if (stop === undefined || process !== own) return;
        void stop();
        lost(error);
      };
      const refreshing = setInterval(
        () => {
          hasMissed().then(
            (missed) => (missed ? lose(new Error("changes of a watched table may have been missed")) : undefined),
            lose,
          );
        },
        (watchSeconds / 3) * 1_000,
      ).unref();
      const end = await database.listen(channel, {
        // One after the other: they are told in the order of their commits.
        told: (id) => void (last = last.then(async () => told(await read(id))).catch(lose)),
        lost: () => lose(new Error("the connection that hears of changes was lost")),
      });
      stop = async () => {
        stop = undefined;
        clearInterval(refreshing);
        await end();
      };
    },
    async watch(place, table) {
      const [row] = await ask<{ definition: number }>(watchStatement(process, watchSeconds, place, table));
      if (row !== undefined) watched.set(keyOf(place, table), { place, table, definition: row.definition });
      return row !== undefined;
    },
    async unwatch(place, table) {
      // Before it is asked: `hasMissed` finds no row of it from then on.
      watched.delete(keyOf(place, table));
      await ask(unwatchStatement(process, place, table));
    },
    async end() {
      await stop?.();
    },
  };
}

const keyOf = (place: Place, table: string): string => JSON.stringify([place.namespace, place.database, table]);

/** Says that a process lives, and clears away what others left. @returns the definitions of the tables that it watches */
function refresh(database: Database, process: string, watchSeconds: number): Promise<readonly number[]> {
  return database.asOwner(async (tx) => {
    const mine = await tx.query<{ definition: number }>(
      sql`update database.live_watch set until = now() + make_interval(secs => ${literal(watchSeconds)}) where process = ${process}::uuid returning definition`,
    );
    await tx.query(sql`delete from database.live_change where at < now() - make_interval(secs => ${literal(keptSeconds)})`);
    await tx.query(
      sql`with gone as (delete from database.live_watch where until < now() returning definition) ${changed(sql`gone`)}`,
    );
    return mine.map(({ definition }) => definition);
  });
}

/** The places whose definitions show another state now get another version. */
const changed = (watches: Sql): Sql =>
  sql`insert into database.change (place, n)
    select d.place, 1 from database.definition d where d.id in (select definition from ${watches}) returning 1`;

const tableOf = (
  place: Place,
  table: string,
) => sql`select t.id from database.place n join database.place d on d.parent = n.id join database.definition t on t.place = d.id
  where n.parent = 0 and sha256(n.name) = sha256(${toBytes(place.namespace)}::bytea) and sha256(d.name) = sha256(${toBytes(place.database)}::bytea)
    and t.what = 'table' and t.owner is null and sha256(t.name) = sha256(${toBytes(table)}::bytea)`;

const watchStatement = (process: string, watchSeconds: number, place: Place, table: string) => sql`with watched as (
    insert into database.live_watch (definition, process, until)
    select id, ${process}::uuid, now() + make_interval(secs => ${literal(watchSeconds)}) from (${tableOf(place, table)}) d
    on conflict (definition, process) do update set until = excluded.until returning definition
  ), told as (${changed(sql`watched`)}) select definition from watched`;

const unwatchStatement = (process: string, place: Place, table: string) => sql`with gone as (
    delete from database.live_watch where process = ${process}::uuid and definition in (${tableOf(place, table)}) returning definition
  ) ${changed(sql`gone`)}`;

/** Keeps the changes for those who watch, who are told once the transaction is committed. */
export async function announceChanges(ask: Ask, changes: readonly RecordChange[]): Promise<void> {
  for (let from = 0; from < changes.length; from += changesOfMessage) {
    const text = encodeStored(changes.slice(from, from + changesOfMessage).map(encodeChange));
    await ask(
      sql`with kept as (insert into database.live_change (changes) values (${text}::jsonb) returning id)
        select pg_notify(${channel}, id::text) from kept`,
      { name: "database.announce" },
    );
  }
}

function encodeChange({ place, action, id, before, after }: RecordChange): ObjectValue {
  return new Map<string, Value>([
    ["place", [place.namespace, place.database]],
    ["action", action],
    ["id", id],
    ["before", before ?? null],
    ["after", after ?? null],
  ]);
}

function decodeChanges(text: string): readonly RecordChange[] {
  const values = decodeStored(text);
  return (isArray(values) ? values : []).flatMap((value) => {
    if (!isObject(value)) return [];
    const [place, action, id] = [placeOf(value.get("place")), value.get("action"), value.get("id")];
    if (place === undefined || !(id instanceof RecordId) || !isAction(action)) return [];
    return [{ place, action, id, before: documentOf(value.get("before")), after: documentOf(value.get("after")) }];
  });
}

function placeOf(value: Value): Place | undefined {
  const [namespace, database] = isArray(value) ? value : [];
  return typeof namespace === "string" && typeof database === "string" ? { namespace, database } : undefined;
}

const documentOf = (value: Value): ObjectValue | undefined => (isObject(value) ? value : undefined);

function isAction(value: Value): value is RecordChange["action"] {
  return value === "CREATE" || value === "UPDATE" || value === "DELETE";
}
