import type { Pipeline } from "@loci/ports/durable-runner";
import type { Logger } from "@loci/platform/telemetry";
import { createAlarm } from "./alarm.ts";
import type { Held } from "./claim.ts";
import { beginRun, type Run } from "./run.ts";
import { loggedError, type Pauses } from "@loci/ports/durable-runner/settlement";
import type { QueueStore } from "./store.ts";

export interface QueueTimings {
  /** How often to look for what other processes submitted. */
  readonly pollMs: number;
  /** After how long work of a process that fell silent is taken by another. */
  readonly leaseMs: number;
  /** How often leases are moved on, and what other processes cancelled is found. */
  readonly beatMs: number;
  readonly pauses: Pauses;
}

export interface WorkerOptions {
  readonly store: QueueStore;
  readonly pipelines: ReadonlyMap<string, Pipeline>;
  readonly timings: QueueTimings;
  /** No other process submits or works: nothing need be looked for before it is due. */
  readonly exclusive: boolean;
  /** What the claims of this process begin with. */
  readonly id: string;
  readonly chance: () => number;
  readonly logger: Logger;
}

/** Takes what is due and runs it, until it is closed. */
export interface Worker {
  /** Something may be due. */
  wake(): void;
  /** What was taken out of the store already. */
  cancel(which: (held: Held) => boolean): void;
  close(graceMs: number): Promise<void>;
}

/** For the only process: the clock may be set, or the machine have slept. */
const longestSleepMs = 60_000;
/** How long a stage that is cut at the close may take to heed its signal. */
const cutMs = 1_000;

export function startWorker(options: WorkerOptions): Worker {
  const { store, pipelines, timings, logger } = options;
  const runs = new Map<string, { run: Run; written: Promise<void> }>();
  const lastServed = new Map<string, string>();
  const alarm = createAlarm();
  let state: "working" | "draining" | "closed" = "working";
  let claims = 0;
  let nextBeat = 0;

  const free = (pipeline: Pipeline): number => {
    let running = 0;
    for (const { run } of runs.values()) if (run.held.pipeline === pipeline.name) running++;
    return pipeline.concurrency - running;
  };

  async function loop(): Promise<void> {
    while (state !== "closed") {
      const pauseMs = await round().catch((error: unknown) => {
        logger.warn({ err: error }, "the queue cannot be read; trying again");
        return timings.pollMs;
      });
      await alarm.wait(pauseMs);
    }
  }

  /** @returns how long nothing need be looked for */
  async function round(): Promise<number> {
    await beat();
    const beatIn = runs.size === 0 ? Infinity : Math.max(nextBeat - performance.now(), 0);
    if (state !== "working") return Math.min(beatIn, timings.beatMs);
    const known = [...pipelines.keys()];
    const open = [...pipelines.values()].filter((pipeline) => free(pipeline) > 0).map((pipeline) => pipeline.name);
    const next = await store.next(open, known);
    if (next.scheduleInMs <= 0) {
      await store.fireSchedules(known);
      return 0;
    }
    let dueIn = next.scheduleInMs;
    for (const [name, ms] of next.pipelines) {
      // Due, and yet not to be had: another process is taking it just now.
      dueIn = Math.min(dueIn, ms > 0 ? ms : (await take(name)) ? Infinity : timings.pollMs);
    }
    return Math.min(dueIn, runs.size === 0 ? Infinity : timings.beatMs, options.exclusive ? longestSleepMs : timings.pollMs);
  }

  async function beat(): Promise<void> {
    if (runs.size === 0 || performance.now() < nextBeat) return;
    const asked = [...runs.keys()];
    const held = await store.extend(asked, timings.leaseMs);
    nextBeat = performance.now() + timings.beatMs;
    for (const claim of asked) if (!held.has(claim)) runs.get(claim)?.run.drop("The work was cancelled.");
  }

  /** Fills the pipeline's free places. @returns whether there was anything */
  async function take(name: string): Promise<boolean> {
    const pipeline = pipelines.get(name);
    if (pipeline === undefined) return false;
    if (runs.size === 0) nextBeat = performance.now() + timings.beatMs;
    const taken = await store.claim({
      pipeline: name,
      lastServed: lastServed.get(name) ?? "",
      limit: free(pipeline),
      token: `${options.id}/${++claims}`,
      holding: [...runs.keys()],
      leaseMs: timings.leaseMs,
    });
    if (state !== "working") {
      await store.release(taken.map((held) => held.claim));
      return true;
    }
    for (const held of taken) begin(pipeline, held);
    const last = taken.at(-1);
    if (last !== undefined) lastServed.set(name, last.contextId);
    return last !== undefined;
  }

  function begin(pipeline: Pipeline, held: Held): void {
    const run = beginRun(pipeline, held, { pauses: timings.pauses, chance: options.chance, onThrown: logThrown });
    const write = async () => {
      const settlement = await run.settlement;
      if (settlement !== undefined) await store.settle(held, settlement);
    };
    const written = write()
      // Its lease runs out, and it is done again: each stage is safe to run twice.
      .catch((error: unknown) => logger.warn({ err: error, ...idsOf(held) }, "what became of queued work could not be written"))
      .finally(() => {
        runs.delete(held.claim);
        alarm.ring();
      });
    runs.set(held.claim, { run, written });
  }

  function logThrown(held: Held, stage: string, error: unknown): void {
    const what = held.state === "failing" ? "the failure of queued work could not be reported" : "a stage failed";
    logger.warn({ ...loggedError(error), ...idsOf(held), stage, attempt: held.attempt }, what);
  }

  const looping = loop();
  return {
    wake: () => alarm.ring(),
    cancel(which) {
      for (const { run } of runs.values()) if (which(run.held)) run.drop("The work was cancelled.");
    },
    async close(graceMs) {
      state = "draining";
      alarm.ring();
      await within(
        graceMs,
        [...runs.values()].map(({ written }) => written),
      );
      const cut = [...runs.values()];
      const claimsCut = [...runs.keys()];
      for (const { run } of cut) run.drop("The process ends.");
      await within(
        cutMs,
        cut.map(({ run }) => run.ended),
      );
      if (claimsCut.length > 0) {
        await store
          .release(claimsCut)
          .catch((error: unknown) => logger.warn({ err: error }, "queued work could not be given back"));
      }
      state = "closed";
      alarm.ring();
      await looping;
    },
  };
}

function idsOf(held: Held): { pipeline: string; context: string; work: string } {
  return { pipeline: held.pipeline, context: held.contextId, work: held.id };
}

/** Resolves when all have ended, or the time is over. */
async function within(ms: number, all: readonly Promise<unknown>[]): Promise<void> {
  if (all.length === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([Promise.allSettled(all), late]);
  clearTimeout(timer);
}
