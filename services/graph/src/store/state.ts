import { timeText } from "@loci/platform/db";
import { shownKey } from "./same-questions.ts";
import { identifier, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import { entityGroups, groupColumns, toListed, type EntityRow, type ListedEntity } from "./read-entities.ts";
import type { Sight } from "./read-facts.ts";
import { alive, inForce, uncertaintyUnder, under } from "./time-view.ts";

/** The visible entities by memory category: of each the `most` most important. */
export async function entitiesByCategory(tx: Transaction, sight: Sight, most: number): Promise<ListedEntity[]> {
  const ctx = param(sight.contextId);
  const rows = await tx.query<EntityRow>(sql`select * from (select e.*, row_number() over (partition by memory_category
          order by importance desc, known_at, id) as place from (select ${groupColumns}
          from ${entityGroups(sight, ctx, sql`true`)}) e) ranked
      where place <= ${most}::int order by place`);
  return rows.map(toListed);
}

export interface ActiveInstruction {
  readonly id: string;
  readonly label: string;
  readonly description: string;
}

function activeInstructions({ view, scopeSets }: Sight, ctx: Sql): Sql {
  const asOf = view.asOf === "" ? undefined : sql`${view.asOf}::timestamptz`;
  const since = asOf === undefined ? sql`true` : sql`i.known_at <= ${asOf}`;
  const open = asOf === undefined ? sql`i.known_until is null` : sql`(i.known_until is null or i.known_until > ${asOf})`;
  const at = view.recordedAsOf === "" ? undefined : sql`${view.recordedAsOf}::timestamptz`;
  // An end that was recorded later was not known on that day.
  const believed = at === undefined ? open : sql`i.recorded_at <= ${at} and (${open} or i.recorded_until > ${at})`;
  return sql`i.ctx = ${ctx} and i.merged_into = '' and ${since} and ${believed} and ${alive(view, "i")}
    and ${under(scopeSets, "i")}`;
}

/** The instructions that are active, the earliest first, each with the key of its ScopeSet. */
export async function readInstructions(
  tx: Transaction,
  sight: Sight,
  most: number,
): Promise<(ActiveInstruction & { readonly scopeSet: string })[]> {
  const ctx = param(sight.contextId);
  return tx.query(sql`select i.id, i.label, i.description, i.scope_set as "scopeSet" from graph.instruction i where ${activeInstructions(sight, ctx)}
      order by i.known_at, i.id limit ${most}::int`);
}

/** Instructions as they are stored, revoked ones too. */
export async function instructionsById(
  tx: Transaction,
  { contextId, scopeSets }: Sight,
  ids: readonly string[],
): Promise<ActiveInstruction[]> {
  const ctx = param(contextId);
  return tx.query<ActiveInstruction>(sql`select i.id, i.label, i.description from graph.instruction i
      where i.ctx = ${ctx} and i.id = any(${ids}::text[]) and i.forgotten_at is null
        and ${under(scopeSets, "i")}`);
}

export interface Unknown {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly key: string;
  readonly reason: string;
  readonly candidates: readonly { readonly id: string; readonly value: string; readonly knownAt: string }[];
}

/** Active instructions and open uncertainties with the values that the reader sees, in one statement. */
export async function instructionsAndUnknowns(
  tx: Transaction,
  sight: Sight,
  most: number,
): Promise<{ instructions: ActiveInstruction[]; unknowns: Unknown[] }> {
  interface Row {
    readonly id: string;
    readonly a: string;
    readonly b: string;
    readonly key: string;
    readonly reason: string;
    readonly candidates: Unknown["candidates"] | null;
  }
  const ctx = param(sight.contextId);
  const { view, scopeSets } = sight;
  const limit = sql`${most}::int`;
  const rows =
    await tx.query<Row>(sql`(select i.id, i.label as a, i.description as b, '' as key, '' as reason, null::jsonb as candidates
        from graph.instruction i where ${activeInstructions(sight, ctx)} order by i.known_at, i.id limit ${limit})
      union all
      (select u.id, s.type, s.name, ${shownKey()}, u.reason, (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', f.id, 'value', coalesce(o.name, f.value), 'knownAt', f.known_at)), '[]')
          from graph.uncertainty_candidate c join graph.fact f on f.ctx = ${ctx} and f.id = c.fact_id
            left join graph.entity o on o.ctx = ${ctx} and o.id = f.target_entity_id
          where c.ctx = ${ctx} and c.uncertainty_id = u.id and ${inForce(view, "c")} and f.forgotten_at is null
            and ${under(scopeSets, "f")})
        from graph.uncertainty u join graph.entity s on s.ctx = ${ctx} and s.id = u.entity_id and s.forgotten_at is null
        where u.ctx = ${ctx} and ${inForce(view, "u")} and ${uncertaintyUnder(scopeSets)}
        order by u.recorded_at desc, u.id limit ${limit})`);
  const unknowns = rows.flatMap(({ id, a, b, key, reason, candidates }) =>
    candidates === null ? [] : [{ id, type: a, name: b, key, reason, candidates }],
  );
  const instructions = rows.flatMap(({ id, a, b, candidates }) => (candidates === null ? [{ id, label: a, description: b }] : []));
  return { instructions, unknowns };
}

export interface DecisionRecord {
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

/** What happened to these records, newest first. */
export async function decisionsAbout(
  tx: Transaction,
  contextId: string,
  recordIds: readonly string[],
  most: number,
): Promise<DecisionRecord[]> {
  const rows = await tx.query<
    Omit<DecisionRecord, "recordedAt"> & { recorded_at: Date }
  >(sql`select id, kind, rule, record_id as "recordId", turn_id as "turnId", evidence, trace_id as "traceId", principal,
        delegated, key_id as "keyId", recorded_at
      from graph.decision where ctx = ${contextId} and record_id = any(${recordIds}::text[]) order by recorded_at desc, id desc limit ${most}::int`);
  return rows.map(({ recorded_at, ...row }) => ({ ...row, recordedAt: timeText(recorded_at) }));
}

/** How many records of each kind the reader sees, and what waits or failed. */
export async function countRecords(tx: Transaction, { contextId, scopeSets }: Sight): Promise<Record<string, number>> {
  const ctx = param(contextId);
  const living = (alias: string) => {
    const row = identifier(alias);
    return sql`${row}.ctx = ${ctx} and ${under(scopeSets, alias)} and ${row}.forgotten_at is null`;
  };
  const standing = sql`${living("f")} and f.expired_at is null and f.known_until is null and f.merged_into = ''`;
  const [row] = await tx.query<Record<string, number>>(sql`select
      (select count(distinct (e.name_norm, e.type_norm))::int from graph.entity e
        where ${living("e")} and e.expired_at is null) as entity,
      (select count(*)::int from graph.fact f
        where ${standing} and not f.quarantined and left(f.id, 10) = 'attribute:') as attribute,
      (select count(*)::int from graph.fact f
        where ${standing} and not f.quarantined and left(f.id, 9) = 'relation:') as relation,
      (select count(*)::int from graph.fact f where ${standing} and f.quarantined) as quarantined,
      (select count(*)::int from graph.turn t where ${living("t")} and t.expired_at is null) as turn,
      (select count(*)::int from graph.session s where s.ctx = ${ctx} and ${under(scopeSets, "s")}
        and s.deleted_at is null) as session,
      (select count(*)::int from graph.document d where ${living("d")}) as document,
      (select count(*)::int from graph.document d where ${living("d")} and d.status = 'failed') as failed_documents,
      (select count(*)::int from graph.document d
        where ${living("d")} and d.status not in ('ready', 'failed')) as unfinished_documents,
      (select count(*)::int from graph.chunk c where c.ctx = ${ctx} and ${under(scopeSets, "c")}) as chunk,
      (select count(*)::int from graph.instruction i where ${living("i")} and i.expired_at is null and i.known_until is null
        and i.merged_into = '') as instruction,
      (select count(*)::int from graph.uncertainty u where u.ctx = ${ctx} and ${uncertaintyUnder(scopeSets)}
        and u.status = 'open') as uncertainty,
      (select count(*)::int from graph.turn t where ${living("t")} and t.extraction = 'pending') as pending_extractions,
      (select count(*)::int from graph.turn t where ${living("t")} and t.extraction = 'failed') as failed_extractions,
      (select count(*)::int from graph.turn t where ${living("t")} and t.extraction = 'set_aside') as set_aside_extractions`);
  return row ?? {};
}
