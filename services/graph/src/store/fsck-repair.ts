import { identifier, join, param, sql, type Transaction } from "@loci/ports/database";

interface Key {
  readonly entityId: string;
  readonly key: string;
  readonly scopeSet: string;
}

/** Vectors whose record is gone. */
export async function deleteStrayVectors(tx: Transaction, contextId: string): Promise<number> {
  const ctx = param(contextId);
  const isOf = (table: string, column = "id") =>
    sql`exists (select 1 from graph.${identifier(table)} r where r.ctx = ${ctx} and r.${identifier(column)} = e.record_id)`;
  const records = [
    ...[
      isOf("turn"),
      sql`exists (select 1 from graph.turn r where r.ctx = ${ctx} and r.chunk_id = e.record_id and r.chunk_id <> '')`,
    ],
    ...["fact", "entity", "instruction", "chunk", "section", "keyword"].map((table) => isOf(table)),
  ];
  const [row] = await tx.query<{
    n: number;
  }>(sql`with gone as (delete from graph.embedding e where e.ctx = ${ctx} and not (${join(records, sql` or `)}) returning 1)
      select count(*)::int as n from gone`);
  return row?.n ?? 0;
}

/** Statements that support a fact which is not there support none, until their keys are reconciled again: these are told. */
export async function freeStrayStatements(tx: Transaction, contextId: string): Promise<Key[]> {
  const ctx = param(contextId);
  return tx.query<Key>(sql`update graph.provenance p set fact_id = '' where p.ctx = ${ctx} and p.fact_id <> '' and p.withdrawn_at is null
        and p.source <> 'derived'
        and not exists (select 1 from graph.fact f where f.ctx = ${ctx} and f.id = p.fact_id)
        and not exists (select 1 from graph.instruction i where i.ctx = ${ctx} and i.id = p.fact_id)
      returning p.entity_id as "entityId", p.key, p.scope_set as "scopeSet"`);
}

/** The keys of open uncertainties with fewer than two standing candidates. */
export async function weakUncertainties(tx: Transaction, contextId: string): Promise<Key[]> {
  const ctx = param(contextId);
  return tx.query<Key>(sql`select u.entity_id as "entityId", u.key, u.scope_set as "scopeSet" from graph.uncertainty u
      where u.ctx = ${ctx} and u.status = 'open' and u.other_id = '' and (select count(*) from graph.uncertainty_candidate c
        join graph.fact f on f.ctx = ${ctx} and f.id = c.fact_id
        where c.ctx = ${ctx} and c.uncertainty_id = u.id and c.recorded_until is null
          and f.forgotten_at is null and f.expired_at is null and f.known_until is null) < 2`);
}
