import { LociError } from "@loci/kernel";
import { param, sql, type Transaction } from "@loci/ports/database";
import type { Operation } from "./operations.ts";
import { forgottenAmong } from "./purged.ts";

/** When the reservation was taken, until when nobody else may take it, and from when on an older one is forgotten. */
export interface ReservationTimes {
  readonly now: string;
  readonly leaseUntil: string;
  readonly oldest: string;
}

/**
 * Takes the id, also where its last holder never came back, or where its answer is too old to count.
 * @returns the stored answer, or undefined when it is ours to do
 * @throws LociError `conflict` for another request under the same id, and while the first is under way
 */
export async function reserve(
  tx: Transaction,
  contextId: string,
  operation: Operation,
  { now, leaseUntil, oldest }: ReservationTimes,
): Promise<Uint8Array | undefined> {
  const { principal, delegated, id, hash } = operation;
  const nowParam = param(now);
  const taken = await tx.query(
    sql`insert into graph.reservation as r (ctx, principal, delegated, operation_id, hash, lease_until, recorded_at)
      values (${contextId}, ${principal}, ${delegated}, ${id}, ${hash}, ${leaseUntil}::timestamptz, ${nowParam}::timestamptz)
      on conflict (ctx, principal, delegated, operation_id) do update
        set hash = excluded.hash, lease_until = excluded.lease_until, recorded_at = excluded.recorded_at, sealed = null, record_ids = null
        where r.recorded_at < ${oldest}::timestamptz or (r.sealed is null and r.lease_until < ${nowParam}::timestamptz)
      returning 1`,
    { name: "graph.reserve" },
  );
  if (taken.length > 0) return undefined;
  const [row] = await tx.query<{ hash: Uint8Array; sealed: Uint8Array | null }>(
    sql`select hash, sealed from graph.reservation where ctx = ${contextId} and principal = ${principal} and delegated = ${delegated} and operation_id = ${id}`,
    { name: "graph.reservation" },
  );
  if (row !== undefined && Buffer.compare(row.hash, operation.hash) !== 0) {
    throw new LociError(
      "conflict",
      "This Idempotency-Key was used for another request, or by a caller that might do something else.",
    );
  }
  if (!row?.sealed) {
    throw new LociError("conflict", "A request with this Idempotency-Key is still under way.", { retryAfterSeconds: 1 });
  }
  return row.sealed;
}

/**
 * Stores the answer of the operation that was reserved; where the reservation is gone (taken over) nothing is stored, nor where one of the
 * records that it was made of was forgotten since: whoever forgot it could not find the answer.
 * @param answer recordIds: null where it is not known which they are; then any purge counts
 */
export async function storeAnswer(
  tx: Transaction,
  contextId: string,
  operation: Operation,
  answer: { readonly sealed: Uint8Array; readonly recordIds: readonly string[] | null },
): Promise<void> {
  if ((await forgottenAmong(tx, contextId, answer.recordIds ?? [])).length > 0) return;
  const recordIdsParam = param(answer.recordIds);
  const ctx = param(contextId);
  await tx.query(
    sql`update graph.reservation r set sealed = ${answer.sealed}, record_ids = ${recordIdsParam}::text[]
      where ctx = ${ctx} and principal = ${operation.principal} and delegated = ${operation.delegated} and operation_id = ${operation.id} and hash = ${operation.hash}
        and not exists (select 1 from graph.purged p where p.ctx = ${ctx} and (${recordIdsParam}::text[] is null or p.id = any(${recordIdsParam})) and p.recorded_at >= r.recorded_at)`,
    { name: "graph.store_answer" },
  );
}

/**
 * Drops the sealed answers that name one of these records or were made of it, and those of which that is not known: work that was kept so
 * may be done again. They are no part of a receipt, as how many there are tells what other callers do.
 */
export async function dropAnswers(tx: Transaction, contextId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    sql`delete from graph.reservation where ctx = ${contextId} and sealed is not null and (record_ids is null or record_ids && ${ids}::text[])`,
  );
}

export async function release(tx: Transaction, contextId: string, operation: Operation): Promise<void> {
  await tx.query(
    sql`delete from graph.reservation
      where ctx = ${contextId} and principal = ${operation.principal} and delegated = ${operation.delegated} and operation_id = ${operation.id} and hash = ${operation.hash} and sealed is null`,
    { name: "graph.release" },
  );
}
