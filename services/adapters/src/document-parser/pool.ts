import { LociError } from "@loci/kernel";
import type { ParsedDocument } from "@loci/ports/document-parser";
import type { ParserLimits } from "./limits.ts";
import { startProcess, type ParserProcess } from "./process.ts";
import type { Asked } from "./protocol.ts";

export interface PoolOptions {
  readonly processes: number;
  readonly idleMs: number;
  readonly limits: ParserLimits;
}

export interface Pool {
  /** Waits for a process that is free, in the order of asking. */
  parse(file: Asked, signal: AbortSignal | undefined): Promise<ParsedDocument>;
  close(): Promise<void>;
}

interface Turn {
  readonly begin: () => void;
  readonly refuse: (error: LociError) => void;
}

export function createPool({ processes, idleMs, limits }: PoolOptions): Pool {
  const idle: { readonly process: ParserProcess; readonly timer: NodeJS.Timeout }[] = [];
  const busy = new Set<ParserProcess>();
  const queue: Turn[] = [];
  let running = 0;
  let closed = false;
  const closedError = () => new LociError("unavailable", "The document parser is closed.");

  /** @throws LociError where the caller has gone, or the pool was closed, before it was its turn */
  async function turn(signal: AbortSignal | undefined): Promise<void> {
    if (closed) throw closedError();
    if (signal?.aborted === true) throw cancelled(signal);
    if (running < processes) {
      running++;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const waiting: Turn = { begin: () => resolve(undefined), refuse: reject };
    const leave = () => {
      const place = queue.indexOf(waiting);
      if (place < 0) return;
      queue.splice(place, 1);
      reject(cancelled(signal));
    };
    queue.push(waiting);
    signal?.addEventListener("abort", leave, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }
  function pass(): void {
    const next = queue.shift();
    if (next === undefined) running--;
    else next.begin();
  }

  function take(): ParserProcess {
    for (let found = idle.pop(); found !== undefined; found = idle.pop()) {
      clearTimeout(found.timer);
      if (!found.process.ended) return found.process;
    }
    return startProcess(limits);
  }
  function keep(process: ParserProcess): void {
    if (process.ended) return;
    const entry = { process, timer: setTimeout(endIdle, idleMs).unref() };
    idle.push(entry);
    function endIdle(): void {
      idle.splice(idle.indexOf(entry), 1);
      void process.end(closedError());
    }
  }

  return {
    async parse(file, signal) {
      await turn(signal);
      if (closed || signal?.aborted === true) {
        pass();
        throw closed ? closedError() : cancelled(signal);
      }
      const process = take();
      busy.add(process);
      const seconds = limits.timeoutMs / 1000;
      const end = (error: LociError) => void process.end(error);
      const late = () => end(new LociError("too_large", `The document takes longer than ${seconds} s to read.`));
      const timer = setTimeout(late, limits.timeoutMs);
      const leave = () => end(cancelled(signal));
      signal?.addEventListener("abort", leave, { once: true });
      try {
        return await process.parse({ bytes: file.bytes, mediaType: file.mediaType, filename: file.filename });
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
        busy.delete(process);
        keep(process);
        pass();
      }
    },
    async close() {
      closed = true;
      for (const waiting of queue.splice(0)) waiting.refuse(closedError());
      const all = [...busy, ...idle.splice(0).map(({ process, timer }) => (clearTimeout(timer), process))];
      await Promise.all(all.map((process) => process.end(closedError())));
    },
  };
}

function cancelled(signal: AbortSignal | undefined): LociError {
  const reason: unknown = signal?.reason;
  if (reason instanceof LociError) return reason;
  if (reason instanceof DOMException && reason.name === "TimeoutError") {
    return new LociError("deadline_exceeded", "The deadline passed while a document was being read.", { cause: reason });
  }
  return new LociError("cancelled", "The request was cancelled while a document was being read.", { cause: reason });
}
