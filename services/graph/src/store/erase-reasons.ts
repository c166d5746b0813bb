/** Reasons that persons gave when they decided about facts: they speak of what is erased. */
import { param, sql, type Transaction } from "@loci/ports/database";

/**
 * Erases the reasons of what was decided about the keys of these facts, wherever they are kept: with each statement of the decision, with
 * the uncertainty that it settled, and in the decisions that quote them. Called before the facts are erased.
 */
export async function eraseReasons(tx: Transaction, contextId: string, facts: readonly string[]): Promise<void> {
  if (facts.length === 0) return;
  const ctx = param(contextId);
  const rows = await tx.query<{ ruling: string }>(sql`select distinct p.ruling from graph.fact f
      join graph.provenance p on p.ctx = ${ctx} and p.entity_id = f.entity_id and p.key = f.key and p.ruling <> ''
      where f.ctx = ${ctx} and f.id = any(${facts})`);
  if (rows.length === 0) return;
  const rulings = rows.map((row) => row.ruling);
  const places = await tx.query<{ entity: string; key: string }>(
    sql`update graph.provenance set reason = '' where ctx = ${contextId} and ruling = any(${rulings}) returning entity_id as entity, key`,
  );
  const ofPlaces = sql`unnest(${places.map((one) => one.entity)}::text[], ${places.map((one) => one.key)}::text[]) as x(entity, key)`;
  await tx.query(
    sql`update graph.uncertainty u set resolution_reason = '' from ${ofPlaces}
      where u.ctx = ${ctx} and u.entity_id = x.entity and u.key = x.key and u.resolution_reason <> ''`,
  );
  await tx.query(
    sql`update graph.decision d set evidence = d.evidence - 'reason'
      where d.ctx = ${ctx} and d.evidence->>'reason' is not null and (
        (d.evidence->>'ruling' is not null and d.record_id in
          (select f.id from ${ofPlaces} join graph.fact f on f.ctx = ${ctx} and f.entity_id = x.entity and f.key = x.key))
        or d.record_id in
          (select u.id from ${ofPlaces} join graph.uncertainty u on u.ctx = ${ctx} and u.entity_id = x.entity and u.key = x.key))`,
  );
}
