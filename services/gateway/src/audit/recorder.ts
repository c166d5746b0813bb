import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { LociError, type IdSource } from "@loci/kernel";
import { gatewayCall, type Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import type { auth, AuthService } from "@loci/protos";

/**
 * Writes rows of the audit, many with one call: what comes while one is under way goes with the next. Each chain has a queue of its own: one
 * that takes no rows just now holds up nobody else's.
 */
export interface Recorder {
  /**
   * Takes a row that may be written a little later: within half a second, and before the gateway closes. A process that is killed loses
   * what it took since.
   * @throws LociError `unavailable` where so many wait that nobody seems to write them
   */
  take(entry: auth.AuditEntry): void;
  /** Writes rows, and waits until they are durable. @throws LociError `unavailable` where they are not in time; they still wait then */
  write(entries: readonly auth.AuditEntry[]): Promise<void>;
  /** Waits until all that was taken so far is written: of one chain, or of all. */
  settled(chain?: string): Promise<void>;
}

export interface RecorderDeps {
  readonly auth: Pick<AuthService<Call>, "appendAudit">;
  readonly clock: () => number;
  readonly ids: IdSource;
  readonly logger: Logger;
}

const delayMs = 500;
/** Of one chain, and of all. */
const maxWaiting = { ofChain: 10_000, ofAll: 40_000 } as const;
const atOnce = 500;
/** So long an answer waits for its row: behind a crowd of writes the row waits for the database as they did. */
const answerWithinMs = 30_000;
/** So long a gateway that closes, or one that is asked for its rows, waits for them. */
const settledWithinMs = 5_000;
const callTimeoutMs = 30_000;
const firstPauseMs = 50;
const longestPauseMs = 2_000;
const deploymentChain = "*";

interface Waiting {
  readonly entry: auth.AuditEntry;
  readonly onWritten?: () => void;
}

/** The rows of one chain that are to be written. */
interface Queue {
  waiting: Waiting[];
  timer?: NodeJS.Timeout | undefined;
  writing?: Promise<void> | undefined;
}

export function createRecorder({ auth, clock, ids, logger }: RecorderDeps): Recorder {
  const queues = new Map<string, Queue>();
  let waitingOfAll = 0;
  // One call writes the rows of many requests: it belongs to the trace of none of them.
  const outsideRequests = AsyncLocalStorage.snapshot();

  const append = async (entries: auth.AuditEntry[], again: boolean): Promise<boolean> => {
    try {
      const call = gatewayCall(ids("trace"), clock() + callTimeoutMs, AbortSignal.timeout(callTimeoutMs));
      await auth.appendAudit({ entries, again, unlessTraced: false }, call);
      return true;
    } catch (err) {
      logger.warn({ err, rows: entries.length }, "rows of the audit were not written; trying again");
      return false;
    }
  };

  /** Until nothing waits; a failed call is repeated, as whoever wrote the rows may have been cut off before it said so. */
  const drain = async (chain: string, queue: Queue): Promise<void> => {
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.slice(0, atOnce);
      const entries = batch.map(({ entry }) => entry);
      for (let pause = firstPauseMs, again = false; !(await append(entries, again)); again = true) {
        await sleep(pause, undefined, { ref: false });
        pause = Math.min(2 * pause, longestPauseMs);
      }
      queue.waiting = queue.waiting.slice(batch.length);
      waitingOfAll -= batch.length;
      for (const { onWritten } of batch) onWritten?.();
    }
    clearTimeout(queue.timer);
    queues.delete(chain);
  };

  const flush = (chain: string, queue: Queue): Promise<void> => {
    clearTimeout(queue.timer);
    queue.timer = undefined;
    return (queue.writing ??= outsideRequests(() => drain(chain, queue)));
  };

  /** @returns the queue of the entry's chain, with the entry in it */
  const queued = (waiting: Waiting): [chain: string, queue: Queue] => {
    const chain = waiting.entry.contextId || deploymentChain;
    const queue = queues.get(chain) ?? { waiting: [] };
    if (waitingOfAll >= maxWaiting.ofAll || queue.waiting.length >= maxWaiting.ofChain) throw unwritten();
    queues.set(chain, queue);
    queue.waiting.push(waiting);
    waitingOfAll++;
    return [chain, queue];
  };

  return {
    take(entry) {
      const [chain, queue] = queued({ entry });
      queue.timer ??= setTimeout(() => void flush(chain, queue), delayMs).unref();
    },
    async write(entries) {
      const places: [chain: string, queue: Queue][] = [];
      const written = entries.map((entry) => new Promise<void>((onWritten) => places.push(queued({ entry, onWritten }))));
      for (const place of places) void flush(...place);
      await inTime(Promise.all(written), answerWithinMs);
    },
    async settled(chain) {
      const asked = chain === undefined ? [...queues] : [...queues].filter(([name]) => name === chain);
      if (asked.length > 0) await inTime(Promise.all(asked.map(([name, queue]) => flush(name, queue))), settledWithinMs);
    },
  };
}

async function inTime(work: Promise<unknown>, withinMs: number): Promise<void> {
  const enough = new AbortController();
  const late = sleep(withinMs, undefined, { signal: enough.signal, ref: false }).then(() => {
    throw unwritten();
  });
  try {
    await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    enough.abort();
  }
}

function unwritten(): LociError {
  const message = "The audit cannot be written just now. What was asked for may have been done; ask again.";
  return new LociError("unavailable", message, { retryAfterSeconds: 5 });
}
