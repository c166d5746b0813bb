import { param, sql, type Transaction } from "@loci/ports/database";
import { eraseAnswers } from "./erase.ts";

/** Its id stays taken. */
export async function markSessionDeleted(tx: Transaction, contextId: string, id: string, now: string): Promise<void> {
  await tx.query(sql`update graph.session set deleted_at = ${now}::timestamptz where ctx = ${contextId} and id = ${id}`);
}

/** A session that is there; with those that were deleted, as long as something of it is left. */
export async function sessionToForget(
  tx: Transaction,
  contextId: string,
  id: string,
  { withDeleted }: { readonly withDeleted: boolean },
): Promise<{ readonly scopeSet: string; readonly isDeleted: boolean } | undefined> {
  const ctx = param(contextId);
  const idParam = param(id);
  const [row] = await tx.query<{
    scopeSet: string;
    isDeleted: boolean;
  }>(sql`select scope_set as "scopeSet", deleted_at is not null as "isDeleted" from graph.session s where ctx = ${ctx} and id = ${idParam}
      and (deleted_at is null
        or (${withDeleted} and (metadata <> '{}'::jsonb or exists (select 1 from graph.turn t where t.ctx = ${ctx} and t.session_id = ${idParam}))))`);
  return row;
}

/** Takes away what somebody kept beside a session, and the answers that repeat it. */
export async function emptySession(tx: Transaction, contextId: string, id: string): Promise<void> {
  await tx.query(sql`update graph.session set metadata = '{}'::jsonb where ctx = ${contextId} and id = ${id}`);
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
  const scopeSetsParam = param(scopeSets);
  const rows = await tx.query<{
    id: string;
  }>(sql`select id from graph.turn where ctx = ${contextId} and session_id = ${id} and (${withForgotten} or forgotten_at is null)
      and (${scopeSetsParam}::text[] is null or scope_set = any(${scopeSetsParam})) order by seq`);
  return rows.map((row) => row.id);
}
