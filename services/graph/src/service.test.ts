import { afterAll, beforeAll } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { graphSuite } from "./testing/suite.ts";

graphSuite("PGlite", () => openPglite({ folder: undefined }));

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

graphSuite("Postgres", async () => openPostgres({ connectionString: await server.createDatabase("graph") }));
