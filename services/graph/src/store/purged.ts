import { timeParam, timeText } from "@loci/platform/db";
import type { Transaction } from "@loci/ports/database";

export interface Purged {
  readonly contextId: string;
  readonly id: string;
  readonly recordedAt: string;
}

/** The first `limit` and all of the same moment as the last; of every context where none is named. */
export async function purgedAfter(tx: Transaction, contextId: string, after: string, limit: number): Promise<Purged[]> {
  const rows = await tx.query<{ ctx: string; id: string; recorded_at: Date }>({
    text: `select ctx, id, recorded_at from graph.purged
      where ($1 = '' or ctx = $1) and ($2::timestamptz is null or recorded_at > $2::timestamptz)
      order by recorded_at fetch first ($3::int) rows with ties`,
    values: [contextId, timeParam(after), limit],
  });
  return rows.map((row) => ({ contextId: row.ctx, id: row.id, recordedAt: timeText(row.recorded_at) }));
}
