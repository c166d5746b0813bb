import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printedKeys, startDev } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import { mainJob } from "./main-job.ts";
import { onPostgres } from "./on-postgres.ts";

mainJob("the embedded PGlite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "loci-main-job-"));
  const server = await startDev(`pglite:${folder}`, await freePort());
  return {
    url: server.url,
    managementKey: printedKeys(server.output()).managementKey,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

mainJob("Postgres without pgvector", () => onPostgres());
