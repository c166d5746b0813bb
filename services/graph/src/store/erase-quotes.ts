/** Sentences that decisions quote out of chunks that are there no more: of these no words can be cut. */
import { param, sql, type Sql, type Transaction } from "@loci/ports/database";
import type { WithdrawnStatement } from "./forget.ts";

/** Decisions that quote a sentence of a chunk that is there no more, each with its selector: that of the record which was decided about. */
export const quotes = (ctx: Sql) => sql`select d.ctx, d.id, d.evidence->>'sentence' as sentence, coalesce(
    (select f.scope_set from graph.fact f where f.ctx = ${ctx} and f.id = d.record_id),
    (select e.scope_set from graph.entity e where e.ctx = ${ctx} and e.id = d.record_id),
    (select i.scope_set from graph.instruction i where i.ctx = ${ctx} and i.id = d.record_id),
    (select u.scope_set from graph.uncertainty u where u.ctx = ${ctx} and u.id = d.record_id), '') as scope_set
  from graph.decision d where d.ctx = ${ctx} and d.turn_id like 'chunk:%' and d.evidence->>'sentence' <> ''
    and not exists (select 1 from graph.chunk c where c.ctx = ${ctx} and c.id = d.turn_id)`;

/** Empties these decisions. @returns how many said something */
export async function emptyDecisions(tx: Transaction, contextId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await tx.query(
    sql`update graph.decision set evidence = '{}'::jsonb where ctx = ${contextId} and id = any(${ids}) and evidence <> '{}'::jsonb returning 1`,
  );
  return rows.length;
}

/**
 * Empties the decisions that quote what these statements were read from, where a newer version of the document has that chunk no more: those
 * read at the same place, and those of which the sentence holds theirs or stands within it.
 */
export async function eraseQuotes(
  tx: Transaction,
  contextId: string,
  statements: readonly Pick<WithdrawnStatement, "passageId" | "spanStart" | "spanEnd">[],
): Promise<void> {
  const said = statements.filter(({ passageId }) => passageId.startsWith("chunk:"));
  if (said.length === 0) return;
  const ctx = param(contextId);
  await tx.query(sql`with said as (
        select distinct x.id, x.start, x.until from unnest(${said.map(({ passageId }) => passageId)}::text[],
          ${said.map(({ spanStart }) => String(spanStart))}::text[],
          ${said.map(({ spanEnd }) => String(spanEnd))}::text[]) as x(id, start, until)
          where not exists (select 1 from graph.chunk c where c.ctx = ${ctx} and c.id = x.id)),
      quoting as (
        select d.id, d.turn_id, d.evidence->>'sentence' as sentence,
            exists (select 1 from said s where s.id = d.turn_id
              and s.start = d.evidence->>'spanStart' and s.until = d.evidence->>'spanEnd') as is_own
          from graph.decision d
          where d.ctx = ${ctx} and d.turn_id <> '' and d.turn_id in (select id from said) and d.evidence <> '{}'::jsonb)
      update graph.decision d set evidence = '{}'::jsonb from quoting q
      where d.ctx = ${ctx} and d.id = q.id and (q.is_own or exists (select 1 from quoting own
        where own.is_own and own.turn_id = q.turn_id and own.sentence <> '' and q.sentence <> ''
          and (strpos(q.sentence, own.sentence) > 0 or strpos(own.sentence, q.sentence) > 0)))`);
}
