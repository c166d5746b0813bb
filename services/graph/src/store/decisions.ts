import { timeParam, timeText } from "@loci/platform/db";
import { identifier, join, nothing, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import type { Sight } from "./read-facts.ts";
import { uncertaintyUnder } from "./time-view.ts";

export interface DecisionsAsked {
  readonly traceId: string;
  readonly recordId: string;
  readonly principal: string;
  readonly keyId: string;
  readonly since: string;
  readonly until: string;
  readonly limit: number;
}

export interface StoredDecision {
  readonly id: string;
  readonly kind: string;
  readonly rule: string;
  readonly recordId: string;
  readonly turnId: string;
  readonly evidence: unknown;
  readonly traceId: string;
  readonly principal: string;
  readonly delegated: string;
  readonly keyId: string;
  readonly recordedAt: string;
}

const scopedTables = ["turn", "fact", "entity", "instruction", "uncertainty", "session", "document", "chunk"];
const forgettable = ["turn", "fact", "entity", "instruction", "document", "chunk"];

/**
 * Whether the record of a decision `d` lies under one of these selectors; who sees all also sees those of records that are gone.
 */
export function decidedUnder(scopeSets: readonly string[] | null, ctx: Sql): Sql {
  if (scopeSets === null) return sql`true`;
  const keys = sql`${scopeSets}::text[]`;
  const isIn = (table: string) => {
    const seesAll = table === "uncertainty" ? sql` and r.beside <@ ${keys}` : nothing;
    return sql`exists (select 1 from graph.${identifier(table)} r where r.ctx = ${ctx} and r.id = d.record_id and r.scope_set = any(${keys})${seesAll})`;
  };
  return sql`(${join(scopedTables.map(isIn), sql` or `)})`;
}

/** Decisions about what the reader sees, newest first; of what was forgotten only that something was decided, not why. */
export async function decisions(
  tx: Transaction,
  { contextId, scopeSets }: Sight,
  asked: DecisionsAsked,
): Promise<StoredDecision[]> {
  const ctx = param(contextId);
  const where = [sql`d.ctx = ${ctx}`, decidedUnder(scopeSets, ctx)];
  const equal = { trace_id: asked.traceId, record_id: asked.recordId, principal: asked.principal, key_id: asked.keyId };
  for (const [column, value] of Object.entries(equal)) if (value !== "") where.push(sql`d.${identifier(column)} = ${value}::text`);
  if (asked.since !== "") where.push(sql`d.recorded_at >= ${timeParam(asked.since)}::timestamptz`);
  if (asked.until !== "") where.push(sql`d.recorded_at < ${timeParam(asked.until)}::timestamptz`);
  const forgotten = forgettable.map(
    (table) => sql`exists (select 1 from graph.${identifier(table)} r
      where r.ctx = ${ctx} and r.id in (d.record_id, d.turn_id) and r.forgotten_at is not null)`,
  );
  interface Row extends Omit<StoredDecision, "recordedAt"> {
    readonly recordedAt: Date;
  }
  const rows =
    await tx.query<Row>(sql`select d.id, d.kind, d.rule, d.record_id as "recordId", d.turn_id as "turnId", d.trace_id as "traceId", d.principal,
        d.delegated, d.key_id as "keyId", d.recorded_at as "recordedAt",
        case when ${join(forgotten, sql` or `)} then '{}'::jsonb else d.evidence end as evidence
      from (select * from graph.decision d where ${join(where, sql` and `)}
        order by d.recorded_at desc, d.id desc limit ${asked.limit}::int) d
      order by d.recorded_at desc, d.id desc`);
  return rows.map((row) => ({ ...row, recordedAt: timeText(row.recordedAt) }));
}

export interface Stats {
  readonly reconciliations: number;
  readonly contradictions: number;
  readonly supersessions: number;
  readonly entitiesChurned: number;
  readonly pendingExtractions: number;
  /** Turns and chunks whose reading had to be ended again and again. */
  readonly setAsideTexts: number;
  readonly openUncertainties: number;
}

/** How much was decided since a time ("" for ever) about what lies under these selectors (null: everything), and what is open. */
export async function memoryStats(
  tx: Transaction,
  { contextId, scopeSets }: Pick<Sight, "contextId" | "scopeSets">,
  since: string,
): Promise<Stats> {
  const ctx = param(contextId);
  const from = sql`${timeParam(since)}::timestamptz`;
  const under = (alias: string) =>
    scopeSets === null ? sql`true` : sql`${identifier(alias)}.scope_set = any(${scopeSets}::text[])`;
  const [row] = await tx.query<Stats>(sql`select s.reconciliations, s.supersessions, s."entitiesChurned",
        (select count(*)::int from graph.uncertainty u where u.ctx = ${ctx} and ${uncertaintyUnder(scopeSets)}
          and (${from} is null or u.recorded_at >= ${from})) as contradictions,
        (select count(*)::int from graph.uncertainty u where u.ctx = ${ctx} and ${uncertaintyUnder(scopeSets)} and u.status = 'open')
          as "openUncertainties",
        (select count(*)::int from graph.turn t where t.ctx = ${ctx} and ${under("t")} and t.extraction = 'pending'
          and t.forgotten_at is null) as "pendingExtractions",
        (select count(*)::int from graph.turn t where t.ctx = ${ctx} and ${under("t")} and t.extraction = 'set_aside'
          and t.forgotten_at is null) +
        (select count(*)::int from graph.chunk c where c.ctx = ${ctx} and ${under("c")} and c.set_aside
          and c.forgotten_at is null) as "setAsideTexts"
      from (select count(*)::int as reconciliations, count(*) filter (where d.kind = 'supersede')::int as supersessions,
          count(distinct f.entity_id) filter (where d.kind = 'supersede')::int as "entitiesChurned"
        from graph.decision d join graph.fact f on f.ctx = ${ctx} and f.id = d.record_id
        where d.ctx = ${ctx} and ${under("f")} and (${from} is null or d.recorded_at >= ${from})) s`);
  if (row === undefined) throw new Error("An aggregate has one row.");
  return row;
}

/** How many statements stand by what kind of source. */
export async function sourceKinds(
  tx: Transaction,
  { contextId, scopeSets }: Pick<Sight, "contextId" | "scopeSets">,
  since: string,
): Promise<Record<string, number>> {
  const scopeSetsParam = param(scopeSets);
  const sinceParam = param(timeParam(since));
  const rows = await tx.query<{
    source: string;
    n: number;
  }>(sql`select source, count(*)::int as n from graph.provenance where ctx = ${contextId} and (${scopeSetsParam}::text[] is null or scope_set = any(${scopeSetsParam}))
      and withdrawn_at is null and not quarantined and (${sinceParam}::timestamptz is null or recorded_at >= ${sinceParam}::timestamptz)
      group by source`);
  return Object.fromEntries(rows.map(({ source, n }) => [source, n]));
}
