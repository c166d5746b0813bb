import { timeParam, timeText } from "@loci/platform/db";
import type { Transaction } from "@loci/ports/database";

export interface Purged {
  readonly contextId: string;
  readonly id: string;
  readonly recordedAt: string;
  readonly causeTraceId: string;
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
    ...{ contextId: ctx, id, recordedAt: timeText(at), causeTraceId: cause },
  }));
}
