/** What one document has in common with the others of its ScopeSet: found by indexes, and bounded, so that it costs the same among many. */
import type { Transaction } from "@loci/ports/database";
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
  return tx.query<SharedFeature>({
    name: "graph.shared_keywords",
    text: `with own as materialized (
        select keyword_id, score from graph.document_keyword where ctx = $1 and document_id = $2),
      holders as materialized (
        select w.document_id, own.keyword_id, least(w.score, own.score) as score,
          count(*) over (partition by own.keyword_id) as sharing
        from own cross join lateral (select s.document_id, s.score from graph.document_keyword s
          where s.ctx = $1 and s.keyword_id = own.keyword_id limit $3::int + 1) w),
      near as (
        select document_id from holders where sharing <= $3::int group by 1
        order by document_id = $2 desc, sum(score * ln(1 + $4::float8 / sharing)) desc, document_id limit $5::int + 1),
      features as (
        select w.document_id, w.keyword_id, w.score, sum(w.score) over (partition by w.document_id) as mass
        from near cross join lateral (select s.document_id, s.keyword_id, s.score from graph.document_keyword s
          where s.ctx = $1 and s.document_id = near.document_id) w)
      select f.document_id as "documentId", k.normalised as form, k.text as label, f.score as weight, f.mass, c.sharing::int as sharing
      from features f join (select distinct keyword_id, sharing from holders) c on c.keyword_id = f.keyword_id
      join graph.keyword k on k.ctx = $1 and k.id = f.keyword_id`,
    values: [contextId, id, mostSharing, rarityAmong, mostCompared],
  });
}

/** The headings of a document and of those most like it. */
export async function sharedHeadings(tx: Transaction, contextId: string, { id, scopeSet }: Linking): Promise<SharedFeature[]> {
  return tx.query<SharedFeature>({
    name: "graph.shared_headings",
    text: `with own as materialized (
        select distinct heading_norm as form from graph.section where ctx = $1 and document_id = $2 and heading_norm <> ''),
      holders as materialized (
        select s.document_id, own.form, count(*) over (partition by own.form) as sharing
        from own cross join lateral (select distinct t.document_id from graph.section t
          join graph.document d on d.ctx = $1 and d.id = t.document_id and d.forgotten_at is null
          where t.ctx = $1 and t.scope_set = $3 and t.heading_norm = own.form and t.heading_norm <> ''
          order by t.document_id limit $4::int + 1) s),
      near as (
        select document_id from holders where sharing <= $4::int group by 1
        order by document_id = $2 desc, sum(ln(1 + $5::float8 / sharing)) desc, document_id limit $6::int + 1),
      features as (
        select h.document_id, h.form, h.label, count(*) over (partition by h.document_id) as mass
        from near cross join lateral (select distinct on (t.heading_norm) t.document_id, t.heading_norm as form, t.heading as label
          from graph.section t where t.ctx = $1 and t.document_id = near.document_id and t.heading_norm <> ''
          order by t.heading_norm, t.position) h)
      select f.document_id as "documentId", f.form, f.label, 1::float8 as weight, f.mass::float8 as mass, c.sharing::int as sharing
      from features f join (select distinct form, sharing from holders) c on c.form = f.form`,
    values: [contextId, id, scopeSet, mostSharing, rarityAmong, mostCompared],
  });
}

/** The part of one document's chunks that repeats another, where one of the two is this one. */
export async function repetitionsOf(tx: Transaction, contextId: string, { id }: Linking) {
  return tx.query<{ from: string; to: string; part: number }>({
    name: "graph.repetitions_of",
    text: `with repeating as (
        (select $2::text as "from", o.document_id as "to", count(*) as chunks from graph.chunk c
          join graph.chunk o on o.ctx = $1 and o.id = c.duplicate_of and o.document_id <> $2
          where c.ctx = $1 and c.document_id = $2 and c.duplicate_of <> '' and c.forgotten_at is null
          group by o.document_id order by 3 desc, 2 limit $3::int)
        union all
        (select r.document_id, $2::text, count(*) from graph.chunk o
          cross join lateral (select c.document_id from graph.chunk c where c.ctx = $1 and c.duplicate_of = o.id
            and c.duplicate_of <> '' and c.document_id <> $2 and c.forgotten_at is null limit $3::int) r
          where o.ctx = $1 and o.document_id = $2 and o.duplicate_of = ''
          group by r.document_id order by 3 desc, 1 limit $3::int))
      select r."from", r."to", r.chunks::float8 / (select count(*) from graph.chunk n
          where n.ctx = $1 and n.document_id = r."from" and n.forgotten_at is null) as part
      from repeating r
      join graph.document d on d.ctx = $1 and d.id = case when r."from" = $2 then r."to" else r."from" end and d.forgotten_at is null`,
    values: [contextId, id, mostSharing],
  });
}

/** The texts of a document's chunks in their order, after a position. */
export async function ownTexts(tx: Transaction, contextId: string, id: string, after: number, limit: number) {
  return tx.query<{ position: number; text: string }>({
    name: "graph.own_texts",
    text: `select position, text from graph.chunk where ctx = $1 and document_id = $2 and position > $3 and forgotten_at is null
      order by position limit $4`,
    values: [contextId, id, after, limit],
  });
}

/** Of the newest chunks of other documents of the ScopeSet those that hold one of the names, whatever its case. */
export async function chunksNaming(
  tx: Transaction,
  contextId: string,
  { id, scopeSet }: Linking,
  names: readonly string[],
  newest: number,
): Promise<ChunkText[]> {
  return tx.query<ChunkText>({
    name: "graph.chunks_naming",
    text: `with recent as (
        select id, document_id, text from graph.chunk where ctx = $1 and scope_set = $2 and forgotten_at is null
        order by id desc limit $5::int)
      select id, document_id as "documentId", text from recent
      where document_id <> $3
        and lower(text) like any(array(select lower(n.pattern) from unnest($4::text[]) as n(pattern))) limit $6::int`,
    values: [contextId, scopeSet, id, names.map((name) => `%${name.replace(/[\\%_]/g, "\\$&")}%`), newest, mostSharing],
  });
}

/** Removes the links between a document and the others of its ScopeSet. */
export async function removeLinksOf(tx: Transaction, contextId: string, { id, scopeSet }: Linking): Promise<void> {
  for (const [name, own, other] of [
    ["graph.remove_links_from", "from_document", "to_document"],
    ["graph.remove_links_to", "to_document", "from_document"],
  ] as const) {
    await tx.query({
      name,
      text: `delete from graph.document_link l where l.ctx = $1 and l.${own} = $2 and exists (
        select 1 from graph.document d where d.ctx = $1 and d.id = l.${other} and d.scope_set = $3)`,
      values: [contextId, id, scopeSet],
    });
  }
}

export async function storeSummary(tx: Transaction, contextId: string, documentId: string, vector: Uint8Array): Promise<void> {
  await tx.query({
    name: "graph.store_summary",
    text: "update graph.document set summary = decode($3, 'base64') where ctx = $1 and id = $2",
    values: [contextId, documentId, Buffer.from(vector).toString("base64")],
  });
}
