import { type Database, sql } from "@loci/ports/database";

/** Over all contexts: numbers alone. */
export interface AuthTotals {
  readonly contexts: number;
  /** Deleted ones of which some service still holds something. */
  readonly unfinishedErasures: number;
  /** Since when the oldest of them is deleted; 0 without one. */
  readonly oldestErasureSeconds: number;
  /** Chains of the audit that take no rows. */
  readonly brokenChains: number;
}

/** Reads them in one statement, which the database ends after two seconds. */
export async function readTotals(database: Database): Promise<AuthTotals> {
  const [row] = await database.acrossContexts(async (tx) => {
    await tx.query(sql`set local statement_timeout = 2000`);
    return tx.query<AuthTotals>(totals, { name: "auth.totals" });
  });
  return row ?? { contexts: 0, unfinishedErasures: 0, oldestErasureSeconds: 0, brokenChains: 0 };
}

const totals = sql`
  select (select count(*)::int from auth.contexts) as contexts,
    gone.count as "unfinishedErasures", gone.seconds as "oldestErasureSeconds",
    (select count(*)::int from auth.broken_chains) as "brokenChains"
  from (select count(*)::int as count,
      greatest(0, coalesce(extract(epoch from now() - min(deleted_at)), 0))::float8 as seconds
    from auth.deleted_contexts) as gone`;
