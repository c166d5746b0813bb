import { param, sql, type Sql, type Transaction } from "@loci/ports/database";
import type { Progress } from "@loci/ports/durable-runner";

/** Work that this process holds, as it was taken. */
export interface Held {
  readonly contextId: string;
  readonly pipeline: string;
  readonly id: string;
  /** "" for the pipeline's first. */
  readonly stage: string;
  readonly state: "running" | "failing";
  /** This one included. */
  readonly attempt: number;
  /** Of these, how many ended with their process. */
  readonly deaths: number;
  readonly claim: string;
  /** What failed and after how many attempts, while `failing`. */
  readonly reason: string;
  readonly failedAfter: number;
  /** What the step before came to. */
  readonly progress: Progress | null;
}

export interface ClaimRequest {
  readonly pipeline: string;
  /** The context that was served last: its successor has the next turn. */
  readonly lastServed: string;
  readonly limit: number;
  /** What the claims begin with; never given before. */
  readonly token: string;
  /** What this process holds already: its leases may have run out while the machine slept. */
  readonly holding: readonly string[];
  readonly leaseMs: number;
}

/**
 * Contexts take turns, in the order of their ids and round again: `after` and `before` walk from one context with work to the next,
 * each step one look into the index, and no further than `turn` asks, so that a context with very much work costs no more than others.
 */
function claiming({ token, leaseMs, ...request }: ClaimRequest): Sql {
  const [pipeline, last, most] = [param(request.pipeline), param(request.lastServed), param(request.limit)];
  const live = sql`w.pipeline = ${pipeline} and w.state <> 'failed'`;
  const due = sql`${live} and w.due_at <= now() and (w.claim is null or w.claim <> all(${request.holding}::text[]))`;
  return sql`
  with recursive after as (
    (select w.ctx, 1 as n from queue.work w where ${live} and w.ctx > ${last} order by w.ctx limit 1)
    union all
    select next.ctx, after.n + 1 from after cross join lateral
      (select w.ctx from queue.work w where ${live} and w.ctx > after.ctx order by w.ctx limit 1) next
  ), before as (
    (select w.ctx, 1 as n from queue.work w where ${live} and w.ctx <= ${last} order by w.ctx limit 1)
    union all
    select next.ctx, before.n + 1 from before cross join lateral
      (select w.ctx from queue.work w where ${live} and w.ctx > before.ctx and w.ctx <= ${last} order by w.ctx limit 1) next
  ), turn as (
    select after.ctx, 0 as lap, after.n from after where exists (select from queue.work w where ${due} and w.ctx = after.ctx)
    union all
    select before.ctx, 1, before.n from before where exists (select from queue.work w where ${due} and w.ctx = before.ctx)
    limit ${most}
  ), pick as (
    select found.ctx, found.id, turn.lap, turn.n, row_number() over (partition by turn.ctx order by found.due_at, found.id) as lot
    from turn cross join lateral (
      select w.ctx, w.id, w.due_at from queue.work w where ${due} and w.ctx = turn.ctx
      order by w.due_at, w.id limit ${most} for update skip locked) found
  ), chosen as (
    select ctx, id, row_number() over (order by lot, lap, n) as place from pick order by lot, lap, n limit ${most}
  )
  update queue.work w
  set state = case w.state when 'failing' then 'failing' else 'running' end, attempts = w.attempts + 1,
    deaths = w.deaths + case w.state when 'running' then 1 else 0 end, claim = ${token} || '/' || chosen.place, due_at = now() + ${leaseMs} * interval '1 millisecond'
  from chosen where w.pipeline = ${pipeline} and w.ctx = chosen.ctx and w.id = chosen.id
  returning w.ctx as "contextId", w.pipeline, w.id, w.stage, w.state, w.attempts as attempt, w.deaths, w.claim,
    w.reason, w.failed_after as "failedAfter", w.progress, chosen.place::int as place`;
}

/** Takes what is due, at most `limit` works, each for another context as long as there are others; in the order of turns. */
export async function claim(tx: Transaction, request: ClaimRequest): Promise<Held[]> {
  const rows = await tx.query<Held & { place: number }>(claiming(request), { name: "queue_claim" });
  return rows.sort((a, b) => a.place - b.place);
}
