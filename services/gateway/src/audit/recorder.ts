import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { LociError, type IdSource } from "@loci/kernel";
import { gatewayCall, type Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import type { auth, AuthService } from "@loci/protos";

/** Writes rows of the audit, many with one call: what comes while one is under way goes with the next. */
export interface Recorder {
  /**
   * Takes a row that may be written a little later: within half a second, and before the gateway closes. A process that is killed loses
   * what it took since.
   * @throws LociError `unavailable` where so many wait that nobody seems to write them
   */
  take(entry: auth.AuditEntry): void;
  /** Writes rows, and waits until they are durable. @throws LociError `unavailable` where they are not in time; they still wait then */
  write(entries: readonly auth.AuditEntry[]): Promise<void>;
  /** Waits until all that was taken so far is written. */
  settled(): Promise<void>;
}

export interface RecorderDeps {
  readonly auth: Pick<AuthService<Call>, "appendAudit">;
  readonly clock: () => number;
  readonly ids: IdSource;
  readonly logger: Logger;
}

const delayMs = 500;
const maxWaiting = 10_000;
const atOnce = 500;
/** So long an answer waits for its row: behind a crowd of writes the row waits for the database as they did. */
const answerWithinMs = 30_000;
/** So long a gateway that closes, or one that is asked for its rows, waits for them. */
const settledWithinMs = 5_000;
const callTimeoutMs = 30_000;
const firstPauseMs = 50;
const longestPauseMs = 2_000;

interface Waiting {
  readonly entry: auth.AuditEntry;
  readonly onWritten?: () => void;
}

export function createRecorder({ auth, clock, ids, logger }: RecorderDeps): Recorder {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
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
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, atOnce);
      const entries = batch.map(({ entry }) => entry);
      for (let pause = firstPauseMs, again = false; !(await append(entries, again)); again = true) {
        await sleep(pause, undefined, { ref: false });
        pause = Math.min(2 * pause, longestPauseMs);
      }
      waiting = waiting.slice(batch.length);
      for (const { onWritten } of batch) onWritten?.();
    }
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return (writing ??= outsideRequests(drain).finally(() => (writing = undefined)));
  };

  const requireRoom = () => {
    if (waiting.length >= maxWaiting) throw unwritten();
  };

  return {
    take(entry) {
      requireRoom();
      waiting.push({ entry });
      timer ??= setTimeout(() => void flush(), delayMs).unref();
    },
    async write(entries) {
      requireRoom();
      const written = entries.map((entry) => new Promise<void>((onWritten) => waiting.push({ entry, onWritten })));
      void flush();
      await inTime(Promise.all(written), answerWithinMs);
    },
    async settled() {
      if (waiting.length > 0) await inTime(flush(), settledWithinMs);
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
