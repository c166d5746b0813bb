import { LociError } from "@loci/kernel";
import { param, sql, type Sql, type Transaction } from "@loci/ports/database";
import { instant } from "./rows.ts";

/** Where a repeatable operation stands: the same id is another operation for other principals. */
export interface OperationPlace {
  readonly contextId: string;
  readonly principalId: string;
  readonly delegatedId: string;
  readonly id: string;
}

/** An answer as it is stored: in the clear, or sealed. */
export type StoredAnswer = { readonly response: unknown } | { readonly sealed: Uint8Array };

export const operationLifeMs = 24 * 3600 * 1000;

/**
 * Takes the operation's id for this transaction. A twin that runs at the same time waits here until this one is done.
 * @returns the stored answer when it was done in the last 24 hours; undefined when it is ours to do
 * @throws LociError `conflict` when the id was used for another request
 */
export async function beginOperation(
  tx: Transaction,
  place: OperationPlace,
  hash: Uint8Array,
  now: number,
): Promise<StoredAnswer | undefined> {
  const { contextId, principalId, delegatedId, id } = place;
  const taken = await tx.query(
    sql`insert into auth.operations as o (ctx, principal_id, delegated_id, operation_id, hash, recorded_at)
      values (${contextId}, ${principalId}, ${delegatedId}, ${id}, ${hash}, ${instant(now)}::timestamptz)
      on conflict (ctx, principal_id, delegated_id, operation_id) do update
        set hash = excluded.hash, response = null, sealed = null, recorded_at = excluded.recorded_at
        where o.recorded_at <= ${instant(now - operationLifeMs)}::timestamptz
      returning 1`,
    { name: "auth.begin_operation" },
  );
  if (taken.length > 0) return undefined;
  const [row] = await tx.query<{ hash: Uint8Array; response: unknown; sealed: Uint8Array | null }>(
    sql`select hash, response, sealed from auth.operations
      where ${isOperation(place)}`,
    { name: "auth.find_operation" },
  );
  if (row === undefined || Buffer.compare(row.hash, hash) !== 0) {
    throw new LociError("conflict", "This operation id was used for another request, or by a caller that might do something else.");
  }
  return row.sealed === null ? { response: row.response } : { sealed: row.sealed };
}

export async function finishOperation(tx: Transaction, place: OperationPlace, answer: StoredAnswer): Promise<void> {
  const response = "response" in answer ? JSON.stringify(answer.response) : null;
  const sealed = "sealed" in answer ? answer.sealed : null;
  await tx.query(
    sql`update auth.operations set response = ${response}::jsonb, sealed = ${sealed}
      where ${isOperation(place)}`,
    { name: "auth.finish_operation" },
  );
}

/** Those whose 24 hours are over. @returns how many */
export async function deleteOldOperations(tx: Transaction, contextId: string, now: number): Promise<number> {
  const rows = await tx.query(
    sql`delete from auth.operations where ctx = ${contextId} and recorded_at <= ${instant(now - operationLifeMs)}::timestamptz returning 1`,
    { name: "auth.delete_old_operations" },
  );
  return rows.length;
}

/** All of a principal: whoever gets its id later must not find them. */
export async function deleteOperationsOf(tx: Transaction, contextId: string, principalId: string): Promise<void> {
  const principalIdParam = param(principalId);
  await tx.query(
    sql`delete from auth.operations where ctx = ${contextId} and (principal_id = ${principalIdParam} or delegated_id = ${principalIdParam})`,
    { name: "auth.delete_operations_of" },
  );
}

/** All of a context: they hang on no other row. */
export async function deleteOperationsIn(tx: Transaction, contextId: string): Promise<void> {
  await tx.query(sql`delete from auth.operations where ctx = ${contextId}`, { name: "auth.delete_operations_in" });
}

function isOperation({ contextId, principalId, delegatedId, id }: OperationPlace): Sql {
  return sql`ctx = ${contextId} and principal_id = ${principalId} and delegated_id = ${delegatedId} and operation_id = ${id}`;
}
