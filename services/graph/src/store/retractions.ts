import { param, sql, type Transaction } from "@loci/ports/database";
import type { WithdrawnStatement } from "./forget.ts";

/** From this known time on a document no longer says what was read from chunks that it no longer has. Gives what that was. */
export async function retractReplaced(
  tx: Transaction,
  contextId: string,
  documentId: string,
  at: string,
): Promise<Pick<WithdrawnStatement, "entityId" | "key" | "scopeSet">[]> {
  const ctx = param(contextId);
  return tx.query(sql`update graph.provenance p set retracted_at = ${at}::timestamptz
      where p.ctx = ${ctx} and p.document_id = ${documentId} and p.retracted_at is null and p.withdrawn_at is null
        and not exists (select 1 from graph.chunk c where c.ctx = ${ctx} and c.id = p.chunk_id)
      returning p.entity_id as "entityId", p.key, p.scope_set as "scopeSet"`);
}
