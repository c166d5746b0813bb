import { join, param, sql, type Transaction } from "@loci/ports/database";
import type { Sight } from "./read-facts.ts";
import { seen, under } from "./time-view.ts";
import { toTurn, type Turn, type TurnRow } from "./turns.ts";

/** The turns of these ids, and those whose literal text has one of these ids. */
export async function turnsById(tx: Transaction, { contextId, scopeSets, view }: Sight, ids: readonly string[]): Promise<Turn[]> {
  const ctx = param(contextId);
  const asked = sql`${ids}::text[]`;
  const where = join([sql`t.ctx = ${ctx}`, sql`t.extraction <> 'silent'`, seen(view, "t"), under(scopeSets, "t")], sql` and `);
  const rows = await tx.query<TurnRow>(
    sql`select t.* from graph.turn t where ${where} and t.id = any(${asked})
      union all select t.* from graph.turn t where ${where} and t.chunk_id <> '' and t.chunk_id = any(${asked})`,
    { keepsPlan: true },
  );
  return rows.map(toTurn);
}

export async function embeddingsOf(tx: Transaction, contextId: string, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
  const rows = await tx.query<{ record_id: string; vector: Uint8Array }>(
    // A vector of another length than the deployment's comes from a process that still embeds by an older model: it is as good as none.
    sql`select record_id, vector from graph.embedding where ctx = ${contextId} and record_id = any(${ids})
      and generation = (select graph.generation())
      and octet_length(vector) = coalesce((select 4 * embedding_dimension from graph.deployment), octet_length(vector))`,
    { name: "graph.embeddings" },
  );
  return new Map(rows.map((row) => [row.record_id, row.vector]));
}
