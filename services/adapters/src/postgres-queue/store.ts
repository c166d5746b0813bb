import { type Database, param, sql, type Sql, type StatementOptions, type Transaction } from "@loci/ports/database";
import type { PipelineTotal, Progress, Schedule, Work } from "@loci/ports/durable-runner";
import { claim, type ClaimRequest, type Held } from "./claim.ts";
import type { Settlement } from "@loci/ports/durable-runner/settlement";

/** In how many milliseconds something is due (less than 0: since then). */
export interface Next {
  readonly pipelines: ReadonlyMap<string, number>;
  /** Infinity where nothing is scheduled. */
  readonly scheduleInMs: number;
}

export interface QueueStore {
  submit(pipeline: string, work: Work, stage: string, delaySeconds: number): Promise<void>;
  remove(pipeline: string, work: Work): Promise<void>;
  /** Every work of the context but the pipeline's, whatever its state. @returns how many */
  removeContext(contextId: string, exceptPipeline: string): Promise<number>;
  /** What waits for its time is due now. @returns how many */
  hasten(pipeline: string, contextId: string): Promise<number>;
  isActive(pipeline: string, work: Work): Promise<boolean>;
  progress(pipeline: string, work: Work): Promise<Progress | undefined>;
  depth(pipeline: string): Promise<{ queued: number; running: number; failed: number }>;
  totals(): Promise<PipelineTotal[]>;
  /** What is due next: works of the pipelines `open`, schedules of the pipelines `known`. */
  next(open: readonly string[], known: readonly string[]): Promise<Next>;
  claim(request: ClaimRequest): Promise<Held[]>;
  /** Moves the leases on. @returns those that are still held */
  extend(claims: readonly string[], leaseMs: number): Promise<ReadonlySet<string>>;
  /** Writes what became of the work; of what is no longer held, nothing. */
  settle(held: Held, settlement: Settlement): Promise<void>;
  /** Gives back what was not done; the attempt does not count. */
  release(claims: readonly string[]): Promise<void>;
  /** Ends every lease: for the only process, at its start. */
  takeOver(): Promise<void>;
  saveSchedule(schedule: Schedule): Promise<void>;
  removeSchedule(name: string): Promise<void>;
  removeOtherSchedules(names: readonly string[]): Promise<void>;
  /** Submits what the schedules of these pipelines are due for; missed times count as one. */
  fireSchedules(known: readonly string[]): Promise<void>;
}

/** Times are the database's: processes whose clocks differ must agree on when a lease ends. */
export function createStore(database: Database): QueueStore {
  const run = <Row>(statement: Sql, options?: StatementOptions): Promise<Row[]> =>
    database.acrossContexts((tx) => tx.query<Row>(statement, options));

  return {
    async submit(pipeline, work, stage, delaySeconds) {
      await run(
        sql`insert into queue.work (ctx, pipeline, id, stage, state, attempts, since, due_at)
         select ${work.contextId}, ${pipeline}, ${work.id}, ${stage}, 'queued', 0, at, at from (select now() + ${delaySeconds} * interval '1 second' as at) moment ${begunAnew}`,
      );
    },
    async remove(pipeline, work) {
      await run(sql`delete from queue.work where ${isWork(pipeline, work)}`);
    },
    async removeContext(contextId, exceptPipeline) {
      const removed = sql`delete from queue.work where ctx = ${contextId} and pipeline <> ${exceptPipeline} returning 1`;
      return (await run(removed)).length;
    },
    async hasten(pipeline, contextId) {
      const waiting = sql`update queue.work set due_at = now()
        where ctx = ${contextId} and pipeline = ${pipeline} and state = 'queued' and due_at > now() returning 1`;
      return (await run(waiting)).length;
    },
    async isActive(pipeline, work) {
      const active = sql`select 1 from queue.work where ${isWork(pipeline, work)} and state in ('queued', 'running')`;
      return (await run(active)).length > 0;
    },
    async progress(pipeline, work) {
      const active = sql`select progress from queue.work where ${isWork(pipeline, work)} and state in ('queued', 'running')`;
      const [row] = await run<{ progress: Progress | null }>(active);
      return row?.progress ?? undefined;
    },
    async depth(pipeline) {
      const [row] = await run<{ queued: number; running: number; failed: number }>(
        sql`select count(*) filter (where state = 'queued')::int as queued, count(*) filter (where state = 'running')::int as running,
           count(*) filter (where state in ('failing', 'failed'))::int as failed
         from queue.work where pipeline = ${pipeline}`,
      );
      return row ?? { queued: 0, running: 0, failed: 0 };
    },
    totals: () => run<PipelineTotal>(everyTotal),
    async next(open, known) {
      const rows = await run<{ pipeline: string | null; ms: number }>(nextDue(open, known), { name: "queue_next" });
      const pipelines = new Map<string, number>();
      let scheduleInMs = Infinity;
      for (const { pipeline, ms } of rows) {
        if (pipeline === null) scheduleInMs = ms;
        else pipelines.set(pipeline, ms);
      }
      return { pipelines, scheduleInMs };
    },
    claim: (request) => database.acrossContexts((tx) => claim(tx, request)),
    async extend(claims, leaseMs) {
      const rows = await run<{ claim: string }>(
        sql`update queue.work set due_at = now() + ${leaseMs} * interval '1 millisecond' where claim = any(${claims}::text[]) returning claim`,
      );
      return new Set(rows.map((row) => row.claim));
    },
    settle: (held, settlement) => database.acrossContexts((tx) => settle(tx, held, settlement)),
    async release(claims) {
      await run(
        sql`update queue.work set claim = null, due_at = now(), attempts = attempts - 1,
           state = case state when 'running' then 'queued' else state end where claim = any(${claims}::text[])`,
      );
    },
    async takeOver() {
      await run(sql`update queue.work set claim = null, due_at = now() where claim is not null`);
    },
    async saveSchedule({ name, pipeline, work, everySeconds }) {
      const seconds = param(everySeconds);
      await run(
        sql`insert into queue.schedule (ctx, name, pipeline, id, every_seconds, next_at)
         values (${work.contextId}, ${name}, ${pipeline}, ${work.id}, ${seconds}::int, now() + ${seconds}::int * interval '1 second')
         on conflict (name) do update set ctx = excluded.ctx, pipeline = excluded.pipeline, id = excluded.id,
           every_seconds = excluded.every_seconds,
           next_at = case when schedule.every_seconds = excluded.every_seconds then schedule.next_at else excluded.next_at end`,
      );
    },
    async removeSchedule(name) {
      await run(sql`delete from queue.schedule where name = ${name}`);
    },
    async removeOtherSchedules(names) {
      await run(sql`delete from queue.schedule where name <> all(${names}::text[])`);
    },
    async fireSchedules(known) {
      await run(fireDue(known));
    },
  };
}

