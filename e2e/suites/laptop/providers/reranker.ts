import { afterEach, describe, expect, it } from "@jest/globals";
import { library, textFile } from "@loci/e2e/parts/documents";
import type { World } from "../journeys/world.ts";

const engine = textFile(
  "engine.md",
  "# Engine\n\n## Oil\n\nThe diesel engine holds 420 litres of oil.\n\n## Filter\n\nThe oil filter is changed every five hundred hours.\n\n## Spill\n\nAn oil spill is reported to the harbour master.\n",
);

export function reranker(world: World): void {
  describe("a reranker", () => {
    afterEach(() => world().provider.clear());

    it("orders what was found anew, and where it fails all stays as it was", async () => {
      const { loci, provider } = world();
      const tenant = await loci.tenant();
      const { keep, passages } = library(tenant);
      await keep(engine);
      const before = await passages("oil of the diesel engine");
      const sections = before.results.map(({ chunk }) => chunk.section);
      provider.scriptRerank({ kind: "rerank", scores: sections.map((_, i) => (i === sections.length - 1 ? 0.95 : 0.1)) });
      const again = await passages("oil of the diesel engine", { useReranker: true });
      expect([again.degraded, again.results[0]?.chunk.section]).toEqual([[], sections.at(-1)]);
      for (const fault of [{ kind: "unauthorized" }, { kind: "not_json" }, { kind: "rerank", scores: [] }] as const) {
        provider.scriptRerank(fault);
        const { results, degraded } = await passages("oil of the diesel engine", { useReranker: true });
        if (fault.kind !== "rerank") {
          expect(results.map(({ chunk }) => chunk.section)).toEqual(sections);
          expect(degraded).toEqual([expect.stringMatching(/^reranker: .+; order by bi-encoder$/)]);
        }
        expect(degraded.join()).not.toMatch(/127\.0\.0\.1/);
      }
    });
  });
}
