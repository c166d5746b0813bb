import type { Transaction } from "@loci/ports/database";

/** A turn that waits for its extraction. */
export interface Pending {
  readonly contextId: string;
  readonly turnId: string;
  /** How often it was claimed, this time included. */
  readonly attempts: number;
}

export async function insertPending(tx: Transaction, contextId: string, turnIds: readonly string[], dueAt: string): Promise<void> {
  if (turnIds.length === 0) return;
  await tx.query({
    text: `insert into graph.pending_extraction (ctx, turn_id, attempts, due_at)
      select $1, x.id, 0, $3::timestamptz from unnest($2::text[]) as x(id)`,
    values: [contextId, turnIds, dueAt],
  });
}

/** Leases what is due, oldest first, over all contexts: until the lease ends, no other worker gets it. */
export async function claimPending(tx: Transaction, limit: number, now: string, leasedUntil: string): Promise<Pending[]> {
  return tx.query<Pending>({
    text: `update graph.pending_extraction p set attempts = p.attempts + 1, due_at = $3::timestamptz
      from (select ctx, turn_id from graph.pending_extraction where due_at <= $2::timestamptz
        order by due_at limit $1 for update skip locked) due
      where p.ctx = due.ctx and p.turn_id = due.turn_id
      returning p.ctx as "contextId", p.turn_id as "turnId", p.attempts`,
    values: [limit, now, leasedUntil],
  });
}

/** How often the turn was claimed, with its row locked; undefined when it waits no more. */
export async function lockPending(tx: Transaction, contextId: string, turnId: string): Promise<number | undefined> {
  const [row] = await tx.query<{ attempts: number }>({
    text: "select attempts from graph.pending_extraction where ctx = $1 and turn_id = $2 for update",
    values: [contextId, turnId],
  });
  return row?.attempts;
}

export async function postpone(tx: Transaction, contextId: string, turnId: string, dueAt: string): Promise<void> {
  await tx.query({
    text: "update graph.pending_extraction set due_at = $3::timestamptz where ctx = $1 and turn_id = $2",
    values: [contextId, turnId, dueAt],
  });
}

export async function deletePending(tx: Transaction, contextId: string, turnIds: readonly string[]): Promise<void> {
  await tx.query({
    text: "delete from graph.pending_extraction where ctx = $1 and turn_id = any($2)",
    values: [contextId, turnIds],
  });
}
