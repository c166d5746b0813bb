/** A large memory for the console's graph, and a look at what each frame costs in the page. */
import type { Page } from "playwright-core";

const mostFramesMs = 120_000;

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

/**
 * Shows a graph of so many nodes in the console, from its navigation, and watches it while it is laid out.
 * @returns the milliseconds of each frame, without the compositor's part, shortest first
 */
export async function frameCosts(page: Page, size: number, watchedMs = 6_000): Promise<number[]> {
  await page.addInitScript(timeFrames);
  await page.evaluate(timeFrames);
  await page.route("**/api/v1/*/state*", (route) => route.fulfill({ json: largeState(size) }));
  await page.getByRole("link", { name: "Graph" }).click();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByText(`${size} of ${size} shown`).waitFor();
  await page.evaluate("window.frameCosts.clear()");
  await page.waitForTimeout(watchedMs);
  // On a busy machine there are few frames until then. page.waitForFunction would have the page evaluate text, which its policy forbids.
  const frames = () => page.evaluate<number>("window.frameCosts.size");
  for (const end = Date.now() + mostFramesMs; (await frames()) <= 10 && Date.now() < end;) await page.waitForTimeout(50);
  const costs = JSON.parse(await page.evaluate<string>("JSON.stringify([...window.frameCosts.values()])")) as number[];
  return costs.sort((a, b) => a - b);
}

/** A state of so many entities, each of which knows one that came before it, and every third another. */
function largeState(count: number): object {
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
