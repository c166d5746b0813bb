import { sql, type Transaction } from "@loci/ports/database";
import { deleteFailures } from "./provider-failures.ts";
import { instant, millis } from "./rows.ts";

/** Deletes a context with all that hangs on it, and remembers its id. False when there is no such context. */
export async function deleteContext(tx: Transaction, id: string, at: number): Promise<boolean> {
  const rows = await tx.query(sql`delete from auth.contexts where ctx = ${id} returning ctx`, { name: "auth.delete_context" });
  if (rows.length === 0) return false;
  await deleteFailures(tx, id);
  await tx.query(
    sql`insert into auth.deleted_contexts (ctx, deleted_at) values (${id},
          ${instant(at)}::timestamptz) on conflict (ctx) do nothing`,
    { name: "auth.insert_deleted_context" },
  );
  return true;
}

export async function isDeletedContext(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.query(sql`select 1 from auth.deleted_contexts where ctx = ${id}`, { name: "auth.is_deleted_context" });
  return rows.length > 0;
}

export interface DeletedContext {
  readonly id: string;
  readonly deletedAt: number;
}

/** The oldest first; needs a transaction across contexts. */
export async function listDeletedContexts(tx: Transaction): Promise<DeletedContext[]> {
  const rows = await tx.query<{ ctx: string; deleted_at: Date }>(
    sql`select ctx, deleted_at from auth.deleted_contexts order by deleted_at, ctx limit 1000`,
    { name: "auth.list_deleted_contexts" },
  );
  return rows.map((row) => ({ id: row.ctx, deletedAt: millis(row.deleted_at) }));
}

/** Of an id that was deleted another time since, nothing is forgotten. @returns whether it was remembered until now */
export async function forgetDeletedContext(tx: Transaction, { id, deletedAt }: DeletedContext): Promise<boolean> {
  const rows = await tx.query(
    sql`delete from auth.deleted_contexts where ctx = ${id} and deleted_at = ${instant(deletedAt)}::timestamptz returning 1`,
    { name: "auth.forget_deleted_context" },
  );
  return rows.length > 0;
}
