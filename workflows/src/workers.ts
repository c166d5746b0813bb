import type { Pipeline } from "@loci/ports/durable-runner";
import { NativeConnection, Worker, type WorkerOptions } from "@temporalio/worker";
import { createActivities, type ActivityOptions } from "./activities/index.ts";
import { createPlaces, within, type Places } from "./activities/places.ts";
import { workflowBundle } from "./bundle.ts";
import { activityQueue, workflowQueue, type SchedulingActivities } from "./contracts.ts";
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
 */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { lines, namespace, identity, pipelines, scheduling, beatMs, logger } = options;
  installRuntime(logger);
  const places = createPlaces();
  const line = lines.current();
  const bundle = await workflowBundle();
  let connection = await NativeConnection.connect(line);
  let closing = false;
  const everyWorker = {
    ...{ connection, namespace },
    ...(identity === undefined ? {} : { identity }),
    // Grace is ours to give, as it is told at the close only.
    shutdownGraceTime: "1 day",
  } satisfies Partial<WorkerOptions>;
  const workers = await Promise.all([
    Worker.create({
      ...everyWorker,
      taskQueue: workflowQueue,
      workflowBundle: bundle,
      activities: scheduling,
      enableNonLocalActivities: false,
      workflowTaskPollerBehavior: { type: "simple-maximum", maximum: 2 },
      // A process that died has what it kept in memory given to others after this.
      stickyQueueScheduleToStartTimeout: "3 seconds",
    }),
    ...pipelines.map((pipeline) =>
      Worker.create({
        ...everyWorker,
        taskQueue: activityQueue(pipeline.name),
        activities: createActivities(pipeline, { ...options, places }),
        maxConcurrentActivityTaskExecutions: pipeline.concurrency,
        maxHeartbeatThrottleInterval: beatMs,
        activityTaskPollerBehavior: { type: "simple-maximum", maximum: pipeline.concurrency },
      }),
    ),
  ]);
  const runs = workers.map((worker) =>
    worker.run().catch((error: unknown) => logger.error({ err: error }, "a worker of the workflow service ended")),
  );
  // What the workers have begun goes on.
  const move = async (to: TemporalLine) => {
    const next = await NativeConnection.connect(to);
    const unused = closing ? next : connection;
    if (!closing) {
      for (const worker of workers) if (worker.getState() === "RUNNING") worker.connection = next;
      connection = next;
    }
    await unused.close();
  };
  const unfollow = followLines({ lines, line, move, logger });
  return {
    places,
    async close(graceMs) {
      closing = true;
      unfollow();
      for (const worker of workers) if (worker.getState() === "RUNNING") worker.shutdown();
      await places.close(graceMs);
      const parted = Promise.all(runs).then(() => connection.close());
      await within(partingMs, [parted]);
    },
  };
}
