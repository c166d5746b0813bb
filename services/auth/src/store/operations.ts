import { LociError } from "@loci/kernel";
import type { Transaction } from "@loci/ports/database";
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
  const key = keyOf(place);
  const taken = await tx.query({
    name: "auth.begin_operation",
    text: `insert into auth.operations as o (ctx, principal_id, delegated_id, operation_id, hash, recorded_at)
      values ($1, $2, $3, $4, $5, $6::timestamptz)
      on conflict (ctx, principal_id, delegated_id, operation_id) do update
        set hash = excluded.hash, response = null, sealed = null, recorded_at = excluded.recorded_at
        where o.recorded_at <= $7::timestamptz
      returning 1`,
    values: [...key, hash, instant(now), instant(now - operationLifeMs)],
  });
  if (taken.length > 0) return undefined;
  const [row] = await tx.query<{ hash: Uint8Array; response: unknown; sealed: Uint8Array | null }>({
    name: "auth.find_operation",
    text: `select hash, response, sealed from auth.operations
      where ctx = $1 and principal_id = $2 and delegated_id = $3 and operation_id = $4`,
    values: key,
  });
  if (row === undefined || Buffer.compare(row.hash, hash) !== 0) {
    throw new LociError("conflict", "This operation id was used for another request, or by a caller that might do something else.");
  }
  return row.sealed === null ? { response: row.response } : { sealed: row.sealed };
}

export async function finishOperation(tx: Transaction, place: OperationPlace, answer: StoredAnswer): Promise<void> {
  await tx.query({
    name: "auth.finish_operation",
    text: `update auth.operations set response = $5::jsonb, sealed = $6
      where ctx = $1 and principal_id = $2 and delegated_id = $3 and operation_id = $4`,
    values: [
      ...keyOf(place),
      "response" in answer ? JSON.stringify(answer.response) : null,
      "sealed" in answer ? answer.sealed : null,
    ],
  });
}

/** Those whose 24 hours are over. @returns how many */
export async function deleteOldOperations(tx: Transaction, contextId: string, now: number): Promise<number> {
  const rows = await tx.query({
    name: "auth.delete_old_operations",
    text: "delete from auth.operations where ctx = $1 and recorded_at <= $2::timestamptz returning 1",
    values: [contextId, instant(now - operationLifeMs)],
  });
  return rows.length;
}

/** All of a principal: whoever gets its id later must not find them. */
export async function deleteOperationsOf(tx: Transaction, contextId: string, principalId: string): Promise<void> {
  await tx.query({
    name: "auth.delete_operations_of",
    text: "delete from auth.operations where ctx = $1 and (principal_id = $2 or delegated_id = $2)",
    values: [contextId, principalId],
  });
}

/** All of a context: they hang on no other row. */
export async function deleteOperationsIn(tx: Transaction, contextId: string): Promise<void> {
  await tx.query({ name: "auth.delete_operations_in", text: "delete from auth.operations where ctx = $1", values: [contextId] });
}

function keyOf({ contextId, principalId, delegatedId, id }: OperationPlace): string[] {
  return [contextId, principalId, delegatedId, id];
}
