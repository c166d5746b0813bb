import type { Database } from "@loci/ports/database";
import type { Ask } from "./catalog.ts";
import { sql } from "./sql.ts";

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

export interface Sweeper {
  /** Drops what was retired, as far as nobody reads it; what is left goes with the next time, or the next start. */
  readonly sweep: () => void;
  end(): Promise<void>;
}

export function startSweeper(database: Database): Sweeper {
  let last: Promise<void> = Promise.resolve();
  let hasEnded = false;

  const dropSome = async (): Promise<number> => {
    const session = database.openSession({ lockMs });
    try {
      await session.begin({ isolation: "read committed" });
      const rows = await session.query<{ relation: string }>({
        text: `select relation from database.retired order by relation limit ${droppedAtOnce} for update skip locked`,
      });
      const drops = rows.map(({ relation }) => {
        if (!/^[tips]\d+$/.test(relation)) throw new Error(`no relation of ours: ${relation}`);
        return `drop ${/^[ti]/.test(relation) ? "table" : "sequence"} if exists database_records.${relation}`;
      });
      if (drops.length > 0) await session.query({ text: drops.join("; ") });
      const names = rows.map(({ relation }) => relation);
      await session.query({ text: "delete from database.retired where relation = any($1::text[])", values: [names] });
      await session.commit();
      return rows.length;
    } finally {
      await session.close();
    }
  };
  const sweepAll = async (): Promise<void> => {
    while (!hasEnded && (await dropSome()) === droppedAtOnce);
  };

  return {
    sweep() {
      last = last.then(sweepAll).catch(() => undefined);
    },
    async end() {
      hasEnded = true;
      await last;
    },
  };
}
