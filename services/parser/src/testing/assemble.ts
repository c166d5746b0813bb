import { readFile } from "node:fs/promises";
import loadWabt from "wabt";

/** The bytes of the WebAssembly module that `kernels.wat` describes. */
export async function assembleKernels(): Promise<Uint8Array> {
  const wabt = await loadWabt();
  const source = await readFile(new URL("../kernels.wat", import.meta.url), "utf8");
  const module = wabt.parseWat("kernels.wat", source, { simd: true });
  try {
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}
