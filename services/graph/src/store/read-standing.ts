import { factText } from "@loci/kernel";
import { timeText } from "@loci/platform/db";
import { join, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import { happeningKey, type ReadPart } from "../memory/standing.ts";
import { openUncertaintiesOf } from "./detailed-facts.ts";
import type { Sight } from "./read-facts.ts";
import { factsRecorded, under } from "./time-view.ts";

/** Passages of which is asked what was read from them. */
export interface Passages {
  readonly turnIds: readonly string[];
  readonly chunkIds: readonly string[];
  readonly sectionIds: readonly string[];
}

interface PartRow {
  readonly passage: string;
  readonly span_start: number;
  readonly span_end: number;
  readonly fact_id: string | null;
  readonly subject: string | null;
  readonly key: string | null;
  readonly value: string | null;
  readonly known_until: Date | null;
  readonly valid_until: Date | null;
  readonly closed_valid_until: Date | null;
  readonly ended_by: string | null;
  readonly uncertainty_ids: string[];
  /** Ids of all that holds undisputed, in one row a passage: of these nothing else is shown. */
  readonly holding: readonly string[] | null;
}

/** The fact that took the place of a fact `f` that has ended; else the turn or chunk that denied it. */
const endedBy = (ctx: Sql) => sql`case when f.known_until is null then '' when f.superseded_by <> '' then f.superseded_by
  else coalesce((select n.turn_id || n.chunk_id from graph.provenance n
    where n.ctx = ${ctx} and n.entity_id = f.entity_id and n.key = f.key and n.negated and n.withdrawn_at is null
      and n.known_at = f.known_until and n.scope_set = f.scope_set order by n.recorded_at desc, n.id limit 1), '') end`;

/** What may have ended, now or at the time that is asked for: only of that the words are shown. */
const ends = sql`(f.known_until is not null or f.valid_until is not null or f.closed_valid_until is not null)`;

/** What was read from these passages, ended or not, by the passage. One statement. */
export async function partsOf(
  tx: Transaction,
  { contextId, scopeSets, view }: Sight,
  { turnIds, chunkIds, sectionIds }: Passages,
): Promise<ReadonlyMap<string, ReadPart[]>> {
  const ctx = param(contextId);
  const from = [
    ...(turnIds.length === 0
      ? []
      : [
          sql`select p.turn_id as passage, p.* from graph.provenance p
          where p.ctx = ${ctx} and p.turn_id <> '' and p.turn_id = any(${turnIds}::text[])`,
        ]),
    ...(chunkIds.length === 0
      ? []
      : [
          sql`select p.chunk_id as passage, p.* from graph.provenance p
          where p.ctx = ${ctx} and p.chunk_id <> '' and p.chunk_id = any(${chunkIds}::text[])`,
        ]),
    ...(sectionIds.length === 0
      ? []
      : [
          sql`select c.section_id as passage, p.* from graph.chunk c
          join graph.provenance p on p.ctx = ${ctx} and p.chunk_id <> '' and p.chunk_id = c.id
          where c.ctx = ${ctx} and c.section_id = any(${sectionIds}::text[])`,
        ]),
  ];
  if (from.length === 0) return new Map();
  const seen = [sql`p.withdrawn_at is null`, sql`not p.quarantined`, under(scopeSets, "p")];
  if (view.asOf !== "") seen.push(sql`p.known_at <= ${view.asOf}::timestamptz`);
  if (view.recordedAsOf !== "") seen.push(sql`p.recorded_at <= ${view.recordedAsOf}::timestamptz`);
  // Looked at once: most contexts have no dispute, and a page has many facts.
  const anyDispute =
    view.recordedAsOf === ""
      ? sql`(select exists(select from graph.uncertainty where ctx = ${ctx} and status = 'open'))`
      : sql`true`;
  const disputes = sql`case when f.id is null or not ${anyDispute} then '{}'::text[] else ${openUncertaintiesOf({ view, scopeSets }, ctx)} end`;
  const rows = await tx.query<PartRow>(
    sql`with p as (select p.* from (${join(from, sql` union all `)}) p where ${join(seen, sql` and `)}),
      part as (
        select p.passage, p.span_start, p.span_end, p.id, f.id as fact_id, f.key, f.known_until, f.valid_until, f.closed_valid_until,
          ${endedBy(ctx)} as ended_by, ${disputes} as uncertainty_ids,
          case when ${ends} then (select s.name from graph.entity s where s.ctx = ${ctx} and s.id = f.entity_id) end as subject,
          case when ${ends} then coalesce((select o.name from graph.entity o where o.ctx = ${ctx} and o.id = f.target_entity_id), f.value) end as value,
          f.id is not null and not ${ends} as holds
        from p left join ${factsRecorded(view, ctx)} f on f.ctx = ${ctx} and f.id = p.fact_id and p.fact_id <> '' and f.forgotten_at is null
          and f.merged_into = ''
        where f.id is not null or p.negated
      )
      select passage, span_start, span_end, id, fact_id, subject, key, value, known_until, valid_until, closed_valid_until, ended_by, uncertainty_ids,
        null as holding
      from part where not holds or uncertainty_ids <> '{}'
      union all
      select passage, -1, -1, '', null, null, null, null, null, null, null, '', '{}', array_agg(fact_id)
      from part where holds and uncertainty_ids = '{}' group by passage
      union all
      select p.passage, p.span_start, p.span_end, p.id, i.id, null, null, i.description, i.known_until, null, null, '', '{}', null
      from p join graph.instruction i on i.ctx = ${ctx} and i.id = p.fact_id and i.merged_into = '' and i.forgotten_at is null
      where p.fact_id <> '' and p.entity_id = ''
      order by passage, span_start, id`,
    { keepsPlan: true },
  );
  const parts = new Map<string, ReadPart[]>();
  for (const row of rows) {
    const read = row.holding === null ? [toPart(row)] : row.holding.map(holdingPart);
    parts.set(row.passage, [...(parts.get(row.passage) ?? []), ...read]);
  }
  return parts;
}

function toPart(row: PartRow): ReadPart {
  const ends = row.fact_id === null ? undefined : endsOf(row);
  return {
    factId: row.fact_id ?? "",
    text: row.key === null ? (row.value ?? "") : factText(row.subject ?? "", row.key, row.value ?? ""),
    ...{ spanStart: row.span_start, spanEnd: row.span_end, ends },
    ...{ endedBy: row.ended_by ?? "", uncertaintyIds: row.uncertainty_ids },
  };
}

function holdingPart(factId: string): ReadPart {
  const ends = { knownUntil: "", validUntil: "", closedValidUntil: "" };
  return { factId, text: "", spanStart: -1, spanEnd: -1, ends, endedBy: "", uncertaintyIds: [] };
}

/** What happened is past when its day is over, and as true as before. */
function endsOf({ key, known_until, valid_until, closed_valid_until }: PartRow) {
  const at = (time: Date | null) => (time === null ? "" : timeText(time));
  const validUntil = key === happeningKey ? "" : at(valid_until);
  return { knownUntil: at(known_until), validUntil, closedValidUntil: at(closed_valid_until) };
}
