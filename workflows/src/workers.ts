import { LociError } from "@loci/kernel";
import type { Pipeline } from "@loci/ports/durable-runner";
import { NativeConnection, Worker, type WorkerOptions } from "@temporalio/worker";
import { createActivities, type ActivityOptions } from "./activities/index.ts";
import { createPlaces, within, type Places } from "./activities/places.ts";
import { workflowBundle } from "./bundle.ts";
import { activityQueue, workflowQueue, type SchedulingActivities } from "./contracts.ts";
import { discardWorker, keepWorker } from "./kept-worker.ts";
import type { TemporalLine, TemporalLines } from "./lines.ts";
import { followLines } from "./renewal.ts";
import { installRuntime } from "./runtime.ts";

export interface WorkersOptions extends Omit<ActivityOptions, "places"> {
  readonly lines: TemporalLines;
  readonly namespace: string;
  readonly identity?: string;
  readonly pipelines: readonly Pipeline[];
  readonly scheduling: SchedulingActivities;
}

/** Works on all pipelines of this process. */
export interface Workers {
  readonly places: Places;
  close(graceMs: number): Promise<void>;
}

/** How long a process whose server does not answer may take to end. */
const partingMs = 3_000;

/**
 * One worker runs the workflows of all pipelines, and one for each pipeline its activities: so each pipeline has its own concurrency, and
 * only one has a sandbox.
 * @throws LociError `unavailable` where the server takes none; then nothing is left of them
 */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { lines, logger } = options;
  installRuntime(logger);
  const places = createPlaces();
  const line = lines.current();
  const kinds = await kindsOfWorkers(options, places);
  let connection = await NativeConnection.connect(line).catch(notTaken);
  let closing = false;
  const again = async (kind: WorkerOptions): Promise<Worker> => {
    const worker = await Worker.create({ ...kind, connection });
    // It may have been made on one that was left meanwhile.
    worker.connection = connection;
    return worker;
  };
  const made = await makeAll(kinds, connection);
  const workers = made.map(({ kind, first }) => keepWorker({ first, again: () => again(kind), logger }));
  const move = async (to: TemporalLine) => {
    const next = await NativeConnection.connect(to);
    const unused = closing ? next : connection;
    if (!closing) {
      connection = next;
      for (const worker of workers) worker.use(next);
    }
    // Where a worker that is just being made or ends holds it still, it goes with the process.
    await unused.close().catch((error: unknown) => logger.debug({ err: error }, "a connection that was left is still open"));
  };
  const unfollow = followLines({ lines, line, move, logger });
  return {
    places,
    async close(graceMs) {
      closing = true;
      unfollow();
      for (const worker of workers) worker.leave();
      await places.close(graceMs);
      const parted = Promise.all(workers.map(({ ended }) => ended)).then(() => connection.close());
      await within(partingMs, [parted]);
    },
  };
}

/** What each worker is, but for its connection. */
async function kindsOfWorkers(options: WorkersOptions, places: Places): Promise<WorkerOptions[]> {
  const { namespace, identity, pipelines, scheduling, beatMs } = options;
  const every = {
    namespace,
    ...(identity === undefined ? {} : { identity }),
    // Grace is ours to give, as it is told at the close only.
    shutdownGraceTime: "1 day",
  } satisfies Partial<WorkerOptions>;
  return [
    {
      ...every,
      taskQueue: workflowQueue,
      workflowBundle: await workflowBundle(),
      activities: scheduling,
      enableNonLocalActivities: false,
      workflowTaskPollerBehavior: { type: "simple-maximum", maximum: 2 },
      // A process that died has what it kept in memory given to others after this.
      stickyQueueScheduleToStartTimeout: "3 seconds",
    },
    ...pipelines.map((pipeline) => ({
      ...every,
      taskQueue: activityQueue(pipeline.name),
      activities: createActivities(pipeline, { ...options, places }),
      maxConcurrentActivityTaskExecutions: pipeline.concurrency,
      maxHeartbeatThrottleInterval: beatMs,
      activityTaskPollerBehavior: { type: "simple-maximum", maximum: pipeline.concurrency } as const,
    })),
  ];
}

interface Made {
  readonly kind: WorkerOptions;
  readonly first: Worker;
}

/** All of them, or none: then the connection is closed too. */
async function makeAll(kinds: readonly WorkerOptions[], connection: NativeConnection): Promise<Made[]> {
  const tried = await Promise.allSettled(
    kinds.map(async (kind) => ({ kind, first: await Worker.create({ ...kind, connection }) })),
  );
  const made = tried.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = tried.find((one) => one.status === "rejected");
  if (failed === undefined) return made;
  for (const { first } of made) await discardWorker(first);
  await connection.close();
  return notTaken(failed.reason);
}

/** How Temporal's core calls what the server, or the way to it, is the reason of. */
const ofTheServer: ReadonlySet<string> = new Set(["TransportError", "UnexpectedError"]);

/** @throws LociError `unavailable` where the server is the reason, else what was thrown */
function notTaken(thrown: unknown): never {
  if (!(thrown instanceof Error && ofTheServer.has(thrown.name))) throw thrown;
  throw new LociError("unavailable", "The workflow service takes no workers of Loci. Check its version and its limits.", {
    cause: thrown,
  });
}
