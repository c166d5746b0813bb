import { timeText } from "@loci/platform/db";
import { join, param, sql, type Transaction } from "@loci/ports/database";
import type { Concluded } from "../memory/conclusions.ts";
import type { Fact } from "../memory/model.ts";
import { toFact, type FactRow } from "./facts.ts";
import type { Sight } from "./read-facts.ts";
import { standing, under } from "./time-view.ts";

export interface Pool {
  readonly purpose: string;
  /** Only these entities; undefined for any. */
  readonly entityIds: readonly string[] | undefined;
  /** How many facts an entity has at least. */
  readonly least: number;
  /** Only entities of which something is new since something was last derived for this purpose. */
  readonly onlyNews: boolean;
  readonly limit: number;
}

/** The entities of which there is most that is new, each under its own ScopeSet. */
export async function pooledEntities(tx: Transaction, { contextId, scopeSets, view }: Sight, pool: Pool): Promise<string[]> {
  const ctx = param(contextId);
  const purpose = sql`${pool.purpose}::text`;
  const where = [sql`f.ctx = ${ctx}`, sql`not f.derived`, standing(view), under(scopeSets, "f")];
  if (pool.entityIds) where.push(sql`f.entity_id = any(${pool.entityIds}::text[])`);
  const news = sql`count(*) filter (where d.recorded_at is null or f.recorded_at > d.recorded_at)`;
  const rows = await tx.query<{ id: string }>(sql`select f.entity_id as id from graph.fact f
      join graph.entity e on e.ctx = ${ctx} and e.id = f.entity_id and e.forgotten_at is null
      left join graph.derivation d on d.ctx = ${ctx} and d.entity_id = f.entity_id and d.purpose = ${purpose}
      where ${join(where, sql` and `)} group by f.entity_id
      having count(*) >= ${pool.least}::int and (not ${pool.onlyNews}::boolean or ${news} > 0)
      order by ${news} desc, count(*) desc, f.entity_id limit ${pool.limit}::int`);
  return rows.map((row) => row.id);
}

/** A fact with no more than what something is derived from. */
export interface GroupFact {
  readonly id: string;
  readonly entityId: string;
  readonly key: string;
  /** A relation's is its target's name. */
  readonly value: string;
  readonly targetEntityId: string;
  /** `Type/name`; "" for an attribute. */
  readonly target: string;
  readonly derived: boolean;
  readonly knownAt: string;
}

/** The most important standing facts of each entity, so many that were said and so many that were derived. */
export async function mostImportant(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  entityIds: readonly string[],
  limits: { readonly said: number; readonly derived: number },
): Promise<GroupFact[]> {
  interface Row extends Omit<GroupFact, "knownAt"> {
    readonly knownAt: Date;
  }
  if (entityIds.length === 0) return [];
  const ctx = param(contextId);
  const where = [sql`f.ctx = ${ctx}`, sql`f.entity_id = any(${entityIds}::text[])`, standing(view)];
  where.push(under(scopeSets, "f"));
  const rows = await tx.query<Row>(sql`select f.id, f.entity_id as "entityId", f.key, coalesce(o.name, f.value) as value, 
        f.target_entity_id as "targetEntityId", coalesce(o.type || '/' || o.name, '') as target, f.derived, f.known_at as "knownAt"
      from (select f.id, f.entity_id, f.key, f.value, f.target_entity_id, f.derived, f.known_at, row_number() over (
          partition by f.entity_id, f.derived order by f.importance desc, f.known_at desc, f.id) as place
        from graph.fact f where ${join(where, sql` and `)}) f
      left join graph.entity o on o.ctx = ${ctx} and o.id = f.target_entity_id and f.target_entity_id <> ''
      where f.place <= case when f.derived then ${limits.derived}::int else ${limits.said}::int end
      order by f.entity_id, f.place`);
  return rows.map((row) => ({ ...row, knownAt: timeText(row.knownAt) }));
}

/** What stands about these keys of these entities: what was said, and what was concluded, with its evidence. */
export async function standingAbout(
  tx: Transaction,
  contextId: string,
  keys: readonly { readonly entityId: string; readonly key: string }[],
): Promise<{ readonly said: readonly Fact[]; readonly concluded: readonly Concluded[] }> {
  interface Row extends FactRow {
    readonly proofs: string[] | null;
    readonly newest: Date | null;
  }
  const ctx = param(contextId);
  const rows = await tx.query<Row>(sql`select f.*, p.proofs, p.newest
      from (select distinct * from unnest(${keys.map((one) => one.entityId)}::text[],
        ${keys.map((one) => one.key)}::text[]) as k(entity_id, key)) k
      join graph.fact f on f.ctx = ${ctx} and f.entity_id = k.entity_id and f.key = k.key
      left join lateral (select array_agg(distinct e.id) as proofs, max(p.known_at) as newest
        from graph.provenance p cross join unnest(p.evidence) as e(id)
        where p.ctx = ${ctx} and p.fact_id = f.id and p.source = 'derived' and p.withdrawn_at is null) p on f.derived
      where f.known_until is null and f.merged_into = '' and not f.quarantined and f.forgotten_at is null and f.expired_at is null
      order by f.known_at, f.id`);
  const said = rows.flatMap((row) => (row.derived ? [] : [toFact(row)]));
  const concluded = rows.flatMap((row) => {
    if (!row.derived) return [];
    const fact = toFact(row);
    return [{ fact, evidence: row.proofs ?? [], newest: timeText(row.newest) || fact.knownAt }];
  });
  return { said, concluded };
}

/** Remembers that something was derived from what is known of these entities by now. */
export async function markDerived(
  tx: Transaction,
  contextId: string,
  entityIds: readonly string[],
  purpose: string,
  now: string,
): Promise<void> {
  await tx.query(sql`insert into graph.derivation (ctx, entity_id, purpose, recorded_at)
      select distinct ${contextId}, x.id, ${purpose}, ${now}::timestamptz from unnest(${entityIds}::text[]) as x(id)
      on conflict (ctx, entity_id, purpose) do update set recorded_at = excluded.recorded_at`);
}
