/**
 * What a forgetting finds in no index: what was forgotten and is still stored, the words that others lost, what documents said in versions
 * that were replaced, and silent turns.
 */
import { identifier, nothing, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import type { Span } from "@loci/text";
import { quotes } from "./erase-quotes.ts";

/**
 * fact: also those of which a source says something no longer. statement: what such a source said that is no fact: a denial, an instruction.
 * quote: a decision that quotes a sentence of a chunk that is there no more.
 * silent: turns that stand and that the index leaves out, as they only say again what is known, or ask.
 */
export type ForgottenKind = "entity" | "fact" | "statement" | "quote" | "turn" | "chunk" | "silent";

/** As much of a forgotten record as a description may be compared with. */
export interface ForgottenRecord {
  readonly id: string;
  /** The id under which it is found: of a literal text its chunk's. */
  readonly foundAs: string;
  readonly scopeSet: string;
  /** Of a turn or chunk, with the words that were withheld. */
  readonly text: string;
  readonly role: string;
  readonly speaker: string;
  readonly entityId: string;
  readonly targetEntityId: string;
  readonly type: string;
  readonly name: string;
  readonly key: string;
  readonly value: string;
  /** Of a fact: where it was read from. */
  readonly turnId: string;
  readonly spanStart: number;
  readonly spanEnd: number;
}

/** Words that a turn or chunk lost, and where they stood. */
export interface WithheldWords {
  readonly id: string;
  readonly start: number;
  readonly words: string;
}

const blank: Omit<ForgottenRecord, "id" | "foundAs" | "scopeSet"> = {
  ...{ text: "", role: "", speaker: "", entityId: "", targetEntityId: "", type: "", name: "", key: "", value: "", turnId: "" },
  ...{ spanStart: -1, spanEnd: -1 },
};

/** The forgotten of the kind beyond this id; of texts also those that lost a part. */
function idsOf(ctx: Sql, { kind, ...page }: ForgottenPage): Sql {
  const [after, scopeSets, limit] = [param(page.after), param(page.scopeSets), param(page.limit)];
  const under = sql`r.id > ${after} and (${scopeSets}::text[] is null or r.scope_set = any(${scopeSets}))`;
  if (kind === "silent") {
    return sql`select r.id from graph.turn r where r.ctx = ${ctx} and r.extraction = 'silent' and r.forgotten_at is null and ${under}
      order by r.id limit ${limit}`;
  }
  if (kind === "statement") {
    return sql`select r.id from graph.provenance r where r.ctx = ${ctx} and r.retracted_at is not null and (r.fact_id = '' or r.entity_id = '') and ${under}
      order by r.id limit ${limit}`;
  }
  if (kind === "quote") return sql`select r.id from (${quotes(ctx)}) r where ${under} order by r.id limit ${limit}`;
  const gone = sql`select r.id from graph.${identifier(kind)} r where r.ctx = ${ctx} and r.forgotten_at is not null and ${under}
    ${kind === "fact" ? sql`and r.merged_into = ''` : nothing} order by r.id limit ${limit}`;
  if (kind === "entity") return gone;
  if (kind === "fact") {
    return sql`select id from ((${gone}) union
      (select distinct r.id from graph.provenance p join graph.fact r on r.ctx = ${ctx} and r.id = p.fact_id
        where p.ctx = ${ctx} and p.retracted_at is not null and p.fact_id > ${after} and ${under} order by r.id limit ${limit})) gone
      order by id limit ${limit}`;
  }
  return sql`select id from ((${gone}) union
    (select distinct r.id from graph.withheld w join graph.${identifier(kind)} r on r.ctx = ${ctx} and r.id = w.record_id
      where w.ctx = ${ctx} and w.record_id > ${after} and ${under} order by r.id limit ${limit})) gone order by id limit ${limit}`;
}

const turns =
  () => sql`select r.id, coalesce(nullif(r.chunk_id, ''), r.id) as "foundAs", r.scope_set as "scopeSet", r.content as text, r.role,
  r.speaker, r.id as "turnId" from graph.turn r`;

const selects: Readonly<Record<ForgottenKind, (ctx: Sql) => Sql>> = {
  entity: () =>
    sql`select r.id, r.id as "foundAs", r.scope_set as "scopeSet", r.id as "entityId", r.type, r.name from graph.entity r`,
  fact: (
    ctx,
  ) => sql`select r.id, r.id as "foundAs", r.scope_set as "scopeSet", coalesce(p.role, '') as role, coalesce(p.speaker, '') as speaker,
      r.entity_id as "entityId", r.target_entity_id as "targetEntityId", coalesce(s.type, '') as type, coalesce(s.name, '') as name,
      r.key, coalesce(o.name, r.value) as value, coalesce(p.turn_id, '') as "turnId",
      coalesce(p.span_start, -1) as "spanStart", coalesce(p.span_end, -1) as "spanEnd"
    from graph.fact r left join graph.entity s on s.ctx = ${ctx} and s.id = r.entity_id
      left join graph.entity o on o.ctx = ${ctx} and o.id = r.target_entity_id
      left join lateral (select n.turn_id, n.span_start, n.span_end, t.role, t.speaker from graph.provenance n
        join graph.turn t on t.ctx = ${ctx} and t.id = n.turn_id
        where n.ctx = ${ctx} and n.fact_id = r.id and n.turn_id <> '' order by n.known_at, n.seq, n.id limit 1) p on true`,
  statement: (ctx) => sql`select r.id, r.id as "foundAs", r.scope_set as "scopeSet", r.entity_id as "entityId",
      r.target_entity_id as "targetEntityId", coalesce(s.type, '') as type, coalesce(s.name, '') as name,
      case when r.entity_id = '' then r.value else '' end as text, case when r.entity_id = '' then '' else r.key end as key,
      case when r.entity_id = '' then '' else coalesce(o.name, r.value) end as value
    from graph.provenance r left join graph.entity s on s.ctx = ${ctx} and s.id = r.entity_id and r.entity_id <> ''
      left join graph.entity o on o.ctx = ${ctx} and o.id = r.target_entity_id and r.target_entity_id <> ''`,
  quote: (ctx) => sql`select r.id, r.id as "foundAs", r.scope_set as "scopeSet", r.sentence as text from (${quotes(ctx)}) r`,
  turn: turns,
  silent: turns,
  chunk: () => sql`select r.id, r.id as "foundAs", r.scope_set as "scopeSet", r.text from graph.chunk r`,
};

/** A page of what no index holds under one of the ScopeSets (null: any), by id. */
export async function readForgotten(tx: Transaction, contextId: string, page: ForgottenPage): Promise<ForgottenRecord[]> {
  const { kind } = page;
  const ctx = param(contextId);
  const rows = await tx.query<ForgottenRecord>(
    sql`${selects[kind](ctx)} where r.ctx = ${ctx} and r.id in (${idsOf(ctx, page)}) order by r.id`,
  );
  const records = rows.map((row) => ({ ...blank, ...row }));
  if (kind !== "turn" && kind !== "chunk") return records;
  const ids = records.map(({ id }) => id);
  const withheld = Map.groupBy(await readWithheld(tx, contextId, ids), ({ id }) => id);
  return records.map((record) => ({ ...record, text: restored(record.text, withheld.get(record.id) ?? []) }));
}

export interface ForgottenPage {
  readonly kind: ForgottenKind;
  readonly after: string;
  readonly limit: number;
  readonly scopeSets: readonly string[] | null;
}

/** The words that these turns and chunks lost; of those that were lost twice, with a mark within them, the later ones first. */
export async function readWithheld(tx: Transaction, contextId: string, ids: readonly string[]): Promise<WithheldWords[]> {
  if (ids.length === 0) return [];
  return tx.query<WithheldWords>(sql`select record_id as id, span_start as start, text as words from graph.withheld
      where ctx = ${contextId} and record_id = any(${ids}) order by recorded_at desc, span_start`);
}

/** The text with these words where they stood. @param withheld as `readWithheld` orders them */
export function restored(text: string, withheld: readonly WithheldWords[]): string {
  return withheld.reduce((whole, { start, words }) => whole.slice(0, start) + words + whole.slice(start + words.length), text);
}

export function placesOf(withheld: readonly WithheldWords[]): Span[] {
  return withheld.map(({ start, words }) => ({ start, end: start + words.length }));
}
