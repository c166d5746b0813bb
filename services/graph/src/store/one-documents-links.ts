/** What one document has in common with the others of its ScopeSet: found by indexes, and bounded, so that it costs the same among many. */
import { identifier, param, sql, type Transaction } from "@loci/ports/database";
import { mostSharing, rarityAmong } from "../documents/domain/links.ts";
import type { ChunkText } from "./document-links.ts";

/** The document that is linked. */
export interface Linking {
  readonly id: string;
  readonly scopeSet: string;
}

/** A feature that a document has, and the one that is linked has too; of the latter all are here. */
export interface SharedFeature {
  readonly documentId: string;
  readonly form: string;
  readonly label: string;
  readonly weight: number;
  /** Of all features of that document. */
  readonly mass: number;
  /** How many documents have the feature; one more than `mostSharing` stands for any number. */
  readonly sharing: number;
}

/** Of those with rare features in common so many are compared, by what they share. */
const mostCompared = 50;

/** The keywords of a document and of those most like it. A ScopeSet has its own keywords. */
export async function sharedKeywords(tx: Transaction, contextId: string, { id }: Linking): Promise<SharedFeature[]> {
  const ctx = param(contextId);
  const idParam = param(id);
  const mostSharingParam = param(mostSharing);
  return tx.query<SharedFeature>(
    sql`with own as materialized (
        select keyword_id, score from graph.document_keyword where ctx = ${ctx} and document_id = ${idParam}),
      holders as materialized (
        select w.document_id, own.keyword_id, least(w.score, own.score) as score,
          count(*) over (partition by own.keyword_id) as sharing
        from own cross join lateral (select s.document_id, s.score from graph.document_keyword s
          where s.ctx = ${ctx} and s.keyword_id = own.keyword_id limit ${mostSharingParam}::int + 1) w),
      near as (
        select document_id from holders where sharing <= ${mostSharingParam}::int group by 1
        order by document_id = ${idParam} desc, sum(score * ln(1 + ${rarityAmong}::float8 / sharing)) desc, document_id limit ${mostCompared}::int + 1),
      features as (
        select w.document_id, w.keyword_id, w.score, sum(w.score) over (partition by w.document_id) as mass
        from near cross join lateral (select s.document_id, s.keyword_id, s.score from graph.document_keyword s
          where s.ctx = ${ctx} and s.document_id = near.document_id) w)
      select f.document_id as "documentId", k.normalised as form, k.text as label, f.score as weight, f.mass, c.sharing::int as sharing
      from features f join (select distinct keyword_id, sharing from holders) c on c.keyword_id = f.keyword_id
      join graph.keyword k on k.ctx = ${ctx} and k.id = f.keyword_id`,
    { name: "graph.shared_keywords" },
  );
}

/** The headings of a document and of those most like it. */
export async function sharedHeadings(tx: Transaction, contextId: string, { id, scopeSet }: Linking): Promise<SharedFeature[]> {
  const ctx = param(contextId);
  const idParam = param(id);
  const mostSharingParam = param(mostSharing);
  return tx.query<SharedFeature>(
    sql`with own as materialized (
        select distinct heading_norm as form from graph.section where ctx = ${ctx} and document_id = ${idParam} and heading_norm <> ''),
      holders as materialized (
        select s.document_id, own.form, count(*) over (partition by own.form) as sharing
        from own cross join lateral (select distinct t.document_id from graph.section t
          join graph.document d on d.ctx = ${ctx} and d.id = t.document_id and d.forgotten_at is null
          where t.ctx = ${ctx} and t.scope_set = ${scopeSet} and t.heading_norm = own.form and t.heading_norm <> ''
          order by t.document_id limit ${mostSharingParam}::int + 1) s),
      near as (
        select document_id from holders where sharing <= ${mostSharingParam}::int group by 1
        order by document_id = ${idParam} desc, sum(ln(1 + ${rarityAmong}::float8 / sharing)) desc, document_id limit ${mostCompared}::int + 1),
      features as (
        select h.document_id, h.form, h.label, count(*) over (partition by h.document_id) as mass
        from near cross join lateral (select distinct on (t.heading_norm) t.document_id, t.heading_norm as form, t.heading as label
          from graph.section t where t.ctx = ${ctx} and t.document_id = near.document_id and t.heading_norm <> ''
          order by t.heading_norm, t.position) h)
      select f.document_id as "documentId", f.form, f.label, 1::float8 as weight, f.mass::float8 as mass, c.sharing::int as sharing
      from features f join (select distinct form, sharing from holders) c on c.form = f.form`,
    { name: "graph.shared_headings" },
  );
}