/** What failed goes on as if it were new; what is queued or runs stays as it is. */
const begunAnew = sql`on conflict (ctx, pipeline, id) do update set stage = excluded.stage, state = 'queued', attempts = 0, deaths = 0,
  since = excluded.since, due_at = excluded.due_at, claim = null, reason = '', failed_after = 0,
  progress = null
  where work.state in ('failing', 'failed')`;

// Of what runs, due_at is the end of its lease: it counts from when it began to wait.
const everyTotal = sql`
  select pipeline, case state when 'failing' then 'failed' else state end as state, count(*)::int as works,
    greatest(0, extract(epoch from now() - min(case state when 'queued' then due_at else since end)))::float8 as "oldestSeconds"
  from queue.work group by 1, 2`;

const nextDue = (open: readonly string[], known: readonly string[]) => sql`
  select p.name as pipeline, (extract(epoch from first.due_at - now()) * 1000)::float8 as ms
  from unnest(${open}::text[]) as p(name) cross join lateral
    (select w.due_at from queue.work w where w.pipeline = p.name and w.state <> 'failed' order by w.due_at limit 1) first
  union all
  select null, (extract(epoch from min(s.next_at) - now()) * 1000)::float8 from queue.schedule s
  where s.pipeline = any(${known}::text[]) having count(*) > 0`;

// The next time is a multiple of the period after the last one, so that runs do not drift.
const fireDue = (known: readonly string[]) => sql`
  with fired as (
    update queue.schedule set next_at = next_at
      + interval '1 second' * every_seconds * (1 + floor(extract(epoch from now() - next_at)::float8 / every_seconds))
    where next_at <= now() and pipeline = any(${known}::text[])
    returning ctx, pipeline, id)
  insert into queue.work (ctx, pipeline, id, stage, state, attempts, since, due_at)
  select distinct ctx, pipeline, id, '', 'queued', 0, now(), now() from fired ${begunAnew}`;

function isWork(pipeline: string, { contextId, id }: Work): Sql {
  return sql`ctx = ${contextId} and pipeline = ${pipeline} and id = ${id}`;
}

async function settle(tx: Transaction, held: Held, settlement: Settlement): Promise<void> {
  const mine = sql`where ${isWork(held.pipeline, held)} and claim = ${held.claim}`;
  switch (settlement.kind) {
    case "done":
      await tx.query(sql`delete from queue.work ${mine}`, { name: "queue_done" });
      return;
    case "step":
      await tx.query(
        sql`update queue.work set claim = null, state = 'queued', attempts = 0, deaths = 0, due_at = since,
          progress = ${JSON.stringify(settlement.progress)}::jsonb ${mine}`,
      );
      return;
    case "advance":
      await tx.query(
        sql`update queue.work set claim = null, state = 'queued', stage = ${settlement.stage}, attempts = 0, deaths = 0, due_at = since,
          progress = null ${mine}`,
        { name: "queue_advance" },
      );
      return;
    case "retry":
      await tx.query(
        sql`update queue.work set claim = null, state = case state when 'running' then 'queued' else state end,
          due_at = now() + ${settlement.pauseMs} * interval '1 millisecond' ${mine}`,
      );
      return;
    case "fail": {
      const { stage, reason, attempts } = settlement.failure;
      await tx.query(
        sql`update queue.work set claim = null, state = 'failing', stage = ${stage}, attempts = 0, deaths = 0, reason = ${reason}, failed_after = ${attempts},
          due_at = now() ${mine}`,
      );
      return;
    }
    case "failed":
      await tx.query(sql`update queue.work set claim = null, state = 'failed' ${mine}`);
      return;
  }
}
