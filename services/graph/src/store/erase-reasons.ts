/** Reasons that persons gave when they decided about facts: they speak of what is erased. */
import type { Transaction } from "@loci/ports/database";

/**
 * Erases the reasons of what was decided about the keys of these facts, wherever they are kept: with each statement of the decision, with
 * the uncertainty that it settled, and in the decisions that quote them. Called before the facts are erased.
 */
export async function eraseReasons(tx: Transaction, contextId: string, facts: readonly string[]): Promise<void> {
  if (facts.length === 0) return;
  const rows = await tx.query<{ ruling: string }>({
    text: `select distinct p.ruling from graph.fact f
      join graph.provenance p on p.ctx = $1 and p.entity_id = f.entity_id and p.key = f.key and p.ruling <> ''
      where f.ctx = $1 and f.id = any($2)`,
    values: [contextId, facts],
  });
  if (rows.length === 0) return;
  const rulings = rows.map((row) => row.ruling);
  const places = await tx.query<{ entity: string; key: string }>({
    text: `update graph.provenance set reason = '' where ctx = $1 and ruling = any($2) returning entity_id as entity, key`,
    values: [contextId, rulings],
  });
  const ofPlaces = "unnest($2::text[], $3::text[]) as x(entity, key)";
  const at = [contextId, places.map((one) => one.entity), places.map((one) => one.key)];
  await tx.query({
    text: `update graph.uncertainty u set resolution_reason = '' from ${ofPlaces}
      where u.ctx = $1 and u.entity_id = x.entity and u.key = x.key and u.resolution_reason <> ''`,
    values: at,
  });
  await tx.query({
    text: `update graph.decision d set evidence = d.evidence - 'reason'
      where d.ctx = $1 and d.evidence->>'reason' is not null and (
        (d.evidence->>'ruling' is not null and d.record_id in
          (select f.id from ${ofPlaces} join graph.fact f on f.ctx = $1 and f.entity_id = x.entity and f.key = x.key))
        or d.record_id in
          (select u.id from ${ofPlaces} join graph.uncertainty u on u.ctx = $1 and u.entity_id = x.entity and u.key = x.key))`,
    values: at,
  });
}
