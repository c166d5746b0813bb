import { LociError } from "@loci/kernel";
import type { Logger } from "@loci/platform/telemetry";
import type { DurableRunner, Pipeline, Work } from "@loci/ports/durable-runner";
import { checkPipeline, checkSchedule, checkStage } from "@loci/ports/durable-runner/checks";
import type { Pauses } from "@loci/ports/durable-runner/settlement";
import { ActivityCancelledError, ActivityNotFoundError } from "@temporalio/client";
import type { ActivityOptions } from "./activities/index.ts";
import { within } from "./activities/places.ts";
import { longestStageSeconds, workflowId } from "./contracts.ts";
import { countWorks } from "./depth.ts";
import { hastenWork, isOf, openWorks } from "./hasten.ts";
import { createLines, type TemporalAddress } from "./lines.ts";
import { createRecentRuns } from "./recent.ts";
import { removeOtherSchedules, removeSchedule, setSchedule } from "./schedules.ts";
import { createServer } from "./server.ts";
import { totalWorks } from "./totals.ts";
import type { Workers } from "./workers.ts";

export type { TemporalTls, TlsContents } from "./lines.ts";

export interface TemporalOptions extends TemporalAddress {
  /** One for each installation of Loci: it names its workflows and schedules as if it were alone. */
  readonly namespace: string;
  /** Milliseconds. */
  readonly clock: () => number;
  readonly random: (length: number) => Uint8Array;
  readonly logger: Logger;
  readonly timings?: Partial<TemporalTimings>;
  /** What the server shows as this process's name; by default process id and host. */
  readonly identity?: string;
}

export interface TemporalTimings {
  /** After how long work of a process that fell silent is taken by another. */
  readonly leaseMs: number;
  /** How often the server is told that a stage still runs, and what other processes cancelled is found. */
  readonly beatMs: number;
  /**
   * A stage is noted at the server when it has run so long: of a process that died, what ended shortly before is done again. 0 has each
   * noted before it begins.
   */
  readonly noteMs: number;
  /** How long the server may take to answer a question. */
  readonly answerMs: number;
  readonly pauses: Pauses;
}

/** How many works are told at once to begin. */
const hastenedAtOnce = 20;
/** How long a start that is under way may hold up the close. */
const partingMs = 3_000;

const defaults: TemporalTimings = {
  leaseMs: 10_000,
  beatMs: 3_000,
  noteMs: 500,
  answerMs: 5_000,
  pauses: { firstMs: 1_000, longestMs: 300_000 },
};

/**
 * Durable work as Temporal workflows. Contexts take turns by Temporal's fairness keys: which settings of the server (1.29 or later)
 * they need, README.md says; without them work is taken in the order of its submission.
 */
