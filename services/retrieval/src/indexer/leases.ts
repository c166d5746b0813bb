import type { Logger } from "@loci/platform/telemetry";
import { type Database, param, sql, type Transaction } from "@loci/ports/database";
import { createHash } from "node:crypto";

/** As many as the migration made. */
const partitions = 32;
const leaseMs = 9_000;
const renewEveryMs = 2_000;

/** Which contexts this process indexes, where several processes share an index. */
export interface Leases {
  /** The token of the lease over the context's partition; 0 while another process has it, or nobody. */
  token(contextId: string): number;
  /** Renews, and takes what nobody has; by itself every two seconds. */
  renew(): Promise<void>;
  /** Gives all back: others need not wait until they run out. */
  close(): Promise<void>;
}

interface Held {
  readonly token: number;
  /** By this process's clock, which goes on while the machine sleeps; where it is set, the next renewal puts this right. */
  readonly until: number;
}

/**
 * Leases in Postgres, by its clock. Processes share the partitions evenly; what one that died held runs out, and is taken by the others.
 * Who was held up for longer than its lease may go on as if it had it: the index refuses its older token.
 * @param holder a name of this process that no other has
 * @param clock milliseconds
 */
export function createLeases(database: Database, holder: string, clock: () => number, logger: Logger): Leases {
  let held = new Map<number, Held>();
  let isClosed = false;

  const renewOnce = async (): Promise<void> => {
    // From before the question: this process must not believe in its lease for longer than the others do.
    const until = clock() + leaseMs;
    const rows = await database.acrossContexts((tx) => renewIn(tx, holder));
    held = new Map(rows.map(({ partition, token }) => [partition, { token, until }]));
  };
  let renewing: Promise<void> | undefined;
  const renew = (): Promise<void> => {
    if (isClosed) return Promise.resolve();
    renewing ??= renewOnce().finally(() => (renewing = undefined));
    return renewing;
  };
  const fail = (error: unknown) => logger.warn({ err: error }, "the leases for indexing could not be renewed");
  const timer = setInterval(() => void renew().catch(fail), renewEveryMs).unref();

  return {
    token(contextId) {
      const lease = held.get(partitionOf(contextId));
      return lease !== undefined && clock() < lease.until ? lease.token : 0;
    },
    renew,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await renewing?.catch(fail);
      held = new Map();
      await database.acrossContexts((tx) => leaveIn(tx, holder)).catch(fail);
    },
  };
}

export function partitionOf(contextId: string): number {
  return createHash("sha256").update(contextId).digest().readUInt32BE() % partitions;
}

interface Row {
  readonly partition: number;
  readonly token: number;
}

async function renewIn(tx: Transaction, holder: string): Promise<Row[]> {
  await tx.query(sql`insert into retrieval.indexer (holder, seen_at) values (${holder}, clock_timestamp())
      on conflict (holder) do update set seen_at = excluded.seen_at`);
  await tx.query(sql`delete from retrieval.indexer where seen_at < clock_timestamp() - ${leaseMs} * interval '1 millisecond'`);
  const [members] = await tx.query<{ n: number }>(sql`select count(*)::int as n from retrieval.indexer`);
  const share = Math.ceil(partitions / Math.max(1, members?.n ?? 1));
  const own =
    await tx.query<Row>(sql`update retrieval.index_partition set until = clock_timestamp() + ${leaseMs} * interval '1 millisecond' where holder = ${holder}
      returning partition, token`);
  const surplus = own.slice(share);
  if (surplus.length > 0) {
    await tx.query(
      sql`update retrieval.index_partition set holder = '', until = '-infinity' where holder = ${holder} and partition = any(${surplus.map(({ partition }) => partition)}::int[])`,
    );
  }
  if (own.length >= share) return own.slice(0, share);
  const holderParam = param(holder);
  const taken = await tx.query<Row>(sql`update retrieval.index_partition p
      set holder = ${holderParam}, token = p.token + 1, until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where p.partition in (
        select partition from retrieval.index_partition where until < clock_timestamp() and holder <> ${holderParam}
        order by partition limit ${share - own.length} for update skip locked)
      returning p.partition, p.token`);
  return [...own, ...taken];
}

async function leaveIn(tx: Transaction, holder: string): Promise<void> {
  await tx.query(sql`update retrieval.index_partition set holder = '', until = '-infinity' where holder = ${holder}`);
  await tx.query(sql`delete from retrieval.indexer where holder = ${holder}`);
}
