import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres } from "@loci/e2e/parts/postgres";
import { conformanceSuite } from "./testing/suite.ts";

conformanceSuite("Postgres", async () => {
  const server = await startPostgres();
  const connectionString = await server.createDatabase("conformance");
  return { database: await openPostgres({ connectionString }), stop: () => server.stop() };
});
