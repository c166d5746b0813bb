import { param, sql, type Transaction } from "@loci/ports/database";
import type { Link, LinkKind } from "../documents/domain/links.ts";
import type { Sight } from "./read-facts.ts";
import { under } from "./time-view.ts";

export interface LinkableDocument {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly filename: string;
  readonly scopeSet: string;
  /** In Base64, which travels from some databases several times as fast as bytes. */
  readonly summary: string | null;
}

/** The newest documents under these ScopeSets. */
export async function linkableDocuments(
  tx: Transaction,
  contextId: string,
  scopeSets: readonly string[],
  limit: number,
): Promise<LinkableDocument[]> {
  return tx.query<LinkableDocument>(sql`select id, title, source, filename, scope_set as "scopeSet", encode(summary, 'base64') as summary
      from graph.document where ctx = ${contextId} and forgotten_at is null and scope_set = any(${scopeSets}) order by created_at desc, id desc limit ${limit}`);
}

export interface Feature {
  readonly documentId: string;
  readonly form: string;
  readonly label: string;
  readonly weight: number;
}

export async function keywordFeatures(tx: Transaction, contextId: string, ids: readonly string[]): Promise<Feature[]> {
  const ctx = param(contextId);
  return tx.query<Feature>(sql`select w.document_id as "documentId", k.normalised as form, k.text as label, w.score as weight
      from graph.document_keyword w join graph.keyword k on k.ctx = ${ctx} and k.id = w.keyword_id
      where w.ctx = ${ctx} and w.document_id = any(${ids})`);
}

export async function headingFeatures(tx: Transaction, contextId: string, ids: readonly string[]): Promise<Feature[]> {
  return tx.query<Feature>(sql`select distinct on (document_id, heading_norm) document_id as "documentId", heading_norm as form, heading as label,
        1::float8 as weight
      from graph.section where ctx = ${contextId} and document_id = any(${ids}) and heading_norm <> '' order by document_id, heading_norm,
        position`);
}

export interface ChunkText {
  readonly id: string;
  readonly documentId: string;
  readonly text: string;
}

/** The texts of these documents' chunks by id, after one of them. */
export async function chunkTexts(
  tx: Transaction,
  contextId: string,
  documentIds: readonly string[],
  after: string,
  limit: number,
): Promise<ChunkText[]> {
  return tx.query<ChunkText>(sql`select id, document_id as "documentId", text from graph.chunk
      where ctx = ${contextId} and document_id = any(${documentIds}) and id > ${after} and forgotten_at is null order by id limit ${limit}`);
}

/** For each pair of these documents the part of the first one's chunks that repeats the second. */
export async function repetitions(tx: Transaction, contextId: string, ids: readonly string[]) {
  const ctx = param(contextId);
  const idsParam = param(ids);
  return tx.query<{
    from: string;
    to: string;
    part: number;
  }>(sql`select c.document_id as "from", o.document_id as "to", count(*)::float8 / max(n.chunks) as part
      from graph.chunk c join graph.chunk o on o.ctx = ${ctx} and o.id = c.duplicate_of and o.document_id <> c.document_id
      join (select document_id, count(*) as chunks from graph.chunk where ctx = ${ctx} and document_id = any(${idsParam}) and forgotten_at is null group by 1) n
        on n.document_id = c.document_id
      where c.ctx = ${ctx} and c.document_id = any(${idsParam}) and o.document_id = any(${idsParam}) and c.duplicate_of <> ''
        and c.forgotten_at is null group by 1, 2`);
}

/** Puts these links in place of those among the documents. */
export async function replaceLinks(
  tx: Transaction,
  contextId: string,
  ids: readonly string[],
  links: readonly Link[],
): Promise<void> {
  const idsParam = param(ids);
  await tx.query(
    sql`delete from graph.document_link where ctx = ${contextId} and from_document = any(${idsParam}) and to_document = any(${idsParam})`,
  );
  await insertLinks(tx, contextId, links);
}

export async function insertLinks(tx: Transaction, contextId: string, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  await tx.query(
    sql`insert into graph.document_link (ctx, from_document, to_document, kind, weight, label)
      select ${contextId}, x.f, x.t, x.kind, x.weight::float8, x.label
      from unnest(${links.map((one) => one.from)}::text[], ${links.map((one) => one.to)}::text[],
        ${links.map((one) => one.kind)}::text[], ${links.map((one) => String(one.weight))}::text[],
        ${links.map((one) => one.label)}::text[]) as x(f, t, kind, weight, label)
      on conflict (ctx, from_document, to_document, kind) do update set weight = excluded.weight, label = excluded.label`,
    { name: "graph.insert_links" },
  );
}

/** The links of these kinds at these documents, of which the reader sees both ends; strongest first. */
export async function linksAt(
  tx: Transaction,
  { contextId, scopeSets }: Sight,
  ids: readonly string[],
  kinds: readonly LinkKind[],
  limit: number,
): Promise<Link[]> {
  const ctx = param(contextId);
  const asked = sql`${ids}::text[]`;
  return tx.query<Link>(sql`select l.from_document as "from", l.to_document as "to", l.kind, l.weight, l.label from graph.document_link l
      join graph.document a on a.ctx = ${ctx} and a.id = l.from_document and a.forgotten_at is null and ${under(scopeSets, "a")}
      join graph.document b on b.ctx = ${ctx} and b.id = l.to_document and b.forgotten_at is null and ${under(scopeSets, "b")}
      where l.ctx = ${ctx} and l.kind = any(${kinds}::text[])
        and (l.from_document = any(${asked}) or l.to_document = any(${asked}))
      order by l.weight desc, l.from_document, l.to_document, l.kind limit ${limit}::int`);
}
