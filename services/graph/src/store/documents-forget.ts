import { identifier, param, sql, type Transaction } from "@loci/ports/database";
import { handOnOriginals } from "./chunk-bands.ts";
import { cutSections, sectionsOf, wholeCuts } from "./headings-forget.ts";
import { dropUnusedKeywords, removeKeywords } from "./keywords.ts";
import { forgetProgress } from "./unfinished-documents.ts";

export interface ForgottenPassages {
  readonly chunkIds: readonly string[];
  readonly sectionIds: readonly string[];
}

/**
 * Documents leave recall with their chunks, sections, keywords and links; a purge erases what they held. What was read from the
 * chunks is the caller's to withdraw, and the ids that it gets to announce.
 */
export async function forgetDocuments(
  tx: Transaction,
  contextId: string,
  ids: readonly string[],
  how: { readonly purge: boolean; readonly now: string },
): Promise<ForgottenPassages> {
  const { chunkIds, sectionIds } = await passagesIn(tx, contextId, ids);
  await forgetProgress(tx, contextId, ids);
  await handOnOriginals(tx, contextId, chunkIds);
  await removeLinks(tx, contextId, ids);
  await removeKeywords(tx, contextId, ids);
  await tx.query(
    sql`update graph.document set near_duplicate_of = '' where ctx = ${contextId} and near_duplicate_of = any(${ids})`,
  );
  if (how.purge) {
    await removeEmbeddings(tx, contextId, [...chunkIds, ...sectionIds]);
    await tx.query(sql`delete from graph.chunk where ctx = ${contextId} and document_id = any(${ids})`);
    await tx.query(sql`delete from graph.section where ctx = ${contextId} and document_id = any(${ids})`);
    await tx.query(sql`delete from graph.document where ctx = ${contextId} and id = any(${ids})`);
  } else {
    await tx.query(
      sql`update graph.chunk set forgotten_at = ${how.now}::timestamptz where ctx = ${contextId} and document_id = any(${ids})`,
    );
    await tx.query(
      sql`update graph.document set forgotten_at = ${how.now}::timestamptz where ctx = ${contextId} and id = any(${ids}) and forgotten_at is null`,
    );
  }
  return { chunkIds, sectionIds };
}

/**
 * Single chunks leave recall; a purge erases them. The words of sections and headings that repeat them go. Their document stays.
 * @returns also `others`: what is found with a heading that lost words
 */
export async function forgetChunks(
  tx: Transaction,
  contextId: string,
  ids: readonly string[],
  how: { readonly purge: boolean; readonly now: string },
): Promise<ForgottenPassages & { readonly others: readonly string[] }> {
  await handOnOriginals(tx, contextId, ids);
  const cuts = await wholeCuts(tx, contextId, ids);
  const places = await sectionsOf(tx, contextId, ids);
  if (how.purge) {
    await tx.query(sql`delete from graph.chunk where ctx = ${contextId} and id = any(${ids})`);
  } else {
    await tx.query(
      sql`update graph.chunk set forgotten_at = ${how.now}::timestamptz where ctx = ${contextId} and id = any(${ids}) and forgotten_at is null`,
    );
  }
  const { ids: sectionIds, documents, others } = await cutSections(tx, contextId, cuts, places);
  if (how.purge) await removeEmbeddings(tx, contextId, [...ids, ...sectionIds]);
  await dropUnsaid(tx, contextId, documents);
  return { chunkIds: ids, sectionIds, others };
}

/** Chunks and sections that a newer version of their document has no more. */
export async function removePassages(tx: Transaction, contextId: string, gone: ForgottenPassages): Promise<void> {
  if (gone.chunkIds.length > 0) {
    await handOnOriginals(tx, contextId, gone.chunkIds);
    await tx.query(sql`delete from graph.chunk where ctx = ${contextId} and id = any(${gone.chunkIds})`);
  }
  if (gone.sectionIds.length > 0) {
    await tx.query(sql`delete from graph.section where ctx = ${contextId} and id = any(${gone.sectionIds})`);
  }
  const ids = [...gone.chunkIds, ...gone.sectionIds];
  if (ids.length > 0) await removeEmbeddings(tx, contextId, ids);
}

/** What was made of these documents as a whole and may hold what is gone: keywords that no chunk has, the mean vector, links. */
export async function dropUnsaid(tx: Transaction, contextId: string, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  await tx.query(sql`update graph.document set summary = null where ctx = ${contextId} and id = any(${documentIds})`);
  await removeLinks(tx, contextId, documentIds);
  const ctx = param(contextId);
  const unsaid = await tx.query<{ id: string }>(sql`delete from graph.document_keyword d using graph.keyword k
    where d.ctx = ${ctx} and d.document_id = any(${documentIds}) and k.ctx = ${ctx} and k.id = d.keyword_id and not exists (select 1 from
      graph.chunk c
      where c.ctx = ${ctx} and c.document_id = d.document_id and c.forgotten_at is null and strpos(lower(c.text), lower(k.text)) > 0)
    returning d.keyword_id as id`);
  await dropUnusedKeywords(
    tx,
    contextId,
    unsaid.map((row) => row.id),
  );
}

async function removeLinks(tx: Transaction, contextId: string, documentIds: readonly string[]): Promise<void> {
  const ids = param(documentIds);
  await tx.query(
    sql`delete from graph.document_link where ctx = ${contextId} and (from_document = any(${ids}) or to_document = any(${ids}))`,
  );
}

async function removeEmbeddings(tx: Transaction, contextId: string, ids: readonly string[]): Promise<void> {
  await tx.query(sql`delete from graph.embedding where ctx = ${contextId} and record_id = any(${ids})`);
}

/** What documents are cut into. */
export async function passagesIn(tx: Transaction, contextId: string, documentIds: readonly string[]): Promise<ForgottenPassages> {
  if (documentIds.length === 0) return { chunkIds: [], sectionIds: [] };
  const chunkIds = await idsOf(tx, contextId, "chunk", documentIds);
  return { chunkIds, sectionIds: await idsOf(tx, contextId, "section", documentIds) };
}

async function idsOf(
  tx: Transaction,
  contextId: string,
  table: "chunk" | "section",
  documentIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    sql`select id from graph.${identifier(table)} where ctx = ${contextId} and document_id = any(${documentIds})`,
  );
  return rows.map((row) => row.id);
}
