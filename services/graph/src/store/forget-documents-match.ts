import { kindOf } from "@loci/kernel";
import { param, sql, type Transaction } from "@loci/ports/database";

/** A document or chunk that is to be forgotten; the text tells the caller which one it was. */
export interface DocumentMatch {
  readonly kind: "document" | "chunk";
  readonly id: string;
  readonly foundAs: string;
  readonly scopeSet: string;
  readonly text: string;
}

/** The documents and chunks of these ids under one of the ScopeSets (null: any); a section stands for its chunks. */
export async function matchDocuments(
  tx: Transaction,
  contextId: string,
  ids: readonly string[],
  options: { readonly scopeSets: readonly string[] | null; readonly withForgotten: boolean },
): Promise<DocumentMatch[]> {
  const asked = (...kinds: string[]) => ids.filter((id) => kinds.includes(kindOf(id) ?? ""));
  const documents = asked("document");
  const passages = asked("chunk", "section");
  if (documents.length + passages.length === 0) return [];
  const ctx = param(contextId);
  const documentsParam = param(documents);
  const scopeSetsParam = param(options.scopeSets);
  const withForgottenParam = param(options.withForgotten);
  const passagesParam = param(passages);
  return tx.query<DocumentMatch>(sql`select 'document' as kind, d.id, d.id as "foundAs", d.scope_set as "scopeSet", d.title as text from graph.document d
        where d.ctx = ${ctx} and d.id = any(${documentsParam}) and (${scopeSetsParam}::text[] is null or d.scope_set = any(${scopeSetsParam})) and (${withForgottenParam} or d.forgotten_at is null)
      union all select 'chunk', c.id, c.id, c.scope_set, c.text from graph.chunk c
        where c.ctx = ${ctx} and (c.id = any(${passagesParam}) or c.section_id = any(${passagesParam})) and c.document_id <> all(${documentsParam})
          and (${scopeSetsParam}::text[] is null or c.scope_set = any(${scopeSetsParam})) and (${withForgottenParam} or c.forgotten_at is null)
      order by 1, 2`);
}

export interface Bereft {
  readonly id: string;
  readonly chunkIds: readonly string[];
  /** Whether nothing would be left of what was read from its original. */
  readonly isWhole: boolean;
}

/**
 * The documents that these chunks belong to, and whether they are all that a document has.
 * @param cut chunks that lose a part and stay
 */
export async function documentsOfChunks(
  tx: Transaction,
  contextId: string,
  chunkIds: readonly string[],
  cut: readonly string[],
): Promise<Bereft[]> {
  if (chunkIds.length + cut.length === 0) return [];
  const chunkIdsParam = param(chunkIds);
  const ctx = param(contextId);
  return tx.query<Bereft>(sql`select c.document_id as id, coalesce(array_agg(c.id) filter (where c.id = any(${chunkIdsParam})), '{}') as "chunkIds",
        d.status = 'ready' and bool_and(c.id = any(${chunkIdsParam})) as "isWhole"
      from graph.chunk c join graph.document d on d.ctx = ${ctx} and d.id = c.document_id
      where c.ctx = ${ctx} and c.document_id in (select document_id from graph.chunk where ctx = ${ctx} and (id = any(${chunkIdsParam}) or id = any(${cut})))
      group by c.document_id, d.status order by c.document_id`);
}
