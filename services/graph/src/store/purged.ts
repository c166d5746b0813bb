import { timeParam, timeText } from "@loci/platform/db";
import type { Transaction } from "@loci/ports/database";

export interface Purged {
  readonly contextId: string;
  readonly id: string;
  readonly recordedAt: string;
  readonly causeTraceId: string;
  /** It stays without what was erased. */
  readonly inPart: boolean;
  /** It was forgotten, and is not erased. */
  readonly isStored: boolean;
}

export interface PurgedFilter {
  readonly after: string;
  readonly limit: number;
  /** Only these; any where none is named. */
  readonly ids: readonly string[];
}

/** The first `limit` and all of the same moment as the last; of every context where none is named. */
export async function purgedAfter(tx: Transaction, contextId: string, { after, limit, ids }: PurgedFilter): Promise<Purged[]> {
  const rows = await tx.query<{ ctx: string; id: string; recorded_at: Date; cause: string }>({
    text: `select ctx, id, recorded_at, cause from graph.purged
      where ($1 = '' or ctx = $1) and ($2::timestamptz is null or recorded_at > $2::timestamptz)
        and ($4::text[] is null or id = any($4::text[]))
      order by recorded_at fetch first ($3::int) rows with ties`,
    values: [contextId, timeParam(after), limit, ids.length === 0 ? null : ids],
  });
  return rows.map(({ ctx, id, recorded_at: at, cause }) => ({
    ...{ contextId: ctx, id, recordedAt: timeText(at), causeTraceId: cause, inPart: false, isStored: false },
  }));
}

/** What one purge erased, and of which records it erased a part as long as that is to be followed. */
export async function purgedBy(tx: Transaction, contextId: string, receipt: string): Promise<Purged[]> {
  const rows = await tx.query<{ id: string; recorded_at: Date; cause: string; in_part: boolean }>({
    text: `with made as (select recorded_at, trace_id as cause from graph.receipt where ctx = $1 and id = $2)
      select p.id, p.recorded_at, p.cause, false as in_part from graph.purged p join made using (recorded_at, cause) where p.ctx = $1
      union all
      select r.id, w.recorded_at, w.cause, true from graph.erased_words w cross join unnest(w.redacted) as r(id)
        where w.ctx = $1 and w.receipt = $2`,
    values: [contextId, receipt],
  });
  return rows.map(({ id, recorded_at: at, cause, in_part: inPart }) => ({
    ...{ contextId, id, recordedAt: timeText(at), causeTraceId: cause, inPart, isStored: false },
  }));
}

/** Those of these ids that were forgotten and are stored still. */
export async function forgottenAmong(tx: Transaction, contextId: string, ids: readonly string[]): Promise<Purged[]> {
  if (ids.length === 0) return [];
  const of = (table: string, column = "id") =>
    `select r.${column} as id, r.forgotten_at as at from graph.${table} r where r.ctx = $1 and r.${column} = any($2) and r.forgotten_at is not null`;
  const texts = `${of("turn", "chunk_id")} and r.chunk_id <> ''`;
  const rows = await tx.query<{ id: string; at: Date }>({
    text: [of("turn"), texts, ...["fact", "entity", "chunk", "instruction"].map((table) => of(table))].join(" union all "),
    values: [contextId, ids],
  });
  return rows.map(({ id, at }) => ({
    ...{ contextId, id, recordedAt: timeText(at), causeTraceId: "", inPart: false, isStored: true },
  }));
}
