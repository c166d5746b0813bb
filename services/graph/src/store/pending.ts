import { param, sql, type Transaction } from "@loci/ports/database";
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
  await tx.query(
    sql`insert into graph.pending_extraction (ctx, turn_id, attempts, endings, due_at, cause)
      select ${contextId}, x.id, 0, x.endings, ${now}::timestamptz, ${traceId} from unnest(${turns.map(({ id }) => id)}::text[],
        ${turns.map(({ endings }) => endings)}::integer[]) as x(id, endings)
      on conflict do nothing`,
    { name: "graph.insert_pending" },
  );
}

/**
 * Leases what is due, oldest first, over all contexts: until the lease ends, no other worker gets it. The claim is counted here, before
 * anything is read: a process that dies over a text cannot count it afterwards.
 */
export async function claimPending(tx: Transaction, limit: number, now: string, leasedUntil: string): Promise<Pending[]> {
  return tx.query<Pending>(
    sql`update graph.pending_extraction p set attempts = p.attempts + 1, unanswered = p.unanswered + 1, due_at = ${leasedUntil}::timestamptz
      from (select ctx, turn_id from graph.pending_extraction where due_at <= ${now}::timestamptz
        order by due_at limit ${limit} for update skip locked) due
      where p.ctx = due.ctx and p.turn_id = due.turn_id
      returning p.ctx as "contextId", p.turn_id as "turnId", p.attempts, p.unanswered, p.cause as "causeTraceId"`,
    { name: "graph.claim_pending" },
  );
}

/** How often the turn was claimed and its reading ended, with its row locked; undefined when it waits no more. */
export async function lockPending(tx: Transaction, contextId: string, turnId: string): Promise<Trials | undefined> {
  const [row] = await tx.query<Trials>(
    sql`select attempts, endings from graph.pending_extraction where ctx = ${contextId} and turn_id = ${turnId} for update`,
  );
  return row;
}

/** Something was heard of the claim: it is due again at the time. */
export async function postpone(tx: Transaction, contextId: string, turnId: string, endings: number, dueAt: string): Promise<void> {
  await tx.query(sql`update graph.pending_extraction set due_at = ${dueAt}::timestamptz, endings = ${endings}, unanswered = 0
      where ctx = ${contextId} and turn_id = ${turnId}`);
}

export async function deletePending(tx: Transaction, contextId: string, turnIds: readonly string[]): Promise<void> {
  await tx.query(sql`delete from graph.pending_extraction where ctx = ${contextId} and turn_id = any(${turnIds})`, {
    name: "graph.delete_pending",
  });
}

/** What waits for its next attempt is due now; not what is being read. @returns how many */
export async function hasten(tx: Transaction, contextId: string, now: string): Promise<number> {
  const nowParam = param(now);
  const rows = await tx.query(sql`update graph.pending_extraction set due_at = ${nowParam}::timestamptz
      where ctx = ${contextId} and unanswered = 0 and due_at > ${nowParam}::timestamptz returning 1`);
  return rows.length;
}
