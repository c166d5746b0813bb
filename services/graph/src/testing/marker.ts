/** For tests: where in the whole schema a word still stands. */
import { type Database, identifier, sql } from "@loci/ports/database";

/** Tables (with how many rows) of which some row, in whatever column, holds the word: as text, in JSON, or in an array. */
export async function tablesThatHold(database: Database, contextId: string, word: string): Promise<Record<string, number>> {
  return database.inContext(contextId, async (tx) => {
    const tables = await tx.query<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'graph' order by 1`,
    );
    const found: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await tx.query<{ n: number }>(
        sql`select count(*)::int as n from graph.${identifier(name)} t where t.ctx = ${contextId} and to_jsonb(t)::text ilike '%' || ${word} || '%'`,
      );
      if (row !== undefined && row.n > 0) found[name] = row.n;
    }
    return found;
  });
}
