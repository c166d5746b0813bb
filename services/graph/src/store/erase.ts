import { entityText, factText, kindOf } from "@loci/kernel";
import { pauser } from "@loci/platform/call";
import { jsonParam } from "@loci/platform/db";
import { identifier, join, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import { returnedPrints } from "../memory/echoes/prints.ts";
import type { Author } from "./apply.ts";
import { emptyDecisions, eraseQuotes } from "./erase-quotes.ts";
import { eraseReasons } from "./erase-reasons.ts";
import type { Forgotten } from "./forget.ts";
import { dropAnswers } from "./reservations.ts";
import type { Redaction } from "./withheld.ts";

/** What was erased for good, as far as the caller knows of it: ids, and how many rows of which table. */
export interface Erased {
  readonly ids: readonly string[];
  readonly rows: Readonly<Record<string, number>>;
}

/** How far the caller sees, by keys of selectors. */
export interface Reach {
  /** Of these it may be told; null for all. */
  readonly known: readonly string[] | null;
  /** Who sees what is under these need not see what is erased: the same words are there others'. */
  readonly unrelated: readonly string[];
}

/**
 * Erases what was forgotten, and all that was derived from it: rows and their versions, vectors, names, candidates, the texts of
 * decisions, stored answers, fingerprints of what was returned. The ids stay, so that whoever follows them drops what it derived.
 * @param passages ids of documents' chunks and sections, which are erased already
 * @param redactions passages that lost words and stay
 */
export async function erase(
  tx: Transaction,
  contextId: string,
  forgotten: Forgotten,
  passages: readonly string[],
  redactions: readonly Redaction[],
  { known, unrelated }: Reach,
  { now, traceId, principal, delegated }: Author,
): Promise<Erased> {
  const { turns, facts, instructions, statements, documents } = forgotten;
  const entities = forgotten.entities.filter((id) => !forgotten.named.includes(id));
  const disputed = await disputedBy(tx, contextId, facts, entities);
  const merges = await mergesOf(tx, contextId, entities);
  const ends = merges.flatMap(({ keptId, mergedId }) => [keptId, mergedId]);
  const hidden = await beyond(tx, contextId, known, [...facts, ...entities, ...instructions, ...disputed, ...ends]);
  const rows: Record<string, number> = {};
  /** @param owners columns that name whose rows they are: one that the caller knows nothing of is not counted */
  const remove = async (table: string, owners: readonly string[], where: Sql): Promise<void> => {
    const isHidden = join(
      owners.map((owner) => sql`gone.${identifier(owner)} = any(${hidden})`),
      sql` or `,
    );
    const [gone] = await tx.query<{ n: number }>(
      sql`with gone as (delete from graph.${identifier(table)} x where x.ctx = ${contextId} and ${where} returning x.*)
        select count(*) filter (where not (${isHidden}))::int as n from gone`,
    );
    if (gone !== undefined && gone.n > 0) rows[table] = gone.n;
  };
  const cut = redactions.flatMap(({ text, spans }) => [text, ...spans.map(({ start, end }) => text.slice(start, end))]);
  const prints = await printsOf(tx, contextId, { turns, facts, entities }, cut);
  const returned = await eraseReturned(tx, contextId, prints, { known, unrelated });
  if (returned > 0) rows["returned"] = returned;
  if (redactions.length > 0) rows["passage_part"] = redactions.reduce((sum, { spans }) => sum + spans.length, 0);
  await remove("withheld", ["record_id"], sql`x.record_id = any(${[...turns, ...passages]})`);
  const cutIn = new Set(redactions.map(({ id }) => id));
  await eraseWithheldBy(
    tx,
    contextId,
    statements.filter(({ passageId }) => !cutIn.has(passageId)),
  );
  await eraseReasons(tx, contextId, facts);
  await eraseQuotes(tx, contextId, statements);
  const emptied = await emptyDecisions(tx, contextId, forgotten.quoting);
  if (emptied > 0) rows["decision"] = emptied;
  const sessions = await sessionsOf(tx, contextId, turns);
  await remove("turn", ["id"], sql`x.id = any(${turns})`);
  const supported = [...facts, ...instructions];
  const said = statements.map((one) => one.id);
  await remove("provenance", ["fact_id"], sql`(x.id = any(${said}) or (x.fact_id <> '' and x.fact_id = any(${supported})))`);
  await remove("fact", ["id"], sql`x.id = any(${facts})`);
  await remove("fact_version", ["id"], sql`x.id = any(${facts})`);
  await remove("instruction", ["id"], sql`x.id = any(${instructions})`);
  await remove("entity_alias", ["entity_id"], sql`x.entity_id = any(${entities})`);
  const gone = param(entities);
  await remove("entity_merge", ["kept_id", "merged_id"], sql`(x.kept_id = any(${gone}) or x.merged_id = any(${gone}))`);
  await remove("derivation", ["entity_id"], sql`x.entity_id = any(${entities})`);
  await remove("entity", ["id"], sql`x.id = any(${entities})`);
  await remove("uncertainty_candidate", ["uncertainty_id"], sql`x.fact_id = any(${facts})`);
  const settled = await eraseUncertainties(tx, contextId, disputed, entities);
  const beyondSight = new Set(hidden);
  const isTold = (id: string) => !beyondSight.has(id);
  if (settled.some(isTold)) rows["uncertainty"] = settled.filter(isTold).length;
  const found = [...turns, ...forgotten.passages, ...facts, ...entities, ...instructions, ...settled, ...documents, ...passages];
  const cutIds = redactions.flatMap(({ id, foundAs }) => [id, foundAs]);
  const ids = [...new Set([...found, ...redactions.map(({ foundAs }) => foundAs)])];
  await remove("embedding", ["record_id"], sql`x.record_id = any(${ids})`);
  const chunks = passages.filter((id) => kindOf(id) === "chunk").length;
  if (chunks > 0) rows["chunk"] = chunks;
  if (documents.length > 0) rows["document"] = documents.length;
  await tx.query(sql`update graph.decision set evidence = '{}'::jsonb
      where ctx = ${contextId} and (record_id = any(${[...ids, ...disputed]}) or (turn_id <> '' and turn_id = any(${[...turns, ...passages, ...cutIds]}))) and evidence <> '{}'::jsonb`);
  const quoted = [...ids, ...cutIds, ...merges.map(({ id }) => id)];
  const answered = await eraseAnswers(tx, contextId, quoted);
  // How many others were given tells what they do.
  const own = answered.filter((to) => to.principal === principal && to.delegated === delegated);
  if (own.length > 0) rows["operation"] = own.length;
  await dropAnswers(tx, contextId, quoted);
  await tx.query(sql`insert into graph.purged (ctx, id, recorded_at, session_id, cause)
      select ${contextId}, x.id, ${now}::timestamptz, x.session_id, ${traceId} from unnest(${ids}::text[],
        ${ids.map((id) => sessions.get(id) ?? "")}::text[]) as x(id, session_id)
      on conflict (ctx, id) do update set recorded_at = excluded.recorded_at, cause = excluded.cause`);
  return { ids: ids.filter(isTold), rows };
}

/** The words that were withheld before where these statements were read. */
async function eraseWithheldBy(tx: Transaction, contextId: string, statements: Forgotten["statements"]): Promise<void> {
  const said = statements.filter(({ passageId, spanEnd }) => passageId !== "" && spanEnd > 0);
  if (said.length === 0) return;
  await tx.query(sql`delete from graph.withheld w using unnest(${said.map(({ passageId }) => passageId)}::text[],
          ${said.map(({ spanStart }) => String(spanStart))}::text[],
          ${said.map(({ spanEnd }) => String(spanEnd))}::text[]) as x(id, start, until)
      where w.ctx = ${contextId} and w.record_id = x.id and w.span_start < x.until::int
        and w.span_start + length(w.text) > x.start::int`);
}

/** Of these records those under selectors that the caller knows nothing of: a forgetting takes along what was drawn by others from what it forgets. */
async function beyond(
  tx: Transaction,
  contextId: string,
  known: readonly string[] | null,
  ids: readonly string[],
): Promise<string[]> {
  if (known === null || ids.length === 0) return [];
  const [ctx, asked, seen] = [param(contextId), param([...new Set(ids)]), param(known)];
  const under = ["fact", "entity", "instruction", "uncertainty"].map(
    (table) =>
      sql`select id from graph.${identifier(table)} where ctx = ${ctx} and id = any(${asked}) and not scope_set = any(${seen})`,
  );
  under.push(sql`select id from graph.uncertainty where ctx = ${ctx} and id = any(${asked}) and not beside <@ ${seen}`);
  const rows = await tx.query<{ id: string }>(join(under, sql` union all `));
  return rows.map(({ id }) => id);
}

/** Erases fingerprints of what was returned, but where the same words are others'. @returns how many the caller knows of */
async function eraseReturned(
  tx: Transaction,
  contextId: string,
  prints: readonly string[],
  { known, unrelated }: Reach,
): Promise<number> {
  const seen = param(known);
  const [gone] = await tx.query<{ n: number }>(
    sql`with gone as (delete from graph.returned x where x.ctx = ${contextId} and x.hash = any(${prints}) and not x.scope_set = any(${unrelated})
        returning x.scope_set)
      select count(*) filter (where ${seen}::text[] is null or scope_set = any(${seen}))::int as n from gone`,
  );
  return gone?.n ?? 0;
}

/** Erases the stored answers that name one of these records. @returns to whom each was given */
export async function eraseAnswers(
  tx: Transaction,
  contextId: string,
  ids: readonly string[],
): Promise<Pick<Author, "principal" | "delegated">[]> {
  return tx.query(
    sql`delete from graph.operation x where x.ctx = ${contextId} and x.response is not null and exists (
        select 1 from regexp_matches(x.response::text, '[a-z_]+:[0-9a-z]{26}', 'g') as m(found) where m.found[1] = any(${ids}))
      returning x.principal, x.delegated`,
  );
}

/** Each turn's session, which counts it still when it is gone. */
async function sessionsOf(tx: Transaction, contextId: string, turns: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; session_id: string }>(
    sql`select id, session_id from graph.turn where ctx = ${contextId} and id = any(${turns})`,
  );
  return new Map(rows.map((row) => [row.id, row.session_id]));
}

