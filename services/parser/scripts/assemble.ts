/** Writes `assets/kernels.wasm` from `src/kernels.wat`: `node services/parser/scripts/assemble.ts`. */
import { writeFile } from "node:fs/promises";
import { assembleKernels } from "../src/testing/assemble.ts";

await writeFile(new URL("../assets/kernels.wasm", import.meta.url), await assembleKernels());
