import { param, sql, type Transaction } from "@loci/ports/database";
import type { Sight } from "./read-facts.ts";
import { under } from "./time-view.ts";

export interface Waiting {
  readonly turns: number;
  readonly chunks: number;
  readonly documents: number;
}

/** What waits for a model, or was given up for want of it, under these selectors (null: everything). */
export async function waitingForModels(
  tx: Transaction,
  { contextId, scopeSets }: Pick<Sight, "contextId" | "scopeSets">,
): Promise<{ readonly toExtract: Waiting; readonly toEmbed: Waiting }> {
  const ctx = param(contextId);
  const [row] = await tx.query<{ turns: number; unread: number; unreadIn: number; bare: number; bareIn: number }>(sql`select
        (select count(*)::int from graph.turn t where t.ctx = ${ctx} and ${under(scopeSets, "t")}
          and t.extraction in ('pending', 'failed') and t.forgotten_at is null) as turns,
        count(*) filter (where c.unread)::int as unread,
        count(distinct c.document_id) filter (where c.unread)::int as "unreadIn",
        count(*) filter (where c.bare)::int as bare, count(distinct c.document_id) filter (where c.bare)::int as "bareIn"
      from (select c.document_id, coalesce(nullif(d.failed_stage, ''), d.status) = 'extracting_nodes' and not c.extracted as unread,
          not exists (select 1 from graph.embedding e
            where e.ctx = ${ctx} and e.record_id = c.id and e.generation = graph.generation()) as bare
        from graph.document d join graph.chunk c on c.ctx = ${ctx} and c.document_id = d.id and c.forgotten_at is null
        where d.ctx = ${ctx} and ${under(scopeSets, "d")} and d.forgotten_at is null
          and (d.status in ('extracting_nodes', 'embedding')
            or d.status = 'failed' and d.failed_stage in ('extracting_nodes', 'embedding'))) c`);
  if (row === undefined) throw new Error("An aggregate has one row.");
  return {
    toExtract: { turns: row.turns, chunks: row.unread, documents: row.unreadIn },
    toEmbed: { turns: 0, chunks: row.bare, documents: row.bareIn },
  };
}
