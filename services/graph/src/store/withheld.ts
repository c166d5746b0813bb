import { kindOf } from "@loci/kernel";
import { pauser } from "@loci/platform/call";
import { identifier, param, sql, type Transaction } from "@loci/ports/database";
import type { Span } from "@loci/text";
import { united, withhold, withoutMarks, type SaidIn } from "../memory/withholding.ts";
import { dropUnsaid } from "./documents-forget.ts";
import { placesOf, readWithheld, restored, type WithheldWords } from "./forgotten.ts";
import { cutSections, sectionsOf } from "./headings-forget.ts";
import { markUnembedded } from "./unembedded.ts";

/** A turn or a chunk of which a part may be forgotten, and what was read from it. */
export interface Passage {
  /** A turn's or a chunk's. */
  readonly id: string;
  /** The id under which it is found: of a literal text its chunk's. */
  readonly foundAs: string;
  readonly kind: "turn" | "chunk";
  readonly scopeSet: string;
  /** As it is shown; where the forgotten are asked for too, with the words that were withheld before. */
  readonly text: string;
  /** Where those words stand in it. */
  readonly withheld: readonly Span[];
  readonly isForgotten: boolean;
}

/** A passage with the words that it loses. */
export interface Redaction extends Passage {
  readonly spans: readonly Span[];
}

export interface PassageStatement extends SaidIn {
  readonly id: string;
  /** Of the turn or chunk. */
  readonly passageId: string;
  readonly factId: string;
  readonly entityId: string;
  readonly targetEntityId: string;
}

/** What passages and statements count: the visible ones, or for a purge also those that were forgotten before. */
export interface Looking {
  readonly withForgotten: boolean;
}

/** The passages of these ids (a turn's, a literal text's, a chunk's) under one of the ScopeSets (null: any). */
export async function readPassages(
  tx: Transaction,
  contextId: string,
  ids: readonly string[],
  scopeSets: readonly string[] | null,
  { withForgotten }: Looking,
): Promise<Passage[]> {
  const asked = ids.filter((id) => ["turn", "memory_chunk", "chunk"].includes(kindOf(id) ?? ""));
  if (asked.length === 0) return [];
  const ctx = param(contextId);
  const askedParam = param(asked);
  const scopeSetsParam = param(scopeSets);
  const under = sql`(${scopeSetsParam}::text[] is null or scope_set = any(${scopeSetsParam})) and (${withForgotten} or forgotten_at is null)`;
  const passages = await tx.query<
    Omit<Passage, "withheld">
  >(sql`select id, coalesce(nullif(chunk_id, ''), id) as "foundAs", 'turn' as kind, scope_set as "scopeSet", content as text,
        forgotten_at is not null as "isForgotten" from graph.turn where ctx = ${ctx} and (id = any(${askedParam}) or (chunk_id <> '' and chunk_id = any(${askedParam}))) and ${under}
      union all select id, id, 'chunk', scope_set, text, forgotten_at is not null from graph.chunk where ctx = ${ctx} and id = any(${askedParam}) and ${under}
      order by 1`);
  const found = withForgotten ? passages.map(({ id }) => id) : [];
  const withheld = Map.groupBy(await readWithheld(tx, contextId, found), ({ id }) => id);
  return passages.map((passage) => {
    const words = withheld.get(passage.id) ?? [];
    return { ...passage, text: restored(passage.text, words), withheld: placesOf(words) };
  });
}

