import type { Transaction } from "@loci/ports/database";
import { deleteFailures } from "./provider-failures.ts";
import { instant, millis } from "./rows.ts";

/** Deletes a context with all that hangs on it, and remembers its id. False when there is no such context. */
export async function deleteContext(tx: Transaction, id: string, at: number): Promise<boolean> {
  const rows = await tx.query({
    name: "auth.delete_context",
    text: "delete from auth.contexts where ctx = $1 returning ctx",
    values: [id],
  });
  if (rows.length === 0) return false;
  await deleteFailures(tx, id);
  await tx.query({
    name: "auth.insert_deleted_context",
    text: "insert into auth.deleted_contexts (ctx, deleted_at) values ($1, $2::timestamptz) on conflict (ctx) do nothing",
    values: [id, instant(at)],
  });
  return true;
}

export async function isDeletedContext(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.query({
    name: "auth.is_deleted_context",
    text: "select 1 from auth.deleted_contexts where ctx = $1",
    values: [id],
  });
  return rows.length > 0;
}

export interface DeletedContext {
  readonly id: string;
  readonly deletedAt: number;
}

/** The oldest first; needs a transaction across contexts. */
export async function listDeletedContexts(tx: Transaction): Promise<DeletedContext[]> {
  const rows = await tx.query<{ ctx: string; deleted_at: Date }>({
    name: "auth.list_deleted_contexts",
    text: "select ctx, deleted_at from auth.deleted_contexts order by deleted_at, ctx limit 1000",
  });
  return rows.map((row) => ({ id: row.ctx, deletedAt: millis(row.deleted_at) }));
}

/** Of an id that was deleted another time since, nothing is forgotten. @returns whether it was remembered until now */
export async function forgetDeletedContext(tx: Transaction, { id, deletedAt }: DeletedContext): Promise<boolean> {
  const rows = await tx.query({
    name: "auth.forget_deleted_context",
    text: "delete from auth.deleted_contexts where ctx = $1 and deleted_at = $2::timestamptz returning 1",
    values: [id, instant(deletedAt)],
  });
  return rows.length > 0;
}
