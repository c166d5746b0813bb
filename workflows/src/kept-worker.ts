/** A worker that is made again whenever it ends by itself: when the server has refused what it asks for longer than Temporal's core bears. */
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "@loci/platform/telemetry";
import type { NativeConnection, Worker } from "@temporalio/worker";

export interface KeptWorker {
  /** Goes over to another connection; what it has begun goes on. */
  use(connection: NativeConnection): void;
  /** Takes nothing new from now on. */
  leave(): void;
  /** Resolves when it has left and nothing that it began runs any more. */
  readonly ended: Promise<void>;
}

export interface KeptWorkerOptions {
  readonly first: Worker;
  /** Another one in its place, on the connection that is used now. */
  readonly again: () => Promise<Worker>;
  readonly logger: Logger;
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
const lookEveryMs = 1_000;

export function keepWorker({ first, again, logger }: KeptWorkerOptions): KeptWorker {
  const leaving = new AbortController();
  let worker = first;
  const shutDown = () => {
    if (worker.getState() === "RUNNING") worker.shutdown();
  };

  async function run(): Promise<void> {
    for (;;) {
      try {
        const over = untilOver(worker);
        if (leaving.signal.aborted) shutDown();
        await over;
      } catch (error) {
        logger.error({ err: error }, "a worker of the workflow service ended; another is made in its place");
      }
      if (leaving.signal.aborted || !(await replaced())) return;
    }
  }

  /** @returns false where it left meanwhile */
  async function replaced(): Promise<boolean> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        await pause(pauseMs, undefined, { signal: leaving.signal });
        worker = await again();
        return true;
      } catch (error) {
        if (leaving.signal.aborted) return false;
        logger.warn({ err: error }, "no worker can be made for the workflow service; trying again");
      }
    }
  }

  return {
    use(connection) {
      if (worker.getState() === "RUNNING") worker.connection = connection;
    },
    leave() {
      leaving.abort();
      shutDown();
    },
    ended: run(),
  };
}

/**
 * Runs it to its end.
 * @throws what ended it, also where Temporal's core never lets go of it: then its state alone tells
 */
function untilOver(worker: Worker): Promise<void> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const looking = setInterval(() => {
    if (worker.getState() === "FAILED") reject(new Error("The worker has failed."));
  }, lookEveryMs).unref();
  return Promise.race([worker.run(), failed]).finally(() => clearInterval(looking));
}

/** Lets a worker go that was made and is not wanted: until it has run it holds its connection. */
export async function discardWorker(worker: Worker): Promise<void> {
  const ran = worker.run();
  worker.shutdown();
  await ran;
}
