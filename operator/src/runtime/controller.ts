/** Works a queue off with a reconciler: each key by one worker at a time, again after failures and when it asks for it. */
import { backoffMs } from "./backoff.ts";
import { TerminalError } from "./kube-error.ts";
import type { Log } from "./log.ts";
import type { ControllerMetrics } from "./metrics.ts";
import { createWorkQueue, type WorkQueue } from "./work-queue.ts";

/** When to look again without being told; undefined: never. */
export interface Outcome {
  readonly requeueAfterMs?: number;
}

export type Reconcile = (key: string, signal: AbortSignal) => Promise<Outcome>;

export interface ControllerOptions {
  readonly name: string;
  readonly reconcile: Reconcile;
  readonly metrics: ControllerMetrics;
  readonly log: Log;
  readonly workers?: number;
  readonly clock?: () => number;
  readonly random?: () => number;
  readonly backoff?: Parameters<typeof backoffMs>[1];
}

export interface Controller {
  readonly queue: Pick<WorkQueue, "add" | "addAfter">;
  /** Works until the signal fires and what is under way is over. */
  run(signal: AbortSignal): Promise<void>;
}

export function createController(options: ControllerOptions): Controller {
  const { name, reconcile, metrics, log, workers = 4, clock = Date.now, random = Math.random } = options;
  const { backoff = { baseMs: 100, maxMs: 300_000 } } = options;
  const queue = createWorkQueue(clock, metrics);
  metrics.watch({ depth: () => queue.depth, workers });
  const failures = new Map<string, number>();

  const failed = (key: string, thrown: unknown): void => {
    const isTerminal = thrown instanceof TerminalError;
    metrics.failed(isTerminal);
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    log(isTerminal ? "error" : "warn", "reconcile failed", { controller: name, resource: key, message, terminal: isTerminal });
    if (isTerminal) {
      failures.delete(key);
      return;
    }
    const count = failures.get(key) ?? 0;
    failures.set(key, count + 1);
    metrics.retried();
    queue.addAfter(key, Math.max(askedToWaitMs(thrown), backoffMs(count, backoff, random())));
  };

  const work = async (signal: AbortSignal): Promise<void> => {
    for (let key = await queue.take(); key !== undefined; key = await queue.take()) {
      const ended = metrics.began();
      try {
        const { requeueAfterMs } = await reconcile(key, signal);
        failures.delete(key);
        if (requeueAfterMs !== undefined) queue.addAfter(key, requeueAfterMs);
        ended(requeueAfterMs === undefined ? "success" : "requeue_after");
      } catch (thrown) {
        ended("error");
        if (!signal.aborted) failed(key, thrown);
      } finally {
        queue.done(key);
      }
    }
  };

  return {
    queue,
    async run(signal) {
      signal.addEventListener("abort", () => queue.close(), { once: true });
      if (signal.aborted) queue.close();
      await Promise.all(Array.from({ length: workers }, () => work(signal)));
    },
  };
}

/** How long whoever refused asked to be left alone: Kubernetes, or what the resource stands for. */
function askedToWaitMs(thrown: unknown): number {
  const asked = thrown instanceof Error && "retryAfterMs" in thrown ? thrown.retryAfterMs : undefined;
  return typeof asked === "number" ? asked : 0;
}