/** What is answered of a merge names its entities, and has no id of theirs. */
async function mergesOf(
  tx: Transaction,
  contextId: string,
  entities: readonly string[],
): Promise<{ readonly id: string; readonly keptId: string; readonly mergedId: string }[]> {
  const ends = param(entities);
  return tx.query(
    sql`select id, kept_id as "keptId", merged_id as "mergedId" from graph.entity_merge
      where ctx = ${contextId} and (kept_id = any(${ends}) or merged_id = any(${ends}))`,
  );
}

/** The fingerprints of what recall returned of them, if it did. */
async function printsOf(
  tx: Transaction,
  contextId: string,
  { turns, facts, entities }: Pick<Forgotten, "turns" | "facts" | "entities">,
  cut: readonly string[],
): Promise<string[]> {
  const contents = await tx.query<{ content: string }>(
    sql`select content from graph.turn where ctx = ${contextId} and id = any(${turns})`,
  );
  const ctx = param(contextId);
  const stated = await tx.query<{
    subject: string;
    key: string;
    value: string;
  }>(sql`select s.name as subject, f.key, coalesce(o.name, f.value) as value
      from graph.fact f join graph.entity s on s.ctx = ${ctx} and s.id = f.entity_id
      left join graph.entity o on o.ctx = ${ctx} and o.id = f.target_entity_id
      where f.ctx = ${ctx} and f.id = any(${facts})`);
  const named = await tx.query<{ type: string; name: string }>(
    sql`select type, name from graph.entity where ctx = ${contextId} and id = any(${entities})`,
  );
  const texts = [
    ...named.map(({ type, name }) => entityText(type, name)),
    ...contents.map(({ content }) => content),
    ...cut,
    ...stated.map(({ subject, key, value }) => factText(subject, key, value)),
  ];
  const pause = pauser();
  const prints = new Set<string>();
  for (const text of new Set(texts)) {
    await pause();
    const { whole, sentences, parts } = returnedPrints(text);
    for (const print of [whole, ...sentences, ...parts]) prints.add(print);
  }
  return [...prints];
}

