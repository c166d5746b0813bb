import { LociError, toTimestamp } from "@loci/kernel";
import { sql, type Transaction } from "@loci/ports/database";

/** An operation that its caller may repeat: the same id has one effect for the same principals. */
export interface Operation {
  readonly principal: string;
  readonly delegated: string;
  readonly id: string;
  readonly hash: Uint8Array;
  /** Learns that it was done before. */
  readonly onReplayed?: (() => void) | undefined;
}

/** How long an answer is kept for who repeats the operation. */
export const operationWindowMs = 24 * 3_600_000;

/**
 * Takes the operation's id for this transaction. A twin that runs at the same time waits here until this one is done.
 * @returns the stored answer when it was done before; undefined when it is ours to do
 * @throws LociError `conflict` when the id was used for another request
 */
export async function beginOperation(
  tx: Transaction,
  contextId: string,
  operation: Operation,
  now: string,
): Promise<object | undefined> {
  const { principal, delegated, id, hash } = operation;
  const taken = await tx.query(
    sql`insert into graph.operation (ctx, principal, delegated, operation_id, hash, recorded_at)
      values (${contextId}, ${principal}, ${delegated}, ${id}, ${hash}, ${now}::timestamptz)
      on conflict (ctx, principal, delegated, operation_id) do update
        set hash = excluded.hash, response = null, recorded_at = excluded.recorded_at
        where operation.recorded_at < ${toTimestamp(Date.parse(now) - operationWindowMs)}::timestamptz returning 1`,
    { name: "graph.begin_operation" },
  );
  if (taken.length > 0) return undefined;
  const [row] = await tx.query<{ hash: Uint8Array; response: object | null }>(
    sql`select hash, response from graph.operation where ctx = ${contextId} and principal = ${principal} and delegated = ${delegated} and operation_id = ${id}`,
    { name: "graph.operation" },
  );
  if (row === undefined || row.response === null || Buffer.compare(row.hash, operation.hash) !== 0) {
    throw new LociError("conflict", "This operation id was used for another request, or by a caller that might do something else.");
  }
  operation.onReplayed?.();
  return row.response;
}

/** Does the work once for one operation id, in the work's own transaction: a repetition gets the stored answer. */
export async function once<Answer extends object>(
  tx: Transaction,
  contextId: string,
  operation: Operation | undefined,
  now: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (operation === undefined) return work();
  const stored = await beginOperation(tx, contextId, operation, now);
  if (stored) return stored as Answer;
  const answer = await work();
  await finishOperation(tx, contextId, operation, answer);
  return answer;
}

export async function finishOperation(tx: Transaction, contextId: string, operation: Operation, response: object): Promise<void> {
  await tx.query(
    sql`update graph.operation set response = ${JSON.stringify(response)}::jsonb
      where ctx = ${contextId} and principal = ${operation.principal} and delegated = ${operation.delegated} and operation_id = ${operation.id}`,
    { name: "graph.finish_operation" },
  );
}
