import { timeParam, timeText } from "@loci/platform/db";
import { identifier, join, param, sql, type Transaction } from "@loci/ports/database";

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
  const ctxParam = param(contextId);
  const afterParam = param(timeParam(after));
  const idsParam = param(ids.length === 0 ? null : ids);
  const rows = await tx.query<{
    ctx: string;
    id: string;
    recorded_at: Date;
    cause: string;
  }>(sql`select ctx, id, recorded_at, cause from graph.purged
      where (${ctxParam} = '' or ctx = ${ctxParam}) and (${afterParam}::timestamptz is null or recorded_at > ${afterParam}::timestamptz)
        and (${idsParam}::text[] is null or id = any(${idsParam}::text[]))
      order by recorded_at fetch first (${limit}::int) rows with ties`);
  return rows.map(({ ctx, id, recorded_at: at, cause }) => ({
    ...{ contextId: ctx, id, recordedAt: timeText(at), causeTraceId: cause, inPart: false, isStored: false },
  }));
}

/** What one purge erased, and of which records it erased a part as long as that is to be followed. */
export async function purgedBy(tx: Transaction, contextId: string, receipt: string): Promise<Purged[]> {
  const ctx = param(contextId);
  const receiptParam = param(receipt);
  const rows = await tx.query<{
    id: string;
    recorded_at: Date;
    cause: string;
    in_part: boolean;
  }>(sql`with made as (select recorded_at, trace_id as cause from graph.receipt where ctx = ${ctx} and id = ${receiptParam})
      select p.id, p.recorded_at, p.cause, false as in_part from graph.purged p join made using (recorded_at, cause) where p.ctx = ${ctx}
      union all
      select r.id, w.recorded_at, w.cause, true from graph.erased_words w cross join unnest(w.redacted) as r(id)
        where w.ctx = ${ctx} and w.receipt = ${receiptParam}`);
  return rows.map(({ id, recorded_at: at, cause, in_part: inPart }) => ({
    ...{ contextId, id, recordedAt: timeText(at), causeTraceId: cause, inPart, isStored: false },
  }));
}

/** Those of these ids that were forgotten and are stored still. */
export async function forgottenAmong(tx: Transaction, contextId: string, ids: readonly string[]): Promise<Purged[]> {
  if (ids.length === 0) return [];
  const [ctx, asked] = [param(contextId), param(ids)];
  const of = (table: string, column = "id") =>
    sql`select r.${identifier(column)} as id, r.forgotten_at as at from graph.${identifier(table)} r where r.ctx = ${ctx} and r.${identifier(column)} = any(${asked}) and r.forgotten_at is not null`;
  const texts = sql`${of("turn", "chunk_id")} and r.chunk_id <> ''`;
  const each = [of("turn"), texts, ...["fact", "entity", "chunk", "instruction"].map((table) => of(table))];
  const rows = await tx.query<{ id: string; at: Date }>(join(each, sql` union all `));
  return rows.map(({ id, at }) => ({
    ...{ contextId, id, recordedAt: timeText(at), causeTraceId: "", inPart: false, isStored: true },
  }));
}
