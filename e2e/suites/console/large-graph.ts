import { describe, expect, it } from "@jest/globals";
import type { ConsoleWorld } from "./world.ts";

const size = 2_000;

/** Measures what each frame's callbacks take in the page: bringing in the layout's positions, and drawing. */
const timeFrames = `
  const ask = window.requestAnimationFrame.bind(window);
  const frames = new Map();
  window.frameCosts = frames;
  window.requestAnimationFrame = (act) => ask((at) => {
    const began = performance.now();
    act(at);
    frames.set(at, (frames.get(at) ?? 0) + performance.now() - began);
  });`;

export function largeGraph(world: () => ConsoleWorld): void {
  describe(`a graph of ${size} nodes`, () => {
    it("is laid out and drawn frame by frame, and says what a frame takes", async () => {
      await world().visit("recall", async (page) => {
        await page.addInitScript(timeFrames);
        await page.evaluate(timeFrames);
        await page.route("**/api/v1/*/state*", (route) => route.fulfill({ json: generated(size) }));
        await page.getByRole("link", { name: "Graph" }).click();
        await page.getByRole("button", { name: "Show all" }).click();
        await page.getByText(`${size} of ${size} shown`).waitFor();
        await page.evaluate("window.frameCosts.clear()");
        await page.waitForTimeout(6_000);
        const costs = JSON.parse(await page.evaluate<string>("JSON.stringify([...window.frameCosts.values()])")) as number[];
        costs.sort((a, b) => a - b);
        const at = (share: number) => (costs[Math.floor(costs.length * share)] ?? 0).toFixed(1);
        process.stderr.write(
          `console: ${size} nodes, ${costs.length} frames, each ${at(0.5)} ms (half), ${at(0.95)} ms (95 of 100), ${at(1 - 1 / costs.length)} ms (worst)\n`,
        );
        expect(costs.length).toBeGreaterThan(10);
      });
    });
  });
}

/** A state of so many entities, each of which knows one that came before it, and every third another. */
function generated(count: number): object {
  const createdAt = "2024-01-01T00:00:00.000Z";
  const types = ["Person", "Team", "Project", "Place", "Organisation"];
  const ref = (i: number) => ({ entityType: types[i % types.length] ?? "", name: `Node ${i}` });
  const idOf = (i: number) => `${ref(i).entityType}/${ref(i).name}`;
  const entities = Array.from({ length: count }, (_, i) => ({ ...ref(i), id: `entity:${i}`, importance: 0.5, createdAt }));
  const relation = (from: number, to: number) => ({
    ...{ id: `relation:${from}:${to}`, subject: idOf(from), object: idOf(to), label: "knows", uncertaintyIds: [], createdAt },
  });
  const relations = entities.slice(1).flatMap((_, at) => {
    const i = at + 1;
    const parent = Math.floor((i * ((i * 7919) % 97)) / 97);
    return i % 3 === 0 ? [relation(i, parent), relation(i, Math.floor(i / 2))] : [relation(i, parent)];
  });
  const distinct = [...new Map(relations.map((one) => [one.id, one])).values()];
  const empty = { entities: [], attributes: [], relations: [] };
  return {
    identity: empty,
    knowledge: { entities, attributes: [], relations: distinct },
    context: empty,
    instructions: [],
    unknowns: [],
  };
}
