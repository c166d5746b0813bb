import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killed } from "./faults/killed.ts";

killed("the embedded PGlite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "loci-killed-"));
  return { connection: `pglite:${folder}`, remove: () => rm(folder, { recursive: true, force: true }) };
});
