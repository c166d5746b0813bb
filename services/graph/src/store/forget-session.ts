import type { Transaction } from "@loci/ports/database";
import { eraseAnswers } from "./erase.ts";

/** Its id stays taken. */
export async function markSessionDeleted(tx: Transaction, contextId: string, id: string, now: string): Promise<void> {
  await tx.query({
    text: "update graph.session set deleted_at = $3::timestamptz where ctx = $1 and id = $2",
    values: [contextId, id, now],
  });
}

/** Takes away what somebody kept beside a session, and the answers that repeat it. */
export async function emptySession(tx: Transaction, contextId: string, id: string): Promise<void> {
  await tx.query({ text: "update graph.session set metadata = '{}'::jsonb where ctx = $1 and id = $2", values: [contextId, id] });
  await eraseAnswers(tx, contextId, [id]);
}

/** The turns of a session that lie under one of the ScopeSets (null: any). */
export async function turnsOfSession(
  tx: Transaction,
  contextId: string,
  id: string,
  scopeSets: readonly string[] | null,
  withForgotten = false,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    text: `select id from graph.turn where ctx = $1 and session_id = $2 and ($4 or forgotten_at is null)
      and ($3::text[] is null or scope_set = any($3)) order by seq`,
    values: [contextId, id, scopeSets, withForgotten],
  });
  return rows.map((row) => row.id);
}
