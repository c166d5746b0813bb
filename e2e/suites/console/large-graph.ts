import { describe, expect, it } from "@jest/globals";
import { frameCosts } from "@loci/e2e/parts/large-graph";
import type { ConsoleWorld } from "./world.ts";

const size = 2_000;

export function largeGraph(world: () => ConsoleWorld): void {
  describe(`a graph of ${size} nodes`, () => {
    it("is laid out and drawn frame by frame, and says what a frame takes", async () => {
      await world().visit("recall", async (page) => {
        const costs = await frameCosts(page, size);
        const at = (share: number) => (costs[Math.floor(costs.length * share)] ?? 0).toFixed(1);
        process.stderr.write(
          `console: ${size} nodes, ${costs.length} frames, each ${at(0.5)} ms (half), ${at(0.95)} ms (95 of 100), ${at(1 - 1 / costs.length)} ms (worst)\n`,
        );
        expect(costs.length).toBeGreaterThan(10);
      });
    });
  });
}