/** The part of one document's chunks that repeats another, where one of the two is this one. */
export async function repetitionsOf(tx: Transaction, contextId: string, { id }: Linking) {
  const idParam = param(id);
  const ctx = param(contextId);
  const mostSharingParam = param(mostSharing);
  return tx.query<{ from: string; to: string; part: number }>(
    sql`with repeating as (
        (select ${idParam}::text as "from", o.document_id as "to", count(*) as chunks from graph.chunk c
          join graph.chunk o on o.ctx = ${ctx} and o.id = c.duplicate_of and o.document_id <> ${idParam}
          where c.ctx = ${ctx} and c.document_id = ${idParam} and c.duplicate_of <> '' and c.forgotten_at is null
          group by o.document_id order by 3 desc, 2 limit ${mostSharingParam}::int)
        union all
        (select r.document_id, ${idParam}::text, count(*) from graph.chunk o
          cross join lateral (select c.document_id from graph.chunk c where c.ctx = ${ctx} and c.duplicate_of = o.id
            and c.duplicate_of <> '' and c.document_id <> ${idParam} and c.forgotten_at is null limit ${mostSharingParam}::int) r
          where o.ctx = ${ctx} and o.document_id = ${idParam} and o.duplicate_of = ''
          group by r.document_id order by 3 desc, 1 limit ${mostSharingParam}::int))
      select r."from", r."to", r.chunks::float8 / (select count(*) from graph.chunk n
          where n.ctx = ${ctx} and n.document_id = r."from" and n.forgotten_at is null) as part
      from repeating r
      join graph.document d on d.ctx = ${ctx} and d.id = case when r."from" = ${idParam} then r."to" else r."from" end and d.forgotten_at is null`,
    { name: "graph.repetitions_of" },
  );
}

/** The texts of a document's chunks in their order, after a position. */
export async function ownTexts(tx: Transaction, contextId: string, id: string, after: number, limit: number) {
  return tx.query<{ position: number; text: string }>(
    sql`select position, text from graph.chunk where ctx = ${contextId} and document_id = ${id} and position > ${after} and forgotten_at is null
      order by position limit ${limit}`,
    { name: "graph.own_texts" },
  );
}

/** Of the newest chunks of other documents of the ScopeSet those that hold one of the names, whatever its case. */
export async function chunksNaming(
  tx: Transaction,
  contextId: string,
  { id, scopeSet }: Linking,
  names: readonly string[],
  newest: number,
): Promise<ChunkText[]> {
  return tx.query<ChunkText>(
    sql`with recent as (
        select id, document_id, text from graph.chunk where ctx = ${contextId} and scope_set = ${scopeSet} and forgotten_at is null
        order by id desc limit ${newest}::int)
      select id, document_id as "documentId", text from recent
      where document_id <> ${id}
        and lower(text) like any(array(select lower(n.pattern) from unnest(${names.map((name) => `%${name.replace(/[\\%_]/g, "\\$&")}%`)}::text[]) as n(pattern))) limit ${mostSharing}::int`,
    { name: "graph.chunks_naming" },
  );
}

/** Removes the links between a document and the others of its ScopeSet. */
export async function removeLinksOf(tx: Transaction, contextId: string, { id, scopeSet }: Linking): Promise<void> {
  const ctx = param(contextId);
  for (const [name, own, other] of [
    ["graph.remove_links_from", "from_document", "to_document"],
    ["graph.remove_links_to", "to_document", "from_document"],
  ] as const) {
    await tx.query(
      sql`delete from graph.document_link l where l.ctx = ${ctx} and l.${identifier(own)} = ${id} and exists (
        select 1 from graph.document d where d.ctx = ${ctx} and d.id = l.${identifier(other)} and d.scope_set = ${scopeSet})`,
      { name },
    );
  }
}

export async function storeSummary(tx: Transaction, contextId: string, documentId: string, vector: Uint8Array): Promise<void> {
  await tx.query(
    sql`update graph.document set summary = decode(${Buffer.from(vector).toString("base64")}, 'base64') where ctx = ${contextId} and id = ${documentId}`,
    { name: "graph.store_summary" },
  );
}
