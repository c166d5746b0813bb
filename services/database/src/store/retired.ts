import { type Database, identifier, join, literal, sql } from "@loci/ports/database";
import type { Ask } from "./catalog.ts";
import { sweepExpired, sweepPlaces, sweptAtOnce } from "./feed.ts";

/** What stood behind a definition. */
export interface Behind {
  readonly id: number;
  readonly what: string;
}

const letters: Readonly<Record<string, string>> = { table: "t", index: "i", sequence: "s", place: "p" };

/** Notes what is to be dropped once this is committed. */
export async function retire(ask: Ask, behind: readonly Behind[]): Promise<void> {
  if (behind.length === 0) return;
  const names = behind.map(({ id, what }) => `${letters[what] ?? "t"}${id}`);
  await ask(sql`insert into database.retired (relation) select unnest(${names}::text[])`, { name: "database.retire" });
}

/** Each takes a lock of the server, which has some thousands. */
const droppedAtOnce = 50;
/** Whoever asks for a table while its drop waits for its readers waits behind it. */
const lockMs = 100;
/** Feeds are looked through so often, where somebody writes to them or the process runs on. */
const feedsMs = 60_000;

export interface Sweeper {
  /** Drops what was retired, as far as nobody reads it; what is left goes with the next time, or the next start. */
  readonly sweep: () => void;
  /** Removes what feeds have kept for as long as they say, at most once a minute. */
  readonly sweepFeeds: () => void;
  end(): Promise<void>;
}

export function startSweeper(database: Database): Sweeper {
  let last: Promise<void> = Promise.resolve();
  let hasEnded = false;

  const dropSome = async (): Promise<number> => {
    const session = database.openSession({ lockMs });
    try {
      await session.begin({ isolation: "read committed" });
      const rows = await session.query<{ relation: string }>(
        sql`select relation from database.retired order by relation limit ${literal(droppedAtOnce)} for update skip locked`,
      );
      const drops = rows.map(({ relation }) => {
        if (!/^[tips]\d+$/.test(relation)) throw new Error(`no relation of ours: ${relation}`);
        return sql`drop ${/^[ti]/.test(relation) ? sql`table` : sql`sequence`} if exists ${identifier("database_records", relation)}`;
      });
      if (drops.length > 0) await session.query(join(drops, sql`; `));
      const names = rows.map(({ relation }) => relation);
      const places = names.filter((name) => name.startsWith("p")).map((name) => name.slice(1));
      if (places.length > 0) await session.query(sweepPlaces(places));
      await session.query(sql`delete from database.retired where relation = any(${names}::text[])`);
      await session.commit();
      return rows.length;
    } finally {
      await session.close();
    }
  };
  const sweepAll = async (): Promise<void> => {
    while (!hasEnded && (await dropSome()) === droppedAtOnce);
  };

  const sweepExpiredAll = async (): Promise<void> => {
    for (let gone = sweptAtOnce; gone === sweptAtOnce && !hasEnded;) {
      const session = database.openSession({ lockMs });
      try {
        await session.begin({ isolation: "read committed" });
        const [row] = await session.query<{ n: number }>(sweepExpired);
        await session.commit();
        gone = row?.n ?? 0;
      } finally {
        await session.close();
      }
    }
  };
  const later = (work: () => Promise<void>): void => {
    last = last.then(work).catch(() => undefined);
  };
  let lastFeeds = -Infinity;
  const sweepFeeds = (): void => {
    if (performance.now() - lastFeeds < feedsMs) return;
    lastFeeds = performance.now();
    later(sweepExpiredAll);
  };
  const timer = setInterval(sweepFeeds, feedsMs).unref();

  return {
    sweep: () => later(sweepAll),
    sweepFeeds,
    async end() {
      hasEnded = true;
      clearInterval(timer);
      await last;
    },
  };
}
