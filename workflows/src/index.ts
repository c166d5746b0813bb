import { LociError } from "@loci/kernel";
import type { Logger } from "@loci/platform/telemetry";
import type { DurableRunner, Pipeline, Work } from "@loci/ports/durable-runner";
import { checkPipeline, checkSchedule, checkStage } from "@loci/ports/durable-runner/checks";
import type { Pauses } from "@loci/ports/durable-runner/settlement";
import { ActivityCancelledError, ActivityNotFoundError, Client, Connection, isGrpcServiceError } from "@temporalio/client";
import type { ActivityOptions } from "./activities/index.ts";
import { longestStageSeconds, workflowId } from "./contracts.ts";
import { countWorks } from "./depth.ts";
import { createRecentRuns } from "./recent.ts";
import { removeOtherSchedules, removeSchedule, setSchedule } from "./schedules.ts";
import { totalWorks } from "./totals.ts";
import { createWorks } from "./works.ts";
import type { TemporalLine, Workers } from "./workers.ts";

export interface TemporalOptions {
  /** host:port */
  readonly address: string;
  /** One for each installation of Loci: it names its workflows and schedules as if it were alone. */
  readonly namespace: string;
  /** Without it the connection is plain: inside a trusted network. */
  readonly tls?: TemporalTls;
  /** As Temporal Cloud gives one; it needs TLS. */
  readonly apiKey?: string;
  /** Milliseconds. */
  readonly clock: () => number;
  readonly random: (length: number) => Uint8Array;
  readonly logger: Logger;
  readonly timings?: Partial<TemporalTimings>;
  /** What the server shows as this process's name; by default process id and host. */
  readonly identity?: string;
}

/** Contents of PEM files. */
export interface TemporalTls {
  /** What Loci shows, and its key. */
  readonly certificate?: Uint8Array;
  readonly key?: Uint8Array;
  /** Who signed the server's certificate; by default whoever this machine trusts. */
  readonly authority?: Uint8Array;
}

export interface TemporalTimings {
  /** After how long work of a process that fell silent is taken by another. */
  readonly leaseMs: number;
  /** How often the server is told that a stage still runs, and what other processes cancelled is found. */
  readonly beatMs: number;
  readonly pauses: Pauses;
}

const defaults: TemporalTimings = { leaseMs: 10_000, beatMs: 3_000, pauses: { firstMs: 1_000, longestMs: 300_000 } };
const answerMs = 5_000;

/**
 * Durable work as Temporal workflows. Contexts take turns by Temporal's fairness keys: which settings of the server (1.29 or later)
 * they need, README.md says; without them work is taken in the order of its submission.
 */
export function createTemporalRunner(options: TemporalOptions): DurableRunner {
  const { namespace, clock, random, logger } = options;
  const timings = { ...defaults, ...options.timings };
  // It connects with the first question: a process that serves requests starts also while the server is away.
  const line = lineOf(options);
  const connection = Connection.lazy(line);
  const identity = options.identity === undefined ? {} : { identity: options.identity };
  const client = new Client({ connection, namespace, ...identity });
  const works = createWorks(client, timings.leaseMs);
  const recent = createRecentRuns(() => performance.now());
  const pipelines = new Map<string, Pipeline>();
  let workers: Workers | undefined;

  const ask = <T>(question: () => Promise<T>) => answered(client.withDeadline(Date.now() + answerMs, question));
  const chance = () => Buffer.from(random(4)).readUInt32BE() / 2 ** 32;

  async function submit(pipeline: string, work: Work, fromStage: string, delayMs: number): Promise<void> {
    const { runId, replaced } = await ask(() => works.submit(pipeline, work, fromStage, delayMs));
    recent.submitted(pipeline, { workflowId: workflowId(pipeline, work), runId });
    if (replaced !== undefined) recent.replaced(pipeline, replaced);
  }

  const reached: ActivityOptions["reached"] = async (taskToken, at) => {
    try {
      await ask(() => client.activity.heartbeat(taskToken, at));
      return "noted";
    } catch (thrown) {
      const { cause } = LociError.from(thrown);
      return cause instanceof ActivityNotFoundError || cause instanceof ActivityCancelledError ? "not wanted" : "no answer";
    }
  };

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
    async start() {
      if (workers !== undefined || pipelines.size === 0) return;
      // Who only submits loads neither the worker's native part nor the bundler.
      const { startWorkers } = await import("./workers.ts");
      workers = await startWorkers({
        ...{ line, namespace, logger, chance, ...timings, ...identity },
        pipelines: [...pipelines.values()],
        reached,
        scheduling: {
          submitDue: ({ pipeline, work, dueAt }) => submit(pipeline, work, "", Math.min(Math.max(dueAt - clock(), 0), 1_000)),
        },
      });
    },
    async submit(pipeline, work, { fromStage = "", delaySeconds = 0 } = {}) {
      checkStage(pipelines.get(pipeline), fromStage);
      await submit(pipeline, work, fromStage, delaySeconds * 1_000);
    },
    async cancel(pipeline, work) {
      const failed = await ask(() => works.cancel(pipeline, work));
      if (failed !== undefined) recent.replaced(pipeline, failed);
      workers?.places.cancel(pipeline, work);
    },
    async isActive(pipeline, work) {
      const state = await ask(() => works.state({ workflowId: workflowId(pipeline, work) }));
      return state === "queued" || state === "running";
    },
    progress: (pipeline, work) => ask(() => works.progress({ workflowId: workflowId(pipeline, work) })),
    async schedule(schedule) {
      checkSchedule(schedule);
      await ask(() => setSchedule(client, schedule, clock()));
    },
    unschedule: (name) => ask(() => removeSchedule(client, name)),
    unscheduleOthers: (names) => ask(() => removeOtherSchedules(client, names)),
    depth(pipeline) {
      const running = workers?.places.count(pipeline) ?? 0;
      const local = { ...recent.of(pipeline), forget: recent.forget, running };
      return ask(() => countWorks(client, works, pipeline, local));
    },
    totals() {
      const touched = (pipeline: string) => recent.of(pipeline).recent.length > 0;
      return ask(() => totalWorks(client, [...pipelines.keys()], (pipeline) => runner.depth(pipeline), touched, Date.now()));
    },
    async close(graceMs) {
      await workers?.close(graceMs);
      await connection.close();
    },
  };
  return runner;
}

/** As both the client and the worker take it. */
function lineOf({ address, tls, apiKey }: TemporalOptions): TemporalLine {
  if (tls === undefined) return { address };
  const { certificate: crt, key, authority } = tls;
  return {
    address,
    tls: {
      ...(crt && key ? { clientCertPair: { crt, key } } : {}),
      ...(authority ? { serverRootCACertificate: authority } : {}),
    },
    ...(apiKey === undefined ? {} : { apiKey }),
  };
}

/** What the server's silence means to who asked. */
async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof LociError) throw thrown;
    const silent = isGrpcServiceError(thrown) || (thrown instanceof Error && isGrpcServiceError(thrown.cause));
    throw silent
      ? new LociError("unavailable", "The workflow service does not answer.", { cause: thrown })
      : LociError.from(thrown);
  }
}
