import { timeText } from "@loci/platform/db";
import { shownKey } from "./same-questions.ts";
import type { Transaction } from "@loci/ports/database";
import { entityGroups, groupColumns, toListed, type EntityRow, type ListedEntity } from "./read-entities.ts";
import type { Sight } from "./read-facts.ts";
import { alive, inForce, under, Values } from "./time-view.ts";

/** The visible entities by memory category: of each the `most` most important. */
export async function entitiesByCategory(tx: Transaction, sight: Sight, most: number): Promise<ListedEntity[]> {
  const values = new Values(sight.contextId);
  const rows = await tx.query<EntityRow>({
    text: `select * from (select e.*, row_number() over (partition by memory_category
          order by importance desc, known_at, id) as place from (select ${groupColumns}
          from ${entityGroups(sight, values, "true")}) e) ranked
      where place <= ${values.add(most, "int")} order by place`,
    values: values.list,
  });
  return rows.map(toListed);
}

export interface ActiveInstruction {
  readonly id: string;
  readonly label: string;
  readonly description: string;
}

function activeInstructions({ view, scopeSets }: Sight, values: Values): string {
  const asOf = view.asOf === "" ? "" : values.add(view.asOf, "timestamptz");
  const since = asOf === "" ? "true" : `i.known_at <= ${asOf}`;
  const open = asOf === "" ? "i.known_until is null" : `(i.known_until is null or i.known_until > ${asOf})`;
  const at = view.recordedAsOf === "" ? "" : values.add(view.recordedAsOf, "timestamptz");
  // An end that was recorded later was not known on that day.
  const believed = at === "" ? open : `i.recorded_at <= ${at} and (${open} or i.recorded_until > ${at})`;
  return `i.ctx = $1 and i.merged_into = '' and ${since} and ${believed} and ${alive(view, values, "i")}
    and ${under(scopeSets, values, "i")}`;
}

/** The instructions that are active, the earliest first, each with the key of its ScopeSet. */
export async function readInstructions(
  tx: Transaction,
  sight: Sight,
  most: number,
): Promise<(ActiveInstruction & { readonly scopeSet: string })[]> {
  const values = new Values(sight.contextId);
  return tx.query({
    text: `select i.id, i.label, i.description, i.scope_set as "scopeSet" from graph.instruction i where ${activeInstructions(sight, values)}
      order by i.known_at, i.id limit ${values.add(most, "int")}`,
    values: values.list,
  });
}

/** Instructions as they are stored, revoked ones too. */
export async function instructionsById(
  tx: Transaction,
  { contextId, scopeSets }: Sight,
  ids: readonly string[],
): Promise<ActiveInstruction[]> {
  const values = new Values(contextId);
  return tx.query<ActiveInstruction>({
    text: `select i.id, i.label, i.description from graph.instruction i
      where i.ctx = $1 and i.id = any(${values.add(ids, "text[]")}) and i.forgotten_at is null
        and ${under(scopeSets, values, "i")}`,
    values: values.list,
  });
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
  const values = new Values(sight.contextId);
  const { view, scopeSets } = sight;
  const limit = values.add(most, "int");
  const rows = await tx.query<Row>({
    text: `(select i.id, i.label as a, i.description as b, '' as key, '' as reason, null::jsonb as candidates
        from graph.instruction i where ${activeInstructions(sight, values)} order by i.known_at, i.id limit ${limit})
      union all
      (select u.id, s.type, s.name, ${shownKey()}, u.reason, (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', f.id, 'value', coalesce(o.name, f.value), 'knownAt', f.known_at)), '[]')
          from graph.uncertainty_candidate c join graph.fact f on f.ctx = $1 and f.id = c.fact_id
            left join graph.entity o on o.ctx = $1 and o.id = f.target_entity_id
          where c.ctx = $1 and c.uncertainty_id = u.id and ${inForce(view, values, "c")} and f.forgotten_at is null
            and ${under(scopeSets, values, "f")})
        from graph.uncertainty u join graph.entity s on s.ctx = $1 and s.id = u.entity_id and s.forgotten_at is null
        where u.ctx = $1 and ${inForce(view, values, "u")} and ${under(scopeSets, values, "u")}
        order by u.recorded_at desc, u.id limit ${limit})`,
    values: values.list,
  });
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
  const rows = await tx.query<Omit<DecisionRecord, "recordedAt"> & { recorded_at: Date }>({
    text: `select id, kind, rule, record_id as "recordId", turn_id as "turnId", evidence, trace_id as "traceId", principal,
        delegated, key_id as "keyId", recorded_at
      from graph.decision where ctx = $1 and record_id = any($2::text[]) order by recorded_at desc, id desc limit $3::int`,
    values: [contextId, recordIds, most],
  });
  return rows.map(({ recorded_at, ...row }) => ({ ...row, recordedAt: timeText(recorded_at) }));
}

/** How many records of each kind the reader sees, and what waits or failed. */
export async function countRecords(tx: Transaction, { contextId, scopeSets }: Sight): Promise<Record<string, number>> {
  const values = new Values(contextId);
  const living = (alias: string) => `${alias}.ctx = $1 and ${under(scopeSets, values, alias)} and ${alias}.forgotten_at is null`;
  const standing = `${living("f")} and f.expired_at is null and f.known_until is null and f.merged_into = ''`;
  const [row] = await tx.query<Record<string, number>>({
    text: `select
      (select count(distinct (e.name_norm, e.type_norm))::int from graph.entity e
        where ${living("e")} and e.expired_at is null) as entity,
      (select count(*)::int from graph.fact f
        where ${standing} and not f.quarantined and left(f.id, 10) = 'attribute:') as attribute,
      (select count(*)::int from graph.fact f
        where ${standing} and not f.quarantined and left(f.id, 9) = 'relation:') as relation,
      (select count(*)::int from graph.fact f where ${standing} and f.quarantined) as quarantined,
      (select count(*)::int from graph.turn t where ${living("t")} and t.expired_at is null) as turn,
      (select count(*)::int from graph.session s where s.ctx = $1 and ${under(scopeSets, values, "s")}
        and s.deleted_at is null) as session,
      (select count(*)::int from graph.document d where ${living("d")}) as document,
      (select count(*)::int from graph.document d where ${living("d")} and d.status = 'failed') as failed_documents,
      (select count(*)::int from graph.document d
        where ${living("d")} and d.status not in ('ready', 'failed')) as unfinished_documents,
      (select count(*)::int from graph.chunk c where c.ctx = $1 and ${under(scopeSets, values, "c")}) as chunk,
      (select count(*)::int from graph.instruction i where ${living("i")} and i.expired_at is null and i.known_until is null
        and i.merged_into = '') as instruction,
      (select count(*)::int from graph.uncertainty u where u.ctx = $1 and ${under(scopeSets, values, "u")}
        and u.status = 'open') as uncertainty,
      (select count(*)::int from graph.turn t where ${living("t")} and t.extraction = 'pending') as pending_extractions,
      (select count(*)::int from graph.turn t where ${living("t")} and t.extraction = 'failed') as failed_extractions,
      (select count(*)::int from graph.turn t where ${living("t")} and t.extraction = 'set_aside') as set_aside_extractions`,
    values: values.list,
  });
  return row ?? {};
}
