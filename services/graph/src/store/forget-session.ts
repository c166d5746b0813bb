import type { Transaction } from "@loci/ports/database";

/** Its id stays taken. */
export async function markSessionDeleted(tx: Transaction, contextId: string, id: string, now: string): Promise<void> {
  await tx.query({
    text: "update graph.session set deleted_at = $3::timestamptz where ctx = $1 and id = $2",
    values: [contextId, id, now],
  });
}

/** The turns of a session that lie under one of the ScopeSets (null: any) and were not forgotten before. */
export async function turnsOfSession(
  tx: Transaction,
  contextId: string,
  id: string,
  scopeSets: readonly string[] | null,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    text: `select id from graph.turn where ctx = $1 and session_id = $2 and forgotten_at is null
      and ($3::text[] is null or scope_set = any($3)) order by seq`,
    values: [contextId, id, scopeSets],
  });
  return rows.map((row) => row.id);
}
