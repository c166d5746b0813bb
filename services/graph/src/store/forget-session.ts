import type { Transaction } from "@loci/ports/database";
import { eraseAnswers } from "./erase.ts";

/** Its id stays taken. */
export async function markSessionDeleted(tx: Transaction, contextId: string, id: string, now: string): Promise<void> {
  await tx.query({
    text: "update graph.session set deleted_at = $3::timestamptz where ctx = $1 and id = $2",
    values: [contextId, id, now],
  });
}

/** A session that is there; with those that were deleted, as long as something of it is left. */
export async function sessionToForget(
  tx: Transaction,
  contextId: string,
  id: string,
  { withDeleted }: { readonly withDeleted: boolean },
): Promise<{ readonly scopeSet: string; readonly isDeleted: boolean } | undefined> {
  const [row] = await tx.query<{ scopeSet: string; isDeleted: boolean }>({
    text: `select scope_set as "scopeSet", deleted_at is not null as "isDeleted" from graph.session s where ctx = $1 and id = $2
      and (deleted_at is null
        or ($3 and (metadata <> '{}'::jsonb or exists (select 1 from graph.turn t where t.ctx = $1 and t.session_id = $2))))`,
    values: [contextId, id, withDeleted],
  });
  return row;
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