export function createTemporalRunner(options: TemporalOptions): DurableRunner {
  const { namespace, clock, random, logger } = options;
  const timings = { ...defaults, ...options.timings };
  const identity = options.identity === undefined ? {} : { identity: options.identity };
  const lines = createLines(options);
  const { leaseMs, answerMs } = timings;
  const { ask, close } = createServer({ lines, namespace, leaseMs, answerMs, logger, ...identity });
  const recent = createRecentRuns(() => performance.now());
  const pipelines = new Map<string, Pipeline>();
  let workers: Workers | undefined;
  let starting: Promise<void> | undefined;
  let closed = false;

  const chance = () => Buffer.from(random(4)).readUInt32BE() / 2 ** 32;

  async function submit(pipeline: string, work: Work, fromStage: string, delayMs: number): Promise<void> {
    const { runId, replaced } = await ask(({ works }) => works.submit(pipeline, work, fromStage, delayMs));
    recent.submitted(pipeline, { workflowId: workflowId(pipeline, work), runId });
    if (replaced !== undefined) recent.replaced(pipeline, replaced);
  }

  const reached: ActivityOptions["reached"] = async (taskToken, at) => {
    try {
      await ask(({ client }) => client.activity.heartbeat(taskToken, at));
      return "noted";
    } catch (thrown) {
      const { cause } = LociError.from(thrown);
      return cause instanceof ActivityNotFoundError || cause instanceof ActivityCancelledError ? "not wanted" : "no answer";
    }
  };

  async function start(): Promise<void> {
    if (workers !== undefined || pipelines.size === 0) return;
    // First by the client, which says why it cannot, and does so within seconds.
    await ask(({ client }) => client.workflowService.describeNamespace({ namespace }));
    // Who only submits loads neither the worker's native part nor the bundler.
    const { startWorkers } = await import("./workers.ts");
    const started = await startWorkers({
      ...{ lines, namespace, logger, chance, ...timings, ...identity },
      pipelines: [...pipelines.values()],
      reached,
      scheduling: {
        submitDue: ({ pipeline, work, dueAt }) => submit(pipeline, work, "", Math.min(Math.max(dueAt - clock(), 0), 1_000)),
      },
    });
    if (closed) await started.close(0);
    else workers = started;
  }

  const runner: DurableRunner = {
    register(pipeline) {
      checkPipeline(pipeline);
      if (workers !== undefined || pipelines.has(pipeline.name)) {
        throw new LociError("internal", `The pipeline ${pipeline.name} is registered twice or too late.`);
      }
      if (pipeline.stages.some((stage) => stage.timeoutSeconds > longestStageSeconds)) {
        throw new LociError("internal", `A stage of the pipeline ${pipeline.name} may take longer than a day.`);
      }
      pipelines.set(pipeline.name, pipeline);
    },
    start: () => (starting ??= start().finally(() => (starting = undefined))),
    async submit(pipeline, work, { fromStage = "", delaySeconds = 0 } = {}) {
      checkStage(pipelines.get(pipeline), fromStage);
      await submit(pipeline, work, fromStage, delaySeconds * 1_000);
    },
    async cancel(pipeline, work) {
      const failed = await ask(({ works }) => works.cancel(pipeline, work));
      if (failed !== undefined) recent.replaced(pipeline, failed);
      workers?.places.cancel(pipeline, work);
    },
    async hasten(pipeline, contextId) {
      const listed = await ask(({ client }) => openWorks(client, pipeline, contextId));
      const own = recent.of(pipeline).recent.map((run) => run.workflowId);
      const ids = [...new Set([...listed, ...own.filter(isOf(pipeline, contextId))])];
      let hastened = 0;
      for (let from = 0; from < ids.length; from += hastenedAtOnce) {
        const some = ids.slice(from, from + hastenedAtOnce);
        const waited = await Promise.all(some.map((id) => ask(({ client, works }) => hastenWork(client, works, pipeline, id))));
        hastened += waited.filter(Boolean).length;
      }
      return hastened;
    },
    async isActive(pipeline, work) {
      const state = await ask(({ works }) => works.state({ workflowId: workflowId(pipeline, work) }));
      return state === "queued" || state === "running";
    },
    progress: (pipeline, work) => ask(({ works }) => works.progress({ workflowId: workflowId(pipeline, work) })),
    async schedule(schedule) {
      checkSchedule(schedule);
      await ask(({ client }) => setSchedule(client, schedule, clock()));
    },
    unschedule: (name) => ask(({ client }) => removeSchedule(client, name)),
    unscheduleOthers: (names) => ask(({ client }) => removeOtherSchedules(client, names)),
    depth(pipeline) {
      const running = workers?.places.count(pipeline) ?? 0;
      const local = { ...recent.of(pipeline), forget: recent.forget, running };
      return ask(({ client, works }) => countWorks(client, works, pipeline, local));
    },
    totals() {
      const touched = (pipeline: string) => recent.of(pipeline).recent.length > 0;
      return ask(({ client }) =>
        totalWorks(client, [...pipelines.keys()], (pipeline) => runner.depth(pipeline), touched, Date.now()),
      );
    },
    async close(graceMs) {
      closed = true;
      await workers?.close(graceMs);
      await close();
      // A start that is under way sees that, and closes what it has opened.
      if (starting) await within(partingMs, [starting]);
    },
  };
  return runner;
}
