import { fileURLToPath } from "node:url";
import { LociError } from "@loci/kernel";
import { migrate } from "@loci/platform/db";
import type { Logger } from "@loci/platform/telemetry";
import type { Database } from "@loci/ports/database";
import type { DurableRunner, Pipeline } from "@loci/ports/durable-runner";
import { checkPipeline, checkSchedule, checkStage } from "@loci/ports/durable-runner/checks";
import { createStore } from "./store.ts";
import { startWorker, type QueueTimings, type Worker } from "./worker.ts";

export type { QueueTimings } from "./worker.ts";

export interface QueueOptions {
  readonly database: Database;
  /** True where no other process can open this database (PGlite): left work is taken at once, and nothing is polled. */
  readonly exclusive: boolean;
  readonly random: (length: number) => Uint8Array;
  readonly logger: Logger;
  readonly timings?: Partial<QueueTimings>;
}

const defaults: QueueTimings = {
  pollMs: 2_000,
  leaseMs: 10_000,
  beatMs: 3_000,
  pauses: { firstMs: 1_000, longestMs: 300_000 },
};

/**
 * A durable queue in the database itself (schema `queue`, made here). Any number of processes may work on it: work is taken under row
 * locks and held by leases.
 *
 * A table of our own, and not a library. pg-boss 12.33 was measured on PGlite: while six pipelines with two places each idle, it sends
 * eight statements a second, which take a tenth of the database's one thread (this: none, or one each two seconds where others may
 * submit); it takes a queue first in, first out, so that one context's thousand documents go before another's one; it pauses in whole
 * seconds, schedules by the minute, and tells a worker of a cancelled job nothing. graphile-worker needs a server's own connections.
 */
export async function createPostgresQueue(options: QueueOptions): Promise<DurableRunner> {
  const { database, exclusive, random, logger } = options;
  const timings = { ...defaults, ...options.timings };
  await migrate(database, [{ schema: "queue", folder: fileURLToPath(new URL("./migrations", import.meta.url)) }]);
  const store = createStore(database);
  const pipelines = new Map<string, Pipeline>();
  let worker: Worker | undefined;

  const chance = () => Buffer.from(random(4)).readUInt32BE() / 2 ** 32;
  const id = Buffer.from(random(8)).toString("hex");

  return {
    register(pipeline) {
      checkPipeline(pipeline);
      if (worker !== undefined || pipelines.has(pipeline.name)) {
        throw new LociError("internal", `The pipeline ${pipeline.name} is registered twice or too late.`);
      }
      pipelines.set(pipeline.name, pipeline);
    },
    async start() {
      if (worker !== undefined) return;
      if (exclusive) await store.takeOver();
      worker = startWorker({ store, pipelines, timings, exclusive, id, chance, logger });
    },
    async submit(pipeline, work, { fromStage = "", delaySeconds = 0 } = {}) {
      checkStage(pipelines.get(pipeline), fromStage);
      await store.submit(pipeline, work, fromStage, delaySeconds);
      worker?.wake();
    },
    async cancel(pipeline, work) {
      await store.remove(pipeline, work);
      worker?.cancel((held) => held.pipeline === pipeline && held.contextId === work.contextId && held.id === work.id);
    },
    async cancelContext(contextId, exceptPipeline) {
      const removed = await store.removeContext(contextId, exceptPipeline);
      worker?.cancel((held) => held.contextId === contextId && held.pipeline !== exceptPipeline);
      return removed;
    },
    async hasten(pipeline, contextId) {
      const hastened = await store.hasten(pipeline, contextId);
      worker?.wake();
      return hastened;
    },
    isActive: (pipeline, work) => store.isActive(pipeline, work),
    progress: (pipeline, work) => store.progress(pipeline, work),
    async schedule(schedule) {
      checkSchedule(schedule);
      await store.saveSchedule(schedule);
      worker?.wake();
    },
    unschedule: (name) => store.removeSchedule(name),
    unscheduleOthers: (names) => store.removeOtherSchedules(names),
    depth: (pipeline) => store.depth(pipeline),
    totals: () => store.totals(),
    async close(graceMs) {
      await worker?.close(graceMs);
    },
  };
}
