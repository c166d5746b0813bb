import { LociError } from "@loci/kernel";
import { createFairQueue } from "@loci/platform/turns";
import type { ReaderLimits } from "./limits.ts";
import { startReader, type ReaderProcess } from "./process.ts";
import type { Method, Said } from "./protocol.ts";

export interface ReaderOptions {
  /** The module whose `createBuiltinLanguageModel` reads. */
  readonly rules: URL;
  readonly limits: ReaderLimits;
  /** Told when a process was ended by what it read, or died. */
  readonly onEnded: () => void;
}

/** One process that reads several texts at once, giving each some milliseconds in turn; the others wait. */
export interface Reader {
  ask(customer: string, method: Method, request: unknown, signal: AbortSignal | undefined): Promise<unknown>;
  readonly pid: number | undefined;
  close(): Promise<void>;
}

interface Job {
  readonly customer: string;
  readonly method: Method;
  readonly request: unknown;
  readonly answer: PromiseWithResolvers<unknown>;
  /** It was being read, beside others, when a process ended: it is read alone, so that who ends two is known. */
  suspect: boolean;
  /** Nobody waits for it any more. */
  left: boolean;
}

/** Read at once: enough that a long text holds up no short one. */
const width = 4;
const maxWaiting = 256;
const firstRestMs = 100;
const maxRestMs = 10_000;

export function createReader({ rules, limits, onEnded }: ReaderOptions): Reader {
  const waiting = createFairQueue<Job>();
  const suspects: Job[] = [];
  const running = new Map<number, Job>();
  let reader: ReaderProcess | undefined;
  let ready = false;
  /** Processes that ended since the last answer. */
  let deaths = 0;
  let resting: NodeJS.Timeout | undefined;
  let ids = 0;
  let closed = false;

  function next(): Job | undefined {
    const [suspect] = suspects;
    if (suspect) return running.size === 0 ? suspects.shift() : undefined;
    const alone = running.values().some((job) => job.suspect);
    return alone || running.size >= width ? undefined : waiting.take();
  }

  function work(): void {
    if (closed || resting !== undefined) return;
    for (let job = next(); job !== undefined; job = next()) {
      const id = ++ids;
      running.set(id, job);
      reader ??= start();
      reader.hold(true);
      reader.ask({ kind: "read", id, method: job.method, request: job.request });
      if (ready) limit(job);
    }
  }

  function start(): ReaderProcess {
    const started = startReader(rules, limits, { said, ended });
    setTimeout(() => {
      if (reader === started && !ready) void started.kill();
    }, limits.startMs).unref();
    return started;
  }

  function limit(job: Job): void {
    const timer = setTimeout(() => leave(job, tooLong()), limits.textMs);
    void job.answer.promise.finally(() => clearTimeout(timer)).catch(() => undefined);
  }

  function said(message: Said): void {
    if (message.kind === "ready") {
      ready = true;
      for (const job of running.values()) limit(job);
      return;
    }
    const job = running.get(message.id);
    running.delete(message.id);
    deaths = 0;
    if (message.kind === "read") job?.answer.resolve(message.answer);
    else job?.answer.reject(new LociError(message.code, message.message, { cause: message.cause }));
    work();
    if (running.size === 0) reader?.hold(false);
  }

  function ended(): void {
    const jobs = [...running.values()];
    running.clear();
    reader = undefined;
    if (closed) return;
    if (!ready) {
      for (const job of [...jobs, ...suspects.splice(0), ...waiting.clear()]) job.answer.reject(notStarted());
    } else if (jobs.length === 1) jobs[0]?.answer.reject(tooLong());
    else {
      const others = jobs.filter(({ left }) => !left);
      for (const job of others) job.suspect = true;
      suspects.push(...others);
    }
    ready = false;
    onEnded();
    resting = setTimeout(
      () => {
        resting = undefined;
        work();
      },
      Math.min(maxRestMs, firstRestMs * 2 ** deaths++),
    ).unref();
  }

  /** Nobody waits for it: it is taken from the line, or given up by the process. */
  function leave(job: Job, error: LociError): void {
    job.left = true;
    job.answer.reject(error);
    if (waiting.remove(job.customer, job)) return;
    const place = suspects.indexOf(job);
    if (place >= 0) suspects.splice(place, 1);
    const own = reader;
    for (const [id, one] of running) {
      if (one !== job || own === undefined) continue;
      own.ask({ kind: "cancel", id });
      setTimeout(() => {
        if (reader === own && running.has(id)) void own.kill();
      }, limits.graceMs).unref();
    }
  }

  return {
    get pid() {
      return reader?.pid;
    },
    async ask(customer, method, request, signal) {
      if (closed) throw isClosed();
      if (signal?.aborted === true) throw cancelled(signal);
      if (waiting.size >= maxWaiting) {
        throw new LociError("unavailable", "Too many texts wait to be read.", { retryAfterSeconds: 5 });
      }
      const job: Job = { customer, method, request, answer: Promise.withResolvers(), suspect: false, left: false };
      const cancel = () => leave(job, cancelled(signal));
      signal?.addEventListener("abort", cancel, { once: true });
      waiting.add(customer, job);
      work();
      try {
        return await job.answer.promise;
      } finally {
        signal?.removeEventListener("abort", cancel);
      }
    },
    async close() {
      closed = true;
      clearTimeout(resting);
      for (const job of [...running.values(), ...suspects.splice(0), ...waiting.clear()]) job.answer.reject(isClosed());
      await reader?.kill();
    },
  };
}

const isClosed = () => new LociError("unavailable", "The reader of texts is closed.");
const tooLong = () => new LociError("too_large", "The text takes more time or memory to read than is allowed.");
const notStarted = () => new LociError("unavailable", "The process that reads texts does not start.", { retryAfterSeconds: 5 });

function cancelled(signal: AbortSignal | undefined): LociError {
  return new LociError("cancelled", "The reading of a text was cancelled.", { cause: signal?.reason });
}
