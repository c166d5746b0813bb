import { param, sql, type Sql, type Transaction } from "@loci/ports/database";
import type { Source } from "../memory/model.ts";
import { joinNames, named, toNamedFact, type NamedFact, type NamedFactRow, type Sight } from "./read-facts.ts";
import { alive, factsRecorded, inForce, standing, uncertaintyUnder, under } from "./time-view.ts";

/** A place where a fact was read. */
export interface ReadFrom {
  readonly kind: Source["kind"];
  readonly turnId: string;
  readonly chunkId: string;
  readonly documentId: string;
  readonly sessionId: string;
  readonly spanStart: number;
  readonly spanEnd: number;
}

/** The same, with the words. */
export interface Words extends ReadFrom {
  readonly knownAt: string;
  readonly principal: string;
  /** What the turn or chunk says up to the end of the span; "" for what no text says. */
  readonly text: string;
  readonly role: string;
  readonly documentTitle: string;
}

/** A fact with where it was read and the open uncertainties that name it. */
export interface DetailedFact<From = ReadFrom> extends NamedFact {
  readonly sources: readonly From[];
  readonly uncertaintyIds: readonly string[];
}

interface DetailedRow<From> extends NamedFactRow {
  readonly sources: From[];
  readonly uncertainty_ids: string[];
}

const place = sql`'kind', p.source, 'turnId', p.turn_id, 'chunkId', p.chunk_id, 'documentId', p.document_id,
  'sessionId', p.session_id, 'spanStart', p.span_start, 'spanEnd', p.span_end`;

/** Lateral: `x.sources` of a fact `f`, in the order in which they became known. */
function sources({ view }: Sight, ctx: Sql): Sql {
  return sql`cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object(${place}) order by p.known_at, p.seq, p.id), '[]') as sources
    from graph.provenance p where p.ctx = ${ctx} and p.fact_id = f.id and p.withdrawn_at is null and ${recorded(view)}) x`;
}

/** The same with the words, cut at the end of the span: its offsets count UTF-16 units, and so never lie further on. */
function words({ view, scopeSets }: Sight, ctx: Sql): Sql {
  return sql`cross join lateral (select coalesce(jsonb_agg(jsonb_build_object(${place},
      'knownAt', to_char(p.known_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'principal', p.principal,
      'text', coalesce(left(t.content, p.span_end), left(c.text, p.span_end), ''), 'role', coalesce(t.role, ''),
      'documentTitle', coalesce(d.title, '')) order by p.known_at, p.seq, p.id), '[]') as sources
    from graph.provenance p
      left join graph.turn t on t.ctx = ${ctx} and t.id = p.turn_id and t.forgotten_at is null and ${under(scopeSets, "t")}
      left join graph.chunk c on c.ctx = ${ctx} and c.id = p.chunk_id and p.chunk_id <> '' and ${under(scopeSets, "c")}
      left join graph.document d on d.ctx = ${ctx} and d.id = c.document_id and d.forgotten_at is null
    where p.ctx = ${ctx} and p.fact_id = f.id and p.withdrawn_at is null and ${recorded(view)}) x`;
}

function recorded(view: Sight["view"]): Sql {
  return view.recordedAsOf === "" ? sql`true` : sql`p.recorded_at <= ${view.recordedAsOf}::timestamptz`;
}

/** The ids of the open uncertainties that name a fact `f`, as an array. */
export function openUncertaintiesOf({ view, scopeSets }: Pick<Sight, "view" | "scopeSets">, ctx: Sql): Sql {
  return sql`array(select c.uncertainty_id from graph.uncertainty_candidate c
    join graph.uncertainty u on u.ctx = ${ctx} and u.id = c.uncertainty_id
    where c.ctx = ${ctx} and c.fact_id = f.id and ${inForce(view, "c")} and ${inForce(view, "u")}
      and ${uncertaintyUnder(scopeSets)} order by c.uncertainty_id)`;
}

/**
 * The standing facts by memory category, attributes and relations apart: of each the `most` most important, the latest first
 * among equals. One statement.
 */
export async function factsByCategory(tx: Transaction, sight: Sight, most: number): Promise<DetailedFact[]> {
  const ctx = param(sight.contextId);
  const ranked = sql`select f.*, row_number() over (partition by f.memory_category, left(f.id, 3)
      order by f.importance desc, f.known_at desc, f.id) as place
    from ${factsRecorded(sight.view, ctx)} f
    where f.ctx = ${ctx} and ${standing(sight.view)} and ${under(sight.scopeSets, "f")}`;
  const rows = await tx.query<
    DetailedRow<ReadFrom>
  >(sql`select ${named}, x.sources, ${openUncertaintiesOf(sight, ctx)} as uncertainty_ids
      from (${ranked}) f ${joinNames(ctx)} ${sources(sight, ctx)}
      where f.place <= ${most}::int order by f.place`);
  return rows.map(toDetailed);
}

/** Facts as candidates are shown: ended or not, with the words that they were read from. */
export async function candidateFacts(tx: Transaction, sight: Sight, ids: readonly string[]): Promise<DetailedFact<Words>[]> {
  if (ids.length === 0) return [];
  const ctx = param(sight.contextId);
  const rows = await tx.query<
    DetailedRow<Words>
  >(sql`select ${named}, x.sources, ${openUncertaintiesOf(sight, ctx)} as uncertainty_ids
      from graph.fact f ${joinNames(ctx)} ${words(sight, ctx)}
      where f.ctx = ${ctx} and f.id = any(${ids}::text[]) and f.forgotten_at is null
        and ${under(sight.scopeSets, "f")} order by f.known_at, f.id`);
  return rows.map(toDetailed);
}

export interface PersonFact {
  readonly entity: string;
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly category: string;
  readonly knownAt: Date;
  /** It took the place of another value. */
  readonly isChange: boolean;
  readonly disputed: boolean;
}

/** What stands of the persons: the user first, then those of whom most is known. */
export async function personFacts(tx: Transaction, sight: Sight, most: number): Promise<PersonFact[]> {
  const ctx = param(sight.contextId);
  const { view, scopeSets } = sight;
  return tx.query<PersonFact>(sql`select f.*, cardinality(${openUncertaintiesOf(sight, ctx)}) > 0 as disputed from (
        select s.type || '/' || s.name as entity, f.id, f.key, coalesce(o.name, f.value) as value, f.memory_category as category,
          f.known_at as "knownAt", f.supersedes <> '' as "isChange", s.name_norm in ('user', 'the user', 'me') as is_user,
          count(*) over (partition by s.name_norm) as known, s.name_norm, f.importance
        from graph.fact f ${joinNames(ctx)}
        where f.ctx = ${ctx} and s.type_norm = 'person' and ${standing(view)} and ${under(scopeSets, "f")}
          and ${alive(view, "s")}
        order by is_user desc, known desc, s.name_norm, f.importance desc, f.known_at desc, f.id
        limit ${most}::int) f
      order by is_user desc, known desc, name_norm, importance desc, "knownAt" desc, id`);
}

function toDetailed<From>(row: DetailedRow<From>): DetailedFact<From> {
  return { ...toNamedFact(row), sources: row.sources, uncertaintyIds: row.uncertainty_ids };
}
