/** Questions whether two entities are the same: uncertainties with a second entity in place of facts. */
import { identifier, literal, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import type { SameQuestion } from "../memory/proposal.ts";
import type { Column } from "./bulk.ts";
import type { Sight } from "./read-facts.ts";
import { under } from "./time-view.ts";

/**
 * SQL: what an uncertainty `u` is about, its key or the name of the other entity.
 * @param other the other entity's id, seen from the one that is shown
 */
export function shownKey(other = sql`u.other_id`): Sql {
  return sql`case when u.other_id = '' then u.key
    else 'same as ' || (select o.name from graph.entity o where o.ctx = u.ctx and o.id = ${other}) end`;
}

export function questionColumns(now: string): Column<SameQuestion>[] {
  return [
    { name: "id", type: "text", of: (one) => one.id },
    { name: "entity_id", type: "text", of: (one) => one.entityId },
    { name: "other_id", type: "text", of: (one) => one.otherId },
    { name: "key", type: "text", of: () => "=" },
    { name: "scope_set", type: "text", of: (one) => one.scopeSet },
    { name: "reason", type: "text", of: () => "maybe_same" },
    { name: "status", type: "text", of: () => "open" },
    { name: "resolution", type: "text", of: () => "" },
    { name: "recorded_at", type: "timestamptz", of: () => now },
  ];
}

const mostTold = 3;

/** Facts that tell who each of these entities is: the most important ones that stand, of it first and then about it. */
export async function tellingFacts(
  tx: Transaction,
  { contextId, scopeSets }: Pick<Sight, "contextId" | "scopeSets">,
  entityIds: readonly string[],
): Promise<{ readonly entityId: string; readonly factId: string }[]> {
  if (entityIds.length === 0) return [];
  const ctx = param(contextId);
  const ids = sql`${entityIds}::text[]`;
  const visible = under(scopeSets, "f");
  const some = (
    column: string,
    place: number,
  ) => sql`(select f.id, ${literal(place)} as place, f.importance, f.known_at from graph.fact f
      where f.ctx = ${ctx} and f.${identifier(column)} = x.id and f.known_until is null and not f.quarantined and f.forgotten_at is null and ${visible}
      order by f.importance desc, f.known_at, f.id limit ${literal(mostTold)})`;
  return tx.query(sql`select x.id as "entityId", t.id as "factId" from unnest(${ids}) as x(id) cross join lateral (
        select * from (${some("entity_id", 0)} union all ${some("target_entity_id", 1)}) both_ends
        order by place, importance desc, known_at, id limit ${literal(mostTold)}) t`);
}

export interface Settled {
  readonly resolution: "same" | "different";
  readonly reason: string;
  /** The principal; "" where a merge settled it. */
  readonly by: string;
  readonly now: string;
}

/** Settles what is open about these pairs, whichever of the two came first. */
export async function settleQuestions(
  tx: Transaction,
  contextId: string,
  pairs: readonly { readonly keptId: string; readonly mergedId: string }[],
  { resolution, reason, by, now }: Settled,
): Promise<void> {
  await tx.query(sql`update graph.uncertainty u
      set status = 'resolved', resolution = ${resolution}, resolution_reason = ${reason}, resolved_by = ${by}, recorded_until = ${now}::timestamptz
      from unnest(${pairs.map((one) => one.keptId)}::text[], ${pairs.map((one) => one.mergedId)}::text[]) as x(a, b)
      where u.ctx = ${contextId} and u.status = 'open' and u.key = '='
        and ((u.entity_id = x.a and u.other_id = x.b) or (u.entity_id = x.b and u.other_id = x.a))`);
}
