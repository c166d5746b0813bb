import { readFile } from "node:fs/promises";
import { describe, expect, it } from "@jest/globals";
import { assembleKernels } from "./testing/assemble.ts";

describe("the kernels", () => {
  it("are what their source describes: else run services/parser/scripts/assemble.ts", async () => {
    const stored = await readFile(new URL("../assets/kernels.wasm", import.meta.url));
    expect(Buffer.from(await assembleKernels()).equals(stored)).toBe(true);
  });
});
