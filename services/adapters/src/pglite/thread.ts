import { Worker } from "node:worker_threads";
import { LociError } from "@loci/kernel";
import { DatabaseError } from "../postgres/errors.ts";
import type { WorkerAnswer, WorkerData, WorkerRequest, WorkerRows, WorkerTask } from "./protocol.ts";

/** The worker thread as a function: requests are answered in the order in which they were asked. */
export interface DatabaseThread {
  ask(request: WorkerTask): Promise<unknown[]>;
  /** The rows with the names of their columns. */
  askTable(request: WorkerTask): Promise<WorkerRows>;
  end(): Promise<void>;
}

export function startThread(data: WorkerData): DatabaseThread {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: data,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const waiting = new Map<number, { resolve: (rows: WorkerRows) => void; reject: (error: Error) => void }>();
  let next = 1;
  let ended: Error | undefined;

  worker.on("message", (answer: WorkerAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("rows" in answer) asked?.resolve({ columns: answer.columns, rows: answer.rows });
    else asked?.reject(new DatabaseError(answer.error.message, answer.error.code, answer.error.constraint));
  });
  const fail = (error: Error) => {
    ended = error;
    for (const asked of waiting.values()) asked.reject(error);
    waiting.clear();
  };
  worker.on("error", fail);
  worker.on("exit", () => fail(ended ?? new LociError("unavailable", "The database was closed.")));

  const askTable = (request: WorkerTask): Promise<WorkerRows> => {
    if (ended) return Promise.reject(ended);
    const id = next++;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...request, id } satisfies WorkerRequest);
    });
  };

  return {
    ask: async (request) => (await askTable(request)).rows,
    askTable,
    async end() {
      await worker.terminate();
    },
  };
}
