import type { Transaction } from "@loci/ports/database";
import type { Sight } from "./read-facts.ts";
import { seen, under, Values } from "./time-view.ts";
import { toTurn, type Turn, type TurnRow } from "./turns.ts";

/** The turns of these ids, and those whose literal text has one of these ids. */
export async function turnsById(tx: Transaction, { contextId, scopeSets, view }: Sight, ids: readonly string[]): Promise<Turn[]> {
  const values = new Values(contextId);
  const asked = values.add(ids, "text[]");
  const where = ["t.ctx = $1", "t.extraction <> 'silent'", seen(view, values, "t"), under(scopeSets, values, "t")].join(" and ");
  const rows = await tx.query<TurnRow>(
    values.planned(
      `select t.* from graph.turn t where ${where} and t.id = any(${asked})
      union all select t.* from graph.turn t where ${where} and t.chunk_id <> '' and t.chunk_id = any(${asked})`,
    ),
  );
  return rows.map(toTurn);
}

export async function embeddingsOf(tx: Transaction, contextId: string, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
  const rows = await tx.query<{ record_id: string; vector: Uint8Array }>({
    name: "graph.embeddings",
    // A vector of another length than the deployment's comes from a process that still embeds by an older model: it is as good as none.
    text: `select record_id, vector from graph.embedding where ctx = $1 and record_id = any($2)
      and generation = (select graph.generation())
      and octet_length(vector) = coalesce((select 4 * embedding_dimension from graph.deployment), octet_length(vector))`,
    values: [contextId, ids],
  });
  return new Map(rows.map((row) => [row.record_id, row.vector]));
}
