/** What is measured side by side: SurrealQL over the store, the same by hand in SQL on the same database, and the engine of the language itself. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openPglite } from "@loci/adapters/pglite";
import { openPostgres } from "@loci/adapters/postgres";
import { openDatabases, openStore } from "@loci/database";
import { startPostgres } from "@loci/e2e/parts/postgres";
import { raw, type Database } from "@loci/ports/database";

export interface Sides {
  readonly ask: Ask;
  readonly bare: (text: string) => Promise<unknown>;
  /** Undefined where it is not installed. */
  readonly engine: Ask | undefined;
  readonly database: Database;
  /** What it all stands on. */
  readonly kind: string;
  stop(): Promise<void>;
}

export type Ask = (text: string) => Promise<unknown>;

/** A folder in which the npm packages `surrealdb` and `@surrealdb/node` are installed: no install of Loci brings them. */
const engineFolder = process.env["LOCI_SURREALDB"];

export async function openSides({ postgres }: { readonly postgres: boolean }): Promise<Sides> {
  const { database, stop } = postgres ? await onPostgres() : { database: await openPglite({ folder: undefined }), stop: none };
  const store = await openStore(database);
  const session = openDatabases({ store, unauthenticated: true }).openSession({ ip: undefined, origin: undefined });
  await session.use("bench", "bench");
  const engine = engineFolder === undefined ? undefined : await openEngine(engineFolder);
  return {
    database,
    kind: postgres ? "Postgres" : "PGlite",
    ask: async (text) => {
      for (const result of await session.query(text, undefined)) if ("error" in result) throw result.error;
    },
    bare: (text) => database.asOwner((tx) => tx.query(raw(text))),
    engine: engine?.ask,
    async stop() {
      await engine?.stop();
      await session.close();
      await store.close();
      await stop();
    },
  };
}

const none = async (): Promise<void> => undefined;

async function onPostgres(): Promise<{ readonly database: Database; readonly stop: () => Promise<void> }> {
  const server = await startPostgres();
  const database = await openPostgres({ connectionString: await server.createDatabase("bench") });
  return { database, stop: () => server.stop() };
}

interface Engine {
  connect(url: string): Promise<unknown>;
  use(place: { namespace: string; database: string }): Promise<unknown>;
  query(text: string): Promise<unknown>;
  close(): Promise<unknown>;
}

async function openEngine(folder: string): Promise<{ readonly ask: Ask; readonly stop: () => Promise<void> }> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(folder, "node_modules", file)).href);
  const { Surreal } = (await load("surrealdb/dist/surrealdb.server.mjs")) as { Surreal: new (options: object) => Engine };
  const { createNodeEngines } = (await load("@surrealdb/node/dist/surrealdb-node.mjs")) as { createNodeEngines: () => object };
  const engine = new Surreal({ engines: createNodeEngines() });
  await engine.connect("mem://");
  await engine.use({ namespace: "bench", database: "bench" });
  return { ask: (text) => engine.query(text), stop: async () => void (await engine.close()) };
}
