import { timeText } from "@loci/platform/db";
import { join, nothing, param, sql, type Transaction } from "@loci/ports/database";
import { sameNamed } from "./read-entities.ts";
import type { Sight } from "./read-facts.ts";
import { uncertaintyUnder } from "./time-view.ts";

export interface UncertaintyRecord {
  readonly id: string;
  readonly entityId: string;
  readonly type: string;
  readonly name: string;
  readonly key: string;
  /** The second entity, where it is whether two are the same; else "". */
  readonly otherId: string;
  readonly otherType: string;
  readonly otherName: string;
  readonly scopeSet: string;
  readonly reason: string;
  readonly status: string;
  readonly owner: string;
  readonly resolution: string;
  readonly resolutionReason: string;
  readonly resolvedBy: string;
  readonly chosen: readonly string[];
  /** Facts between which it is, or was when it ended. */
  readonly candidates: readonly string[];
  readonly recordedAt: string;
  readonly recordedUntil: string;
  /** Of how many it is one. */
  readonly total: number;
}

export interface UncertaintyFilter {
  readonly id?: string;
  readonly status?: string;
  readonly owner?: string;
  readonly entity?: { readonly typeNorm: string; readonly nameNorm: string };
  readonly limit: number;
  readonly offset: number;
}

/** The visible uncertainties, newest first. */
export async function uncertainties(
  tx: Transaction,
  sight: Sight,
  { id, status, owner, entity, limit, offset }: UncertaintyFilter,
): Promise<UncertaintyRecord[]> {
  interface Row extends Omit<UncertaintyRecord, "recordedAt" | "recordedUntil"> {
    readonly recorded_at: Date;
    readonly recorded_until: Date | null;
  }
  const ctx = param(sight.contextId);
  const same = entity === undefined ? nothing : sameNamed(sight, ctx, entity.typeNorm, entity.nameNorm);
  const where = [sql`u.ctx = ${ctx}`, sql`(u.other_id = '' or o.id is not null)`, uncertaintyUnder(sight.scopeSets)];
  if (id !== undefined) where.push(sql`u.id = ${id}::text`);
  if (status !== undefined) where.push(sql`u.status = ${status}::text`);
  if (owner !== undefined) where.push(sql`u.owner = ${owner}::text`);
  if (entity !== undefined) where.push(sql`(u.entity_id in (select id from same) or u.other_id in (select id from same))`);
  const rows =
    await tx.query<Row>(sql`${same} select u.id, u.entity_id as "entityId", s.type, s.name, u.key, u.other_id as "otherId", coalesce(o.type, '') as "otherType", coalesce(o.name, '') as "otherName", u.scope_set as "scopeSet", u.reason, u.status,
        u.owner, u.resolution, u.resolution_reason as "resolutionReason", u.resolved_by as "resolvedBy", u.chosen,
        array(select c.fact_id from graph.uncertainty_candidate c where c.ctx = ${ctx} and c.uncertainty_id = u.id
          and c.recorded_until is not distinct from u.recorded_until order by c.fact_id) as candidates,
        u.recorded_at, u.recorded_until, count(*) over ()::int as total
      from graph.uncertainty u join graph.entity s on s.ctx = ${ctx} and s.id = u.entity_id and s.forgotten_at is null
        left join graph.entity o on o.ctx = ${ctx} and o.id = u.other_id and o.forgotten_at is null
      where ${join(where, sql` and `)} order by u.recorded_at desc, u.id desc
      limit ${limit}::int offset ${offset}::int`);
  return rows.map(({ recorded_at, recorded_until, ...row }) => ({
    ...{ ...row, recordedAt: timeText(recorded_at), recordedUntil: timeText(recorded_until) },
  }));
}

export async function assign(tx: Transaction, contextId: string, id: string, owner: string): Promise<void> {
  await tx.query(sql`update graph.uncertainty set owner = ${owner} where ctx = ${contextId} and id = ${id}`);
}
