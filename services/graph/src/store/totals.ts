import { type Database, sql } from "@loci/ports/database";

/** What waits, over all contexts: numbers alone. */
export interface GraphTotals {
  readonly pendingExtractions: number;
  readonly openUncertainties: number;
  /** For how long the oldest of them has been open; 0 without one. */
  readonly oldestUncertaintySeconds: number;
}

/** Reads them in one statement, which the database ends after two seconds. */
export async function readTotals(database: Database): Promise<GraphTotals> {
  const [row] = await database.acrossContexts(async (tx) => {
    await tx.query(sql`set local statement_timeout = 2000`);
    return tx.query<GraphTotals>(totals, { name: "graph.totals" });
  });
  return row ?? { pendingExtractions: 0, openUncertainties: 0, oldestUncertaintySeconds: 0 };
}

const totals = sql`
  select (select count(*)::int from graph.pending_extraction) as "pendingExtractions",
    open.count as "openUncertainties", open.seconds as "oldestUncertaintySeconds"
  from (select count(*)::int as count,
      greatest(0, coalesce(extract(epoch from now() - min(recorded_at)), 0))::float8 as seconds
    from graph.uncertainty where status = 'open') as open`;
