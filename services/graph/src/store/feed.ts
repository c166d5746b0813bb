import { contextGone } from "@loci/platform/life";
import { param, sql, type Transaction } from "@loci/ports/database";

/** Stands before the name of a life that is being purged. */
export const endedMark = "ended ";

/**
 * Takes the context's write lock until the end of the transaction: who reconciles facts, or adds a selector, does so alone.
 * Locks are always taken in the order operation, session, this one.
 * @returns the life that the context is in; it begins with this where nothing was ever written
 * @throws LociError `unauthenticated` where the context is being purged: what comes behind the purge would outlast it
 */
export async function lockContext(tx: Transaction, contextId: string): Promise<string> {
  const [row] = await tx.query<{ life: string }>(
    sql`insert into graph.feed_head as h (ctx, seq) values (${contextId}, 0) on conflict (ctx) do update set seq = h.seq returning life`,
    { name: "graph.lock_context" },
  );
  const life = row?.life ?? "";
  if (life.startsWith(endedMark)) throw contextGone();
  return life;
}

/** Nobody takes the lock of this life again. Safe to repeat. @returns by what name it goes from here on */
export async function endLife(tx: Transaction, contextId: string, life: string): Promise<string> {
  if (life === "" || life.startsWith(endedMark)) return life;
  const ended = endedMark + life;
  await tx.query(sql`update graph.feed_head set life = ${ended} where ctx = ${contextId} and life = ${life}`);
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
  const ctx = param(contextId);
  const lengthParam = param(ids.length);
  const [head] = await tx.query<{ life: string }>(
    sql`with head as (
        insert into graph.feed_head as h (ctx, seq) values (${ctx}, ${lengthParam}::bigint)
        on conflict (ctx) do update set seq = h.seq + ${lengthParam}::bigint returning seq, life),
      told as (
        insert into graph.feed (ctx, seq, record_id)
        select ${ctx}, head.seq - ${lengthParam}::bigint + x.ord, x.id from head, unnest(${ids}::text[]) with ordinality as x(id, ord))
      select life from head`,
    { name: "graph.announce" },
  );
  if (head?.life.startsWith(endedMark)) throw contextGone();
}

export async function readHead(tx: Transaction, contextId: string): Promise<number> {
  const [row] = await tx.query<{ seq: number }>(sql`select seq from graph.feed_head where ctx = ${contextId}`, {
    name: "graph.head",
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
  const [row] = await tx.query<FeedHead>(sql`select seq as revision, life from graph.feed_head where ctx = ${contextId}`, {
    name: "graph.life",
  });
  return row ?? { revision: 0, life: "" };
}

/** In a transaction across contexts. */
export async function readHeads(tx: Transaction): Promise<(FeedHead & { contextId: string })[]> {
  return tx.query(sql`select ctx as "contextId", seq as revision, life from graph.feed_head order by ctx`, { name: "graph.heads" });
}

export interface FeedEntry {
  readonly seq: number;
  readonly id: string;
  readonly recordedAt: Date;
}

export async function readFeedAfter(tx: Transaction, contextId: string, after: number, limit: number): Promise<FeedEntry[]> {
  return tx.query<FeedEntry>(
    sql`select seq, record_id as id, recorded_at as "recordedAt" from graph.feed where ctx = ${contextId} and seq > ${after} order by seq limit ${limit}`,
    { name: "graph.feed_after" },
  );
}
