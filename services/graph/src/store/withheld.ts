import { kindOf } from "@loci/kernel";
import { pauser } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
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
  const under = "($3::text[] is null or scope_set = any($3)) and ($4 or forgotten_at is null)";
  const passages = await tx.query<Omit<Passage, "withheld">>({
    text: `select id, coalesce(nullif(chunk_id, ''), id) as "foundAs", 'turn' as kind, scope_set as "scopeSet", content as text,
        forgotten_at is not null as "isForgotten" from graph.turn where ctx = $1 and (id = any($2) or (chunk_id <> '' and chunk_id = any($2))) and ${under}
      union all select id, id, 'chunk', scope_set, text, forgotten_at is not null from graph.chunk where ctx = $1 and id = any($2) and ${under}
      order by 1`,
    values: [contextId, asked, scopeSets, withForgotten],
  });
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
  return tx.query<PassageStatement>({
    text: `select p.id, coalesce(nullif(p.turn_id, ''), p.chunk_id) as "passageId", p.fact_id as "factId", p.entity_id as "entityId",
        p.target_entity_id as "targetEntityId", p.span_start as "spanStart", p.span_end as "spanEnd",
        case when p.target_entity_id = '' then p.value else coalesce(o.name, p.value) end as value
      from graph.provenance p left join graph.entity o on o.ctx = $1 and o.id = p.target_entity_id and p.target_entity_id <> ''
      where p.ctx = $1 and ($5 or p.withdrawn_at is null) and (p.turn_id <> '' or p.chunk_id <> '') and p.id in (
        select id from graph.provenance where ctx = $1 and turn_id <> '' and turn_id = any($2)
        union all select id from graph.provenance where ctx = $1 and chunk_id <> '' and chunk_id = any($2)
        union all select id from graph.provenance where ctx = $1 and fact_id <> '' and fact_id = any($3)
        union all select id from graph.provenance where ctx = $1 and entity_id <> '' and entity_id = any($4)
        union all select id from graph.provenance where ctx = $1 and target_entity_id <> '' and target_entity_id = any($4))
      order by p.id`,
    values: [contextId, passages, facts, entities, withForgotten],
  });
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
    await tx.query({
      text: `update graph.${kind} t set ${column} = x.text from unnest($2::text[], $3::text[]) as x(id, text)
        where t.ctx = $1 and t.id = x.id`,
      values: [contextId, of.map(({ id }) => id), of.map(({ text, spans, withheld }) => withhold(text, [...withheld, ...spans]))],
    });
  }
  await cutEvidence(tx, contextId, redactions);
  // A name that was learned in these words, and stands nowhere else in them, is not known any more.
  await tx.query({
    text: `delete from graph.entity_alias a using graph.turn t where a.ctx = $1 and a.turn_id = any($2) and a.turn_id <> ''
      and t.ctx = $1 and t.id = a.turn_id and strpos(lower(t.content), lower(a.name)) = 0`,
    values: [contextId, ids],
  });
  await (how.purge ? eraseWithheld(tx, contextId, redactions) : keepWithheld(tx, contextId, redactions, how.now));
  const chunks = new Map(redactions.flatMap((one) => (one.kind === "chunk" ? [[one.id, one]] : [])));
  const places = await sectionsOf(tx, contextId, [...chunks.keys()]);
  const cuts = places.flatMap(({ chunk, charStart }) => {
    const cut = chunks.get(chunk);
    return cut === undefined ? [] : [{ ...cut, charStart }];
  });
  const sections = await cutSections(tx, contextId, cuts, places);
  const found = [...redactions.map(({ foundAs }) => foundAs), ...sections.ids, ...sections.others];
  await tx.query({
    text: "delete from graph.embedding where ctx = $1 and record_id = any($2)",
    values: [contextId, [...ids, ...found]],
  });
  await dropUnsaid(tx, contextId, sections.documents);
  await markUnembedded(tx, contextId);
  return found;
}

/** Decisions quote the sentences that they rest on: also those about what stays. */
async function cutEvidence(tx: Transaction, contextId: string, redactions: readonly Redaction[]): Promise<void> {
  const quoting = await tx.query<{ id: string; passage: string; evidence: string }>({
    text: `select id, turn_id as passage, evidence::text from graph.decision
      where ctx = $1 and turn_id <> '' and turn_id = any($2) and evidence <> '{}'::jsonb`,
    values: [contextId, redactions.map(({ id }) => id)],
  });
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
  await tx.query({
    text: `update graph.decision d set evidence = x.evidence::jsonb from unnest($2::text[], $3::text[]) as x(id, evidence)
      where d.ctx = $1 and d.id = x.id`,
    values: [contextId, changed.map(({ id }) => id), changed.map((one) => one.evidence)],
  });
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
  await tx.query({
    text: `insert into graph.withheld as w (ctx, record_id, span_start, text, recorded_at)
      select $1, x.id, x.start::int, x.words, $5::timestamptz from unnest($2::text[], $3::text[], $4::text[]) as x(id, start, words)
      on conflict do nothing`,
    values: [contextId, rows.map(({ id }) => id), rows.map(({ start }) => String(start)), rows.map(({ words }) => words), now],
  });
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
  const times = await tx.query<{ id: string; start: number; at: string }>({
    text: `delete from graph.withheld w using unnest($2::text[], $3::text[]) as x(id, start)
      where w.ctx = $1 and w.record_id = x.id and w.span_start = x.start::int
      returning w.record_id as id, w.span_start as start, w.recorded_at::text as at`,
    values: [contextId, touched.map(({ row }) => row.id), touched.map(({ row }) => String(row.start))],
  });
  const timeOf = new Map(times.map(({ id, start, at }) => [`${id} ${start}`, at]));
  const left = touched.flatMap(({ row, left: rest }) =>
    rest.map((one) => ({ ...one, at: timeOf.get(`${row.id} ${row.start}`) ?? "" })),
  );
  await tx.query({
    text: `insert into graph.withheld (ctx, record_id, span_start, text, recorded_at)
      select $1, x.id, x.start::int, x.words, x.at::timestamptz
      from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as x(id, start, words, at) on conflict do nothing`,
    values: [
      ...[contextId, left.map(({ id }) => id), left.map(({ start }) => String(start))],
      ...[left.map(({ words }) => words), left.map(({ at }) => at)],
    ],
  });
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
