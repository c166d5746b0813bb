import type { Transaction } from "@loci/ports/database";
import type { Trials } from "../memory/trials.ts";

/** A turn that waits for its extraction. */
export interface Pending {
  readonly contextId: string;
  readonly turnId: string;
  /** How often it was claimed, this time included. */
  readonly attempts: number;
  /** Claims in a row of which nothing was heard, this one included. */
  readonly unanswered: number;
  /** The trace of the request that left it; "" where that was not noted. */
  readonly causeTraceId: string;
}

/** @param endings how often the reading of each had to be ended before */
export async function insertPending(
  tx: Transaction,
  contextId: string,
  turns: readonly { readonly id: string; readonly endings: number }[],
  { now, traceId }: { readonly now: string; readonly traceId: string },
): Promise<void> {
  if (turns.length === 0) return;
  await tx.query({
    name: "graph.insert_pending",
    text: `insert into graph.pending_extraction (ctx, turn_id, attempts, endings, due_at, cause)
      select $1, x.id, 0, x.endings, $4::timestamptz, $5 from unnest($2::text[], $3::integer[]) as x(id, endings)
      on conflict do nothing`,
    values: [contextId, turns.map(({ id }) => id), turns.map(({ endings }) => endings), now, traceId],
  });
}

/**
 * Leases what is due, oldest first, over all contexts: until the lease ends, no other worker gets it. The claim is counted here, before
 * anything is read: a process that dies over a text cannot count it afterwards.
 */
export async function claimPending(tx: Transaction, limit: number, now: string, leasedUntil: string): Promise<Pending[]> {
  return tx.query<Pending>({
    name: "graph.claim_pending",
    text: `update graph.pending_extraction p set attempts = p.attempts + 1, unanswered = p.unanswered + 1, due_at = $3::timestamptz
      from (select ctx, turn_id from graph.pending_extraction where due_at <= $2::timestamptz
        order by due_at limit $1 for update skip locked) due
      where p.ctx = due.ctx and p.turn_id = due.turn_id
      returning p.ctx as "contextId", p.turn_id as "turnId", p.attempts, p.unanswered, p.cause as "causeTraceId"`,
    values: [limit, now, leasedUntil],
  });
}

/** How often the turn was claimed and its reading ended, with its row locked; undefined when it waits no more. */
export async function lockPending(tx: Transaction, contextId: string, turnId: string): Promise<Trials | undefined> {
  const [row] = await tx.query<Trials>({
    text: "select attempts, endings from graph.pending_extraction where ctx = $1 and turn_id = $2 for update",
    values: [contextId, turnId],
  });
  return row;
}

/** Something was heard of the claim: it is due again at the time. */
export async function postpone(tx: Transaction, contextId: string, turnId: string, endings: number, dueAt: string): Promise<void> {
  await tx.query({
    text: `update graph.pending_extraction set due_at = $4::timestamptz, endings = $3, unanswered = 0
      where ctx = $1 and turn_id = $2`,
    values: [contextId, turnId, endings, dueAt],
  });
}

export async function deletePending(tx: Transaction, contextId: string, turnIds: readonly string[]): Promise<void> {
  await tx.query({
    name: "graph.delete_pending",
    text: "delete from graph.pending_extraction where ctx = $1 and turn_id = any($2)",
    values: [contextId, turnIds],
  });
}

/** What waits for its next attempt is due now; not what is being read. @returns how many */
export async function hasten(tx: Transaction, contextId: string, now: string): Promise<number> {
  const rows = await tx.query({
    text: `update graph.pending_extraction set due_at = $2::timestamptz
      where ctx = $1 and unanswered = 0 and due_at > $2::timestamptz returning 1`,
    values: [contextId, now],
  });
  return rows.length;
}
