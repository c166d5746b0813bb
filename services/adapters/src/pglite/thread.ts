import { Worker } from "node:worker_threads";
import { LociError } from "@loci/kernel";
import type { WorkerAnswer, WorkerData, WorkerRequest, WorkerTask } from "./protocol.ts";

/** A Postgres error as both adapters throw it: `code` is the SQLSTATE. */
export class DatabaseError extends Error {
  readonly code: string;
  readonly constraint: string;
  constructor(message: string, code: string, constraint: string) {
    super(message);
    this.name = "DatabaseError";
    this.code = code;
    this.constraint = constraint;
  }
}

/** The worker thread as a function: requests are answered in the order in which they were asked. */
export interface DatabaseThread {
  ask(request: WorkerTask): Promise<unknown[]>;
  end(): Promise<void>;
}

export function startThread(data: WorkerData): DatabaseThread {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: data,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const waiting = new Map<number, { resolve: (rows: unknown[]) => void; reject: (error: Error) => void }>();
  let next = 1;
  let ended: Error | undefined;

  worker.on("message", (answer: WorkerAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("rows" in answer) asked?.resolve(answer.rows);
    else asked?.reject(new DatabaseError(answer.error.message, answer.error.code, answer.error.constraint));
  });
  const fail = (error: Error) => {
    ended = error;
    for (const asked of waiting.values()) asked.reject(error);
    waiting.clear();
  };
  worker.on("error", fail);
  worker.on("exit", () => fail(ended ?? new LociError("unavailable", "The database was closed.")));

  return {
    ask(request) {
      if (ended) return Promise.reject(ended);
      const id = next++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ ...request, id } satisfies WorkerRequest);
      });
    },
    async end() {
      await worker.terminate();
    },
  };
}
