import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killedPipeline } from "./faults/killed-pipeline.ts";
import { killed } from "./faults/killed.ts";

const prepare = async () => {
  const folder = await mkdtemp(join(tmpdir(), "loci-killed-"));
  return { connection: `pglite:${folder}`, remove: () => rm(folder, { recursive: true, force: true }) };
};

killed("the embedded PGlite", prepare);
killedPipeline("the embedded PGlite", prepare, { at: ["extracting_nodes"], during: [0.6], sections: 60 });
