import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDev } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";

export const contextId = "dev";
export const apiKey = "loci-test-context-key-000001";
export const managementKey = "loci-test-management-key-01";

export interface RealServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A Loci of its own, with a fresh memory. */
export async function startServer(): Promise<RealServer> {
  const folder = await mkdtemp(join(tmpdir(), "loci-client-"));
  const keys = { SERVICE_API_KEY: apiKey, SERVICE_MANAGEMENT_API_KEY: managementKey };
  const server = await startDev(`pglite:${folder}`, await freePort(), keys);
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
