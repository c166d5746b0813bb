import { readFile } from "node:fs/promises";
import { describe, expect, it } from "@jest/globals";
import { workflowSources } from "./bundle.ts";

describe("the script of the workflows", () => {
  it("goes by the name of all that it is made of", async () => {
    const sources = await workflowSources();
    const known = new Set(sources.map(({ href }) => href));
    let imports = 0;
    for (const source of sources) {
      const text = await readFile(source, "utf8");
      for (const [, what = "", path = ""] of text.matchAll(/(import type|import|export)\s[^;]*?from\s+"([^"]+)"/g)) {
        if (what === "import type" || !path.startsWith(".")) continue;
        imports += 1;
        expect(known).toContain(new URL(path, source).href);
      }
    }
    expect(imports).toBeGreaterThan(2);
  });
});
