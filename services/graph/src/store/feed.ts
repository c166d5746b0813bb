import { contextGone } from "@loci/platform/life";
import type { Transaction } from "@loci/ports/database";

/** Stands before the name of a life that is being purged. */
export const endedMark = "ended ";

/**
 * Takes the context's write lock until the end of the transaction: who reconciles facts, or adds a selector, does so alone.
 * Locks are always taken in the order operation, session, this one.
 * @returns the life that the context is in; it begins with this where nothing was ever written
 * @throws LociError `unauthenticated` where the context is being purged: what comes behind the purge would outlast it
 */
export async function lockContext(tx: Transaction, contextId: string): Promise<string> {
  const [row] = await tx.query<{ life: string }>({
    name: "graph.lock_context",
    text: "insert into graph.feed_head as h (ctx, seq) values ($1, 0) on conflict (ctx) do update set seq = h.seq returning life",
    values: [contextId],
  });
  const life = row?.life ?? "";
  if (life.startsWith(endedMark)) throw contextGone();
  return life;
}

/** Nobody takes the lock of this life again. Safe to repeat. @returns by what name it goes from here on */
export async function endLife(tx: Transaction, contextId: string, life: string): Promise<string> {
  if (life === "" || life.startsWith(endedMark)) return life;
  const ended = endedMark + life;
  await tx.query({
    text: "update graph.feed_head set life = $3 where ctx = $1 and life = $2",
    values: [contextId, life, ended],
  });
  return ended;
}

/**
 * Tells the followers of the feed what changed. The last statement of a writing transaction: its lock is then held for the
 * commit only.
 * @throws LociError `unauthenticated` where the context is being purged
 */
export async function announce(tx: Transaction, contextId: string, recordIds: readonly string[]): Promise<void> {
  const ids = [...new Set(recordIds)];
  if (ids.length === 0) return;
  const [head] = await tx.query<{ life: string }>({
    name: "graph.announce",
    text: `with head as (
        insert into graph.feed_head as h (ctx, seq) values ($1, $3::bigint)
        on conflict (ctx) do update set seq = h.seq + $3::bigint returning seq, life),
      told as (
        insert into graph.feed (ctx, seq, record_id)
        select $1, head.seq - $3::bigint + x.ord, x.id from head, unnest($2::text[]) with ordinality as x(id, ord))
      select life from head`,
    values: [contextId, ids, ids.length],
  });
  if (head?.life.startsWith(endedMark)) throw contextGone();
}

export async function readHead(tx: Transaction, contextId: string): Promise<number> {
  const [row] = await tx.query<{ seq: number }>({
    name: "graph.head",
    text: "select seq from graph.feed_head where ctx = $1",
    values: [contextId],
  });
  return row?.seq ?? 0;
}

/** Which of the lives of a context under its id it is in, and how far. */
export interface FeedHead {
  readonly revision: number;
  /** "" where nothing was ever written. */
  readonly life: string;
}

export async function readLife(tx: Transaction, contextId: string): Promise<FeedHead> {
  const [row] = await tx.query<FeedHead>({
    name: "graph.life",
    text: "select seq as revision, life from graph.feed_head where ctx = $1",
    values: [contextId],
  });
  return row ?? { revision: 0, life: "" };
}

/** In a transaction across contexts. */
export async function readHeads(tx: Transaction): Promise<(FeedHead & { contextId: string })[]> {
  const text = 'select ctx as "contextId", seq as revision, life from graph.feed_head order by ctx';
  return tx.query({ name: "graph.heads", text });
}

export interface FeedEntry {
  readonly seq: number;
  readonly id: string;
  readonly recordedAt: Date;
}

export async function readFeedAfter(tx: Transaction, contextId: string, after: number, limit: number): Promise<FeedEntry[]> {
  return tx.query<FeedEntry>({
    name: "graph.feed_after",
    text: `select seq, record_id as id, recorded_at as "recordedAt" from graph.feed where ctx = $1 and seq > $2 order by seq limit $3`,
    values: [contextId, after, limit],
  });
}
