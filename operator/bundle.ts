/**
 * Writes the operator as one file, dist/loci-operator.js, which is what its image runs: read as it is and not stripped of its types
 * first, it needs two thirds of the memory.
 */
import { join } from "node:path";
import { rolldown } from "rolldown";

const build = await rolldown({
  input: { "loci-operator": join(import.meta.dirname, "src/main.ts") },
  platform: "node",
  logLevel: "warn",
});
await build.write({ dir: join(import.meta.dirname, "dist"), format: "esm", codeSplitting: false });
await build.close();
