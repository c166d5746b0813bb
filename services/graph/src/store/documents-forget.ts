import type { Transaction } from "@loci/ports/database";
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
  const forget = (text: string, values: readonly unknown[] = []) => tx.query({ text, values: [contextId, ids, ...values] });
  await forgetProgress(tx, contextId, ids);
  await handOnOriginals(tx, contextId, chunkIds);
  await forget("delete from graph.document_link where ctx = $1 and (from_document = any($2) or to_document = any($2))");
  await removeKeywords(tx, contextId, ids);
  await forget("update graph.document set near_duplicate_of = '' where ctx = $1 and near_duplicate_of = any($2)");
  if (how.purge) {
    await removeEmbeddings(tx, contextId, [...chunkIds, ...sectionIds]);
    await forget("delete from graph.chunk where ctx = $1 and document_id = any($2)");
    await forget("delete from graph.section where ctx = $1 and document_id = any($2)");
    await forget("delete from graph.document where ctx = $1 and id = any($2)");
  } else {
    await forget("update graph.chunk set forgotten_at = $3::timestamptz where ctx = $1 and document_id = any($2)", [how.now]);
    await forget(
      "update graph.document set forgotten_at = $3::timestamptz where ctx = $1 and id = any($2) and forgotten_at is null",
      [how.now],
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
    await tx.query({ text: "delete from graph.chunk where ctx = $1 and id = any($2)", values: [contextId, ids] });
  } else {
    await tx.query({
      text: "update graph.chunk set forgotten_at = $3::timestamptz where ctx = $1 and id = any($2) and forgotten_at is null",
      values: [contextId, ids, how.now],
    });
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
    await tx.query({ text: "delete from graph.chunk where ctx = $1 and id = any($2)", values: [contextId, gone.chunkIds] });
  }
  if (gone.sectionIds.length > 0) {
    await tx.query({ text: "delete from graph.section where ctx = $1 and id = any($2)", values: [contextId, gone.sectionIds] });
  }
  const ids = [...gone.chunkIds, ...gone.sectionIds];
  if (ids.length > 0) await removeEmbeddings(tx, contextId, ids);
}

/** What was made of these documents as a whole and may hold what is gone: keywords that no chunk has, the mean vector, links. */
export async function dropUnsaid(tx: Transaction, contextId: string, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  const forget = (text: string) => tx.query<{ id: string }>({ text, values: [contextId, documentIds] });
  await forget("update graph.document set summary = null where ctx = $1 and id = any($2)");
  await forget("delete from graph.document_link where ctx = $1 and (from_document = any($2) or to_document = any($2))");
  const unsaid = await forget(`delete from graph.document_keyword d using graph.keyword k
    where d.ctx = $1 and d.document_id = any($2) and k.ctx = $1 and k.id = d.keyword_id and not exists (select 1 from
      graph.chunk c
      where c.ctx = $1 and c.document_id = d.document_id and c.forgotten_at is null and strpos(lower(c.text), lower(k.text)) > 0)
    returning d.keyword_id as id`);
  await dropUnusedKeywords(
    tx,
    contextId,
    unsaid.map((row) => row.id),
  );
}

async function removeEmbeddings(tx: Transaction, contextId: string, ids: readonly string[]): Promise<void> {
  await tx.query({ text: "delete from graph.embedding where ctx = $1 and record_id = any($2)", values: [contextId, ids] });
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
  const rows = await tx.query<{ id: string }>({
    text: `select id from graph.${table} where ctx = $1 and document_id = any($2)`,
    values: [contextId, documentIds],
  });
  return rows.map((row) => row.id);
}
