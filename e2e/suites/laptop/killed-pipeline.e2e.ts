import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killedPipeline, states } from "./faults/killed-pipeline.ts";

const prepare = async () => {
  const folder = await mkdtemp(join(tmpdir(), "loci-killed-"));
  return { connection: `pglite:${folder}`, remove: () => rm(folder, { recursive: true, force: true }) };
};

killedPipeline("the embedded PGlite", prepare, { at: states, during: [0.2, 0.6, 0.9], sections: 240 });