/** What these facts, or what is known of these entities, was read from, and what else was read there. */
export async function statementsIn(
  tx: Transaction,
  contextId: string,
  asked: { readonly passages?: readonly string[]; readonly facts?: readonly string[]; readonly entities?: readonly string[] },
  { withForgotten }: Looking,
): Promise<PassageStatement[]> {
  const { passages = [], facts = [], entities = [] } = asked;
  if (passages.length + facts.length + entities.length === 0) return [];
  const ctx = param(contextId);
  const passagesParam = param(passages);
  const entitiesParam = param(entities);
  return tx.query<PassageStatement>(sql`select p.id, coalesce(nullif(p.turn_id, ''), p.chunk_id) as "passageId", p.fact_id as "factId", p.entity_id as "entityId",
        p.target_entity_id as "targetEntityId", p.span_start as "spanStart", p.span_end as "spanEnd",
        case when p.target_entity_id = '' then p.value else coalesce(o.name, p.value) end as value
      from graph.provenance p left join graph.entity o on o.ctx = ${ctx} and o.id = p.target_entity_id and p.target_entity_id <> ''
      where p.ctx = ${ctx} and (${withForgotten} or p.withdrawn_at is null) and (p.turn_id <> '' or p.chunk_id <> '') and p.id in (
        select id from graph.provenance where ctx = ${ctx} and turn_id <> '' and turn_id = any(${passagesParam})
        union all select id from graph.provenance where ctx = ${ctx} and chunk_id <> '' and chunk_id = any(${passagesParam})
        union all select id from graph.provenance where ctx = ${ctx} and fact_id <> '' and fact_id = any(${facts})
        union all select id from graph.provenance where ctx = ${ctx} and entity_id <> '' and entity_id = any(${entitiesParam})
        union all select id from graph.provenance where ctx = ${ctx} and target_entity_id <> '' and target_entity_id = any(${entitiesParam}))
      order by p.id`);
}

/**
 * Takes the words out of their passages and keeps them apart, or with `purge` nowhere. What was made of the whole text (vectors, the beginning
 * of a section, a document's keywords) goes, and is made anew of the rest.
 * @returns the ids that are searched for
 */
export async function withholdWords(
  tx: Transaction,
  contextId: string,
  redactions: readonly Redaction[],
  how: { readonly purge: boolean; readonly now: string },
): Promise<string[]> {
  if (redactions.length === 0) return [];
  const ids = redactions.map(({ id }) => id);
  for (const [kind, column] of [
    ["turn", "content"],
    ["chunk", "text"],
  ] as const) {
    const of = redactions.filter((one) => one.kind === kind);
    if (of.length === 0) continue;
    await tx.query(sql`update graph.${identifier(kind)} t set ${identifier(column)} = x.text from unnest(${of.map(({ id }) => id)}::text[],
          ${of.map(({ text, spans, withheld }) => withhold(text, [...withheld, ...spans]))}::text[]) as x(id, text)
        where t.ctx = ${contextId} and t.id = x.id`);
  }
  await cutEvidence(tx, contextId, redactions);
  // A name that was learned in these words, and stands nowhere else in them, is not known any more.
  const ctx = param(contextId);
  await tx.query(sql`delete from graph.entity_alias a using graph.turn t where a.ctx = ${ctx} and a.turn_id = any(${ids}) and a.turn_id <> ''
      and t.ctx = ${ctx} and t.id = a.turn_id and strpos(lower(t.content), lower(a.name)) = 0`);
  await (how.purge ? eraseWithheld(tx, contextId, redactions) : keepWithheld(tx, contextId, redactions, how.now));
  const chunks = new Map(redactions.flatMap((one) => (one.kind === "chunk" ? [[one.id, one]] : [])));
  const places = await sectionsOf(tx, contextId, [...chunks.keys()]);
  const cuts = places.flatMap(({ chunk, charStart }) => {
    const cut = chunks.get(chunk);
    return cut === undefined ? [] : [{ ...cut, charStart }];
  });
  const sections = await cutSections(tx, contextId, cuts, places);
  const found = [...redactions.map(({ foundAs }) => foundAs), ...sections.ids, ...sections.others];
  await tx.query(sql`delete from graph.embedding where ctx = ${contextId} and record_id = any(${[...ids, ...found]})`);
  await dropUnsaid(tx, contextId, sections.documents);
  await markUnembedded(tx, contextId);
  return found;
}

/** Decisions quote the sentences that they rest on: also those about what stays. */
async function cutEvidence(tx: Transaction, contextId: string, redactions: readonly Redaction[]): Promise<void> {
  const quoting = await tx.query<{
    id: string;
    passage: string;
    evidence: string;
  }>(sql`select id, turn_id as passage, evidence::text from graph.decision
      where ctx = ${contextId} and turn_id <> '' and turn_id = any(${redactions.map(({ id }) => id)}) and evidence <> '{}'::jsonb`);
  if (quoting.length === 0) return;
  const cuts = new Map(redactions.map((one) => [one.id, quotedCuts(one)]));
  const changed: { id: string; evidence: string }[] = [];
  const pause = pauser();
  for (const { id, passage, evidence } of quoting) {
    await pause();
    let left = evidence;
    for (const [words, mark] of cuts.get(passage) ?? []) {
      if (words.length <= left.length && left.includes(words)) left = left.replaceAll(words, () => mark);
    }
    if (left !== evidence) changed.push({ id, evidence: left });
  }
  await tx.query(sql`update graph.decision d set evidence = x.evidence::jsonb from unnest(${changed.map(({ id }) => id)}::text[],
          ${changed.map((one) => one.evidence)}::text[]) as x(id, evidence)
      where d.ctx = ${contextId} and d.id = x.id`);
}

