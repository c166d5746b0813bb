import { sql, type Transaction } from "@loci/ports/database";
import type { Document } from "./documents.ts";

export interface UnfinishedDocument {
  readonly contextId: string;
  readonly id: string;
  readonly version: number;
  readonly status: string;
}

/** Notes that work goes on with a document, or that it is at its end. */
export async function noteProgress(
  tx: Transaction,
  contextId: string,
  { id, version, status }: Pick<Document, "id" | "version" | "status">,
  now: string,
): Promise<void> {
  if (status === "ready" || status === "failed") return forgetProgress(tx, contextId, [id]);
  await tx.query(
    sql`insert into graph.unfinished_document (ctx, document_id, version, status, touched_at) values (${contextId}, ${id}, ${version},
          ${status},
        ${now}::timestamptz)
      on conflict (ctx, document_id) do update
        set version = excluded.version, status = excluded.status, touched_at = excluded.touched_at`,
    { name: "graph.note_progress" },
  );
}

export async function forgetProgress(tx: Transaction, contextId: string, ids: readonly string[]): Promise<void> {
  await tx.query(sql`delete from graph.unfinished_document where ctx = ${contextId} and document_id = any(${ids})`);
}

/** Over all contexts, longest untouched first. */
export async function listUnfinished(tx: Transaction, touchedBefore: string, limit: number): Promise<UnfinishedDocument[]> {
  return tx.query<UnfinishedDocument>(sql`select ctx as "contextId", document_id as id, version, status from graph.unfinished_document
      where touched_at <= ${touchedBefore}::timestamptz order by touched_at limit ${limit}`);
}
