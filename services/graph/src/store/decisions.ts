import { timeParam, timeText } from "@loci/platform/db";
import type { Transaction } from "@loci/ports/database";
import type { Sight } from "./read-facts.ts";
import { Values } from "./time-view.ts";

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
export function decidedUnder(scopeSets: readonly string[] | null, values: Values): string {
  if (scopeSets === null) return "true";
  const keys = values.add(scopeSets, "text[]");
  const isIn = (table: string) =>
    `exists (select 1 from graph.${table} r where r.ctx = $1 and r.id = d.record_id and r.scope_set = any(${keys}))`;
  return `(${scopedTables.map(isIn).join(" or ")})`;
}

/** Decisions about what the reader sees, newest first; of what was forgotten only that something was decided, not why. */
export async function decisions(
  tx: Transaction,
  { contextId, scopeSets }: Sight,
  asked: DecisionsAsked,
): Promise<StoredDecision[]> {
  const values = new Values(contextId);
  const where = ["d.ctx = $1", decidedUnder(scopeSets, values)];
  const equal = { trace_id: asked.traceId, record_id: asked.recordId, principal: asked.principal, key_id: asked.keyId };
  for (const [column, value] of Object.entries(equal)) if (value !== "") where.push(`d.${column} = ${values.add(value, "text")}`);
  if (asked.since !== "") where.push(`d.recorded_at >= ${values.add(timeParam(asked.since), "timestamptz")}`);
  if (asked.until !== "") where.push(`d.recorded_at < ${values.add(timeParam(asked.until), "timestamptz")}`);
  const forgotten = forgettable.map(
    (table) => `exists (select 1 from graph.${table} r
      where r.ctx = $1 and r.id in (d.record_id, d.turn_id) and r.forgotten_at is not null)`,
  );
  interface Row extends Omit<StoredDecision, "recordedAt"> {
    readonly recordedAt: Date;
  }
  const rows = await tx.query<Row>({
    text: `select d.id, d.kind, d.rule, d.record_id as "recordId", d.turn_id as "turnId", d.trace_id as "traceId", d.principal,
        d.delegated, d.key_id as "keyId", d.recorded_at as "recordedAt",
        case when ${forgotten.join(" or ")} then '{}'::jsonb else d.evidence end as evidence
      from (select * from graph.decision d where ${where.join(" and ")}
        order by d.recorded_at desc, d.id desc limit ${values.add(asked.limit, "int")}) d
      order by d.recorded_at desc, d.id desc`,
    values: values.list,
  });
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
  const values = new Values(contextId);
  const from = values.add(timeParam(since), "timestamptz");
  const under = (alias: string) => (scopeSets === null ? "true" : `${alias}.scope_set = any(${values.add(scopeSets, "text[]")})`);
  const [row] = await tx.query<Stats>({
    text: `select s.reconciliations, s.supersessions, s."entitiesChurned",
        (select count(*)::int from graph.uncertainty u where u.ctx = $1 and ${under("u")}
          and (${from} is null or u.recorded_at >= ${from})) as contradictions,
        (select count(*)::int from graph.uncertainty u where u.ctx = $1 and ${under("u")} and u.status = 'open')
          as "openUncertainties",
        (select count(*)::int from graph.turn t where t.ctx = $1 and ${under("t")} and t.extraction = 'pending'
          and t.forgotten_at is null) as "pendingExtractions",
        (select count(*)::int from graph.turn t where t.ctx = $1 and ${under("t")} and t.extraction = 'set_aside'
          and t.forgotten_at is null) +
        (select count(*)::int from graph.chunk c where c.ctx = $1 and ${under("c")} and c.set_aside
          and c.forgotten_at is null) as "setAsideTexts"
      from (select count(*)::int as reconciliations, count(*) filter (where d.kind = 'supersede')::int as supersessions,
          count(distinct f.entity_id) filter (where d.kind = 'supersede')::int as "entitiesChurned"
        from graph.decision d join graph.fact f on f.ctx = $1 and f.id = d.record_id
        where d.ctx = $1 and ${under("f")} and (${from} is null or d.recorded_at >= ${from})) s`,
    values: values.list,
  });
  if (row === undefined) throw new Error("An aggregate has one row.");
  return row;
}

/** How many statements stand by what kind of source. */
export async function sourceKinds(
  tx: Transaction,
  { contextId, scopeSets }: Pick<Sight, "contextId" | "scopeSets">,
  since: string,
): Promise<Record<string, number>> {
  const rows = await tx.query<{ source: string; n: number }>({
    text: `select source, count(*)::int as n from graph.provenance where ctx = $1 and ($2::text[] is null or scope_set = any($2))
      and withdrawn_at is null and not quarantined and ($3::timestamptz is null or recorded_at >= $3::timestamptz)
      group by source`,
    values: [contextId, scopeSets, timeParam(since)],
  });
  return Object.fromEntries(rows.map(({ source, n }) => [source, n]));
}
