/** The thread in which PGlite runs: its queries are synchronous WebAssembly and would hold up every other request. */
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, types } from "@electric-sql/pglite";
import { pg_textsearch } from "@electric-sql/pglite-pg_textsearch";
import { vector } from "@electric-sql/pglite-pgvector";
import type { WorkerAnswer, WorkerData, WorkerRequest } from "./protocol.ts";

if (parentPort === null) throw new Error("the PGlite worker was started outside a worker thread");
const port = parentPort;
const { folder } = workerData as WorkerData;

const parsers = { [types.INT8]: Number };

function databaseError(thrown: unknown): { message: string; code: string; constraint: string } {
  const error = thrown as { message?: string; code?: string; constraint?: string };
  return { message: error.message ?? String(thrown), code: error.code ?? "", constraint: error.constraint ?? "" };
}

const opening = PGlite.create({ ...(folder === undefined ? {} : { dataDir: folder }), extensions: { vector, pg_textsearch }, parsers });

async function answer(request: WorkerRequest): Promise<unknown[]> {
  const database = await opening;
  switch (request.kind) {
    case "query":
      return (await database.query(request.text, [...request.values])).rows;
    case "exec":
      return (await database.exec(request.text)).at(-1)?.rows ?? [];
    case "close":
      await database.close();
      return [];
  }
}

port.on("message", (request: WorkerRequest) => {
  answer(request).then(
    (rows) => port.postMessage({ id: request.id, rows } satisfies WorkerAnswer),
    (thrown: unknown) => port.postMessage({ id: request.id, error: databaseError(thrown) } satisfies WorkerAnswer),
  );
});
