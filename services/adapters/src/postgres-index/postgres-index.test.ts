import { afterAll, beforeAll } from "@jest/globals";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { migrate } from "@loci/platform/db";
import type { Database } from "@loci/ports/database";
import { searchIndexContract } from "@loci/ports/search-index/contract";
import { openPglite } from "../pglite/index.ts";
import { openPostgres } from "../postgres/index.ts";
import { createPostgresIndex } from "./index.ts";

async function over(database: Database, dimension: number) {
  await migrate(database, []);
  return { index: await createPostgresIndex(database, dimension), close: () => database.close() };
}

searchIndexContract("PGlite with pgvector and pg_textsearch", async (dimension) => over(await openPglite({ folder: undefined }), dimension));

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

searchIndexContract("Postgres without extensions", async (dimension) =>
  over(await openPostgres({ connectionString: await server.createDatabase("search_index") }), dimension),
);
