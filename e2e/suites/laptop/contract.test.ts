import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printedKeys, startDev } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import { contract, settings } from "./contract.ts";

contract("at one server as it starts on a laptop", async () => {
  const folder = await mkdtemp(join(tmpdir(), "loci-contract-"));
  const server = await startDev(`pglite:${folder}`, await freePort(), settings(1));
  return {
    url: server.url,
    managementKey: printedKeys(server.output()).managementKey,
    parts: ["database"],
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
