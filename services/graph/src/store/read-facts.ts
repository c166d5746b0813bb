import { timeText } from "@loci/platform/db";
import { join, nothing, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import type { Fact, Source } from "../memory/model.ts";
import { shownKey } from "./same-questions.ts";
import { toFact, type FactRow } from "./facts.ts";
import { alive, factsRecorded, inForce, known, present, standing, uncertaintyUnder, under, type TimeView } from "./time-view.ts";

/** A fact with the names at both its ends. */
export interface NamedFact extends Fact {
  readonly subjectType: string;
  readonly subjectName: string;
  /** The target's type and name; both "" for an attribute. */
  readonly objectType: string;
  readonly objectName: string;
}

export interface NamedFactRow extends FactRow {
  readonly subject_type: string;
  readonly subject_name: string;
  readonly object_type: string | null;
  readonly object_name: string | null;
}

/** A fact `f` with the names of its subject `s` and object `o`, which `joinNames` brings. */
export const named = sql`f.*, s.type as subject_type, s.name as subject_name, o.type as object_type, o.name as object_name`;
export const joinNames = (ctx: Sql) => sql`join graph.entity s on s.ctx = ${ctx} and s.id = f.entity_id
  left join graph.entity o on o.ctx = ${ctx} and o.id = f.target_entity_id`;

export function toNamedFact(row: NamedFactRow): NamedFact {
  return {
    ...toFact(row),
    ...{ subjectType: row.subject_type, subjectName: row.subject_name },
    ...{ objectType: row.object_type ?? "", objectName: row.object_name ?? "" },
  };
}

/** What a reader may see, and as of when. */
export interface Sight {
  readonly contextId: string;
  /** Keys of the ScopeSets that are visible; null for all. */
  readonly scopeSets: readonly string[] | null;
  readonly view: TimeView;
}

async function select(tx: Transaction, ctx: Sql, from: Sql, where: Sql, rest = nothing): Promise<NamedFact[]> {
  const rows = await tx.query<NamedFactRow>(
    sql`select ${named} from ${from} f ${joinNames(ctx)} where f.ctx = ${ctx} and ${where} ${rest}`,
    { keepsPlan: true },
  );
  return rows.map(toNamedFact);
}

export async function factsById(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  ids: readonly string[],
  includeEnded = false,
): Promise<NamedFact[]> {
  const ctx = param(contextId);
  const from = factsRecorded(view, ctx);
  const stands = includeEnded ? sql`${known(view)} and ${alive(view, "f")}` : standing(view);
  const where = [sql`f.id = any(${ids}::text[])`, stands, under(scopeSets, "f")];
  return select(tx, ctx, from, join(where, sql` and `));
}

/**
 * Facts as they are stored, ended, quarantined and merged ones too: what follows the feed decides by their fields. Forgotten and
 * expired ones are gone from it.
 */
export async function recordedFacts(
  tx: Transaction,
  { contextId }: Pick<Sight, "contextId">,
  ids: readonly string[],
): Promise<NamedFact[]> {
  const ctx = param(contextId);
  return select(tx, ctx, sql`graph.fact`, sql`f.id = any(${ids}::text[]) and ${alive(present, "f")}`);
}

/** The facts of which one of these entities is the subject, or with `asTarget` also the target. */
export async function factsOfEntities(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  entityIds: readonly string[],
  options: { readonly asTarget: boolean; readonly limit?: number },
): Promise<NamedFact[]> {
  const ctx = param(contextId);
  const from = factsRecorded(view, ctx);
  const ids = sql`${entityIds}::text[]`;
  const conditions = [standing(view), under(scopeSets, "f")];
  const ends = options.asTarget ? [sql`f.entity_id`, sql`f.target_entity_id`] : [sql`f.entity_id`];
  const found = ends.map(
    (end) =>
      sql`select f.* from ${from} f where f.ctx = ${ctx} and ${end} = any(${ids}) and ${end} <> '' and ${join(conditions, sql` and `)}`,
  );
  const bound = options.limit === undefined ? nothing : sql`limit ${options.limit}::int`;
  const rest = sql`order by f.importance desc, f.known_at desc, f.id ${bound}`;
  return select(tx, ctx, sql`(select distinct on (id) * from (${join(found, sql` union all `)}) f order by id)`, sql`true`, rest);
}

/** Every row that a key ever had, newest first. */
export async function historyOf(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  entityIds: readonly string[],
  key: string,
): Promise<NamedFact[]> {
  const ctx = param(contextId);
  const from = factsRecorded(view, ctx);
  const where = [sql`f.entity_id = any(${entityIds}::text[])`, sql`f.key = ${key}::text`, known(view), under(scopeSets, "f")];
  return select(tx, ctx, from, join(where, sql` and `), sql`order by f.known_at desc, f.recorded_at desc, f.id desc`);
}

export interface FactSource extends Source {
  readonly factId: string;
  readonly role: string;
  readonly speaker: string;
  readonly knownAt: string;
}

/** Where these facts were read, in the order in which it became known. */
export async function sourcesOf(tx: Transaction, { contextId, view }: Sight, factIds: readonly string[]): Promise<FactSource[]> {
  if (factIds.length === 0) return [];
  interface Row {
    readonly fact_id: string;
    readonly source: Source["kind"];
    readonly turn_id: string;
    readonly session_id: string;
    readonly document_id: string;
    readonly chunk_id: string;
    readonly seq: number;
    readonly span_start: number;
    readonly span_end: number;
    readonly role: string | null;
    readonly speaker: string | null;
    readonly known_at: Date;
  }
  const ctx = param(contextId);
  const ids = sql`${factIds}::text[]`;
  const recorded = view.recordedAsOf === "" ? sql`true` : sql`p.recorded_at <= ${view.recordedAsOf}::timestamptz`;
  const rows = await tx.query<Row>(
    sql`select p.fact_id, p.source, p.turn_id, p.session_id, p.document_id, p.chunk_id, p.seq, p.span_start, p.span_end,
        p.known_at, t.role, t.speaker
      from graph.provenance p left join graph.turn t on t.ctx = ${ctx} and t.id = p.turn_id
      where p.ctx = ${ctx} and p.fact_id = any(${ids}) and p.withdrawn_at is null and ${recorded} order by p.known_at, p.seq, p.id`,
    { keepsPlan: true },
  );
  return rows.map((row) => ({
    ...{ factId: row.fact_id, kind: row.source, turnId: row.turn_id, sessionId: row.session_id, seq: row.seq },
    ...{
      spanStart: row.span_start,
      spanEnd: row.span_end,
      role: row.role ?? "",
      speaker: row.speaker ?? "",
      knownAt: timeText(row.known_at),
    },
    ...(row.chunk_id === "" ? {} : { chunk: { id: row.chunk_id, documentId: row.document_id } }),
  }));
}

export interface OpenUncertainty {
  readonly id: string;
  readonly entityId: string;
  readonly key: string;
  readonly reason: string;
  readonly candidates: readonly string[];
}

/**
 * The uncertainties that were open at the view's recorded time: those that name one of these facts, or are about one of these
 * entities.
 */
export async function openUncertainties(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  asked: { readonly factIds?: readonly string[]; readonly entityIds?: readonly string[] },
): Promise<OpenUncertainty[]> {
  if ((asked.factIds?.length ?? 0) + (asked.entityIds?.length ?? 0) === 0) return [];
  const ctx = param(contextId);
  const ofFacts = sql`u.id in (select c.uncertainty_id from graph.uncertainty_candidate c
    where c.ctx = ${ctx} and c.fact_id = any(${asked.factIds ?? []}::text[]) and ${inForce(view, "c")})`;
  const entityIds = sql`${asked.entityIds ?? []}::text[]`;
  const ofEntities = sql`u.entity_id = any(${entityIds}) or (u.other_id <> '' and u.other_id = any(${entityIds}))`;
  const rows = await tx.query<{ id: string; entity_id: string; key: string; reason: string; candidates: string[] }>(
    sql`select u.id, u.entity_id, ${shownKey(sql`case when u.entity_id = any(${entityIds}) then u.other_id else u.entity_id end`)} as key, u.reason, array(select c.fact_id from graph.uncertainty_candidate c
        where c.ctx = ${ctx} and c.uncertainty_id = u.id and ${inForce(view, "c")} order by c.fact_id) as candidates
      from graph.uncertainty u
      where u.ctx = ${ctx} and (${ofFacts} or ${ofEntities}) and ${inForce(view, "u")}
        and ${uncertaintyUnder(scopeSets)} order by u.id`,
    { keepsPlan: true },
  );
  return rows.map(({ entity_id, ...row }) => ({ ...row, entityId: entity_id }));
}
