import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printedKeys, startDev } from "@loci/e2e/parts/loci";
import { freePort, startPostgres } from "@loci/e2e/parts/postgres";
import type { StartedServer } from "./main-job.ts";

/** Loci in one process on an empty Postgres of its own; `binaries` is the folder of the Postgres, npm's when it is left out. */
export async function onPostgres(binaries?: string): Promise<StartedServer> {
  const postgres = await startPostgres(binaries);
  const secrets = await mkdtemp(join(tmpdir(), "loci-main-job-"));
  const server = await startDev(await postgres.createDatabase("loci"), await freePort(), { SERVICE_SECRETS_DIR: secrets });
  return {
    url: server.url,
    managementKey: printedKeys(server.output()).managementKey,
    async stop() {
      await server.stop();
      await postgres.stop();
      await rm(secrets, { recursive: true, force: true });
    },
  };
}