/** The uncertainties that ever named one of these facts, or are about one of these entities. */
async function disputedBy(
  tx: Transaction,
  contextId: string,
  facts: readonly string[],
  entities: readonly string[],
): Promise<string[]> {
  const ctx = param(contextId);
  const entitiesParam = param(entities);
  const rows = await tx.query<{
    id: string;
  }>(sql`select uncertainty_id as id from graph.uncertainty_candidate where ctx = ${ctx} and fact_id = any(${facts})
      union select id from graph.uncertainty where ctx = ${ctx} and entity_id = any(${entitiesParam})
      union select id from graph.uncertainty where ctx = ${ctx} and other_id <> '' and other_id = any(${entitiesParam})`);
  return rows.map((row) => row.id);
}

/** Of these uncertainties those that nothing is left of go; of the others the reason by which a person settled it. */
async function eraseUncertainties(
  tx: Transaction,
  contextId: string,
  ids: readonly string[],
  entities: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const ctx = param(contextId);
  const entitiesParam = param(entities);
  const gone = await tx.query<{
    id: string;
  }>(sql`delete from graph.uncertainty u where u.ctx = ${ctx} and u.id = any(${ids}) and (u.entity_id = any(${entitiesParam})
      or u.other_id = any(${entitiesParam}) or not exists (select 1 from graph.uncertainty_candidate c where c.ctx = ${ctx} and c.uncertainty_id = u.id)) returning u.id`);
  await tx.query(sql`update graph.uncertainty set resolution_reason = '' where ctx = ${contextId} and id = any(${ids})`);
  return gone.map((row) => row.id);
}

export interface StoredReceipt {
  readonly id: string;
  readonly rows: Readonly<Record<string, number>>;
  readonly hash: string;
}

/** Keeps what the audit may know: who erased how many rows of which table, and a hash by which the ids can be proven. */
export async function storeReceipt(tx: Transaction, contextId: string, receipt: StoredReceipt, author: Author): Promise<void> {
  await tx.query(sql`insert into graph.receipt (ctx, id, principal, delegated, key_id, trace_id, erased, hash, recorded_at)
      values (${contextId}, ${receipt.id}, ${author.principal}, ${author.delegated}, ${author.keyId}, ${author.traceId},
        ${jsonParam(receipt.rows)}::jsonb, ${receipt.hash}, ${author.now}::timestamptz)`);
}