/** The words that a passage loses, each once, and what stands in their place: both as within a string of JSON. */
function quotedCuts({ text, spans }: Redaction): ReadonlyMap<string, string> {
  return new Map(
    united(spans).map(({ start, end }) => {
      const words = JSON.stringify(text.slice(start, end)).slice(1, -1);
      return [words, JSON.stringify(withhold(words, [{ start: 0, end: words.length }]).trim()).slice(1, -1)];
    }),
  );
}

/** What was withheld before within the same words stands already. */
async function keepWithheld(tx: Transaction, contextId: string, redactions: readonly Redaction[], now: string): Promise<void> {
  const rows = redactions.flatMap(({ id, text, spans }) =>
    united(spans).map(({ start, end }) => ({ id, start, words: text.slice(start, end) })),
  );
  await tx.query(sql`insert into graph.withheld as w (ctx, record_id, span_start, text, recorded_at)
      select ${contextId}, x.id, x.start::int, x.words, ${now}::timestamptz from unnest(${rows.map(({ id }) => id)}::text[],
        ${rows.map(({ start }) => String(start))}::text[], ${rows.map(({ words }) => words)}::text[]) as x(id, start, words)
      on conflict do nothing`);
}

/** What was withheld before among these words goes with them; of what says more the rest stays. */
async function eraseWithheld(tx: Transaction, contextId: string, redactions: readonly Redaction[]): Promise<void> {
  const gone = new Map(redactions.map(({ id, spans }) => [id, united(spans)]));
  const rows = await readWithheld(tx, contextId, [...gone.keys()]);
  const touched = rows.flatMap((row) => {
    const left = withoutSpans(row, gone.get(row.id) ?? []);
    return left.length === 1 && left[0]?.words === row.words ? [] : [{ row, left }];
  });
  if (touched.length === 0) return;
  const times = await tx.query<{
    id: string;
    start: number;
    at: string;
  }>(sql`delete from graph.withheld w using unnest(${touched.map(({ row }) => row.id)}::text[],
          ${touched.map(({ row }) => String(row.start))}::text[]) as x(id, start)
      where w.ctx = ${contextId} and w.record_id = x.id and w.span_start = x.start::int
      returning w.record_id as id, w.span_start as start, w.recorded_at::text as at`);
  const timeOf = new Map(times.map(({ id, start, at }) => [`${id} ${start}`, at]));
  const left = touched.flatMap(({ row, left: rest }) =>
    rest.map((one) => ({ ...one, at: timeOf.get(`${row.id} ${row.start}`) ?? "" })),
  );
  await tx.query(sql`insert into graph.withheld (ctx, record_id, span_start, text, recorded_at)
      select ${contextId}, x.id, x.start::int, x.words, x.at::timestamptz
      from unnest(${left.map(({ id }) => id)}::text[], ${left.map(({ start }) => String(start))}::text[],
        ${left.map(({ words }) => words)}::text[], ${left.map(({ at }) => at)}::text[]) as x(id, start, words, at) on conflict do nothing`);
}

/** What is left of withheld words beside these spans, as far as it says anything. @param spans as `united` gives them */
function withoutSpans({ id, start, words }: WithheldWords, spans: readonly Span[]): WithheldWords[] {
  const left: WithheldWords[] = [];
  let at = start;
  const keep = (until: number) => {
    const rest = words.slice(at - start, Math.max(at, until) - start);
    if (/[\p{L}\p{N}]/u.test(withoutMarks(rest))) left.push({ id, start: at, words: rest });
  };
  for (const span of spans) {
    if (span.end <= at || span.start >= start + words.length) continue;
    keep(span.start);
    at = span.end;
  }
  keep(start + words.length);
  return left;
}
