/** The thread in which PGlite runs: its queries are synchronous WebAssembly and would hold up every other request. */
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, types, type Results } from "@electric-sql/pglite";
import { pg_textsearch } from "@electric-sql/pglite-pg_textsearch";
import { vector } from "@electric-sql/pglite-pgvector";
import { openInMemory } from "./in-memory.ts";
import { preparedStatements } from "./prepared.ts";
import type { WorkerAnswer, WorkerData, WorkerRequest, WorkerRows } from "./protocol.ts";

if (parentPort === null) throw new Error("the PGlite worker was started outside a worker thread");
const port = parentPort;
const { folder } = workerData as WorkerData;

const parsers = { [types.INT8]: Number };

function databaseError(thrown: unknown): { message: string; code: string; constraint: string } {
  const error = thrown as { message?: string; code?: string; constraint?: string };
  return { message: error.message ?? String(thrown), code: error.code ?? "", constraint: error.constraint ?? "" };
}

const extensions = "create extension if not exists vector; create extension if not exists pg_textsearch";
const options = { extensions: { vector, pg_textsearch }, parsers };
const opening = open();

async function open(): Promise<PGlite> {
  const database = await (folder === undefined
    ? openInMemory(options, extensions)
    : PGlite.create({ dataDir: folder, ...options }));
  await database.exec(`${extensions}; set client_min_messages = error; set wal_recycle = off`);
  return database;
}

const prepared = opening.then(preparedStatements);

async function answer(request: WorkerRequest): Promise<WorkerRows> {
  const database = await opening;
  const statements = await prepared;
  switch (request.kind) {
    case "query":
      return rowsOf(await statements.run(request.statement, request));
    case "exec": {
      if (request.opening) await statements.open(request.opening);
      await statements.forget(request.text);
      const options = request.shape === "arrays" ? ({ rowMode: "array" } as const) : {};
      return rowsOf((await database.exec(request.text, options)).at(-1));
    }
    case "close":
      await database.close();
      return rowsOf(undefined);
  }
}

function rowsOf(results: Results | undefined): WorkerRows {
  return { columns: (results?.fields ?? []).map(({ name }) => name), rows: results?.rows ?? [] };
}

// One after another: what is asked next may be sent before the last answer.
let turn: Promise<void> = Promise.resolve();
port.on("message", (request: WorkerRequest) => {
  turn = turn
    .then(() => answer(request))
    .then(
      (rows) => port.postMessage({ id: request.id, ...rows } satisfies WorkerAnswer),
      (thrown: unknown) => port.postMessage({ id: request.id, error: databaseError(thrown) } satisfies WorkerAnswer),
    );
});
