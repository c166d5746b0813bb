import { kindOf } from "@loci/kernel";
import type { Transaction } from "@loci/ports/database";

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
  return tx.query<DocumentMatch>({
    text: `select 'document' as kind, d.id, d.id as "foundAs", d.scope_set as "scopeSet", d.title as text from graph.document d
        where d.ctx = $1 and d.id = any($2) and ($4::text[] is null or d.scope_set = any($4)) and ($5 or d.forgotten_at is null)
      union all select 'chunk', c.id, c.id, c.scope_set, c.text from graph.chunk c
        where c.ctx = $1 and (c.id = any($3) or c.section_id = any($3)) and c.document_id <> all($2)
          and ($4::text[] is null or c.scope_set = any($4)) and ($5 or c.forgotten_at is null)
      order by 1, 2`,
    values: [contextId, documents, passages, options.scopeSets, options.withForgotten],
  });
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
  return tx.query<Bereft>({
    text: `select c.document_id as id, coalesce(array_agg(c.id) filter (where c.id = any($2)), '{}') as "chunkIds",
        d.status = 'ready' and bool_and(c.id = any($2)) as "isWhole"
      from graph.chunk c join graph.document d on d.ctx = $1 and d.id = c.document_id
      where c.ctx = $1 and c.document_id in (select document_id from graph.chunk where ctx = $1 and (id = any($2) or id = any($3)))
      group by c.document_id, d.status order by c.document_id`,
    values: [contextId, chunkIds, cut],
  });
}
