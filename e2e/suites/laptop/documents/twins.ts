import { describe, expect, it } from "@jest/globals";
import { library, textFile } from "@loci/e2e/parts/documents";
import type { Caller, Memory } from "@loci/e2e/parts/memory";
import { alike } from "../alike.ts";
import type { World } from "../journeys/world.ts";

const shelf = [
  textFile(
    "engine.md",
    "# Engine room\n\nThe diesel engine holds 420 litres of oil. Nora Dahl works as an engineer.\n\n## Cooling\n\nStrainers are cleaned when jellyfish drift in.",
  ),
  textFile("winch.md", "# Winch\n\nThe anchor winch takes hydraulic oil, see Engine room. Nora Dahl lives in Bergen."),
];
const neighbourLimitMs = 300_000;
const questions = ["How much oil does the engine hold?", "Where does Nora Dahl live?", "What drifts in?"];

async function settle(memory: Memory, fields: Readonly<Record<string, unknown>> = {}): Promise<void> {
  for (const file of shelf) await library(memory).keep(file, { title: file.name, ...fields });
  await memory.remember("Nora Dahl keeps three herons and likes oil.", fields);
}

/** A neighbour's documents and turns are about the same things, in other words. */
async function neighbour(memory: Memory, count: number, fields: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const { upload, settled } = library(memory);
  const uploads = Array.from({ length: count }, (_, i) =>
    upload(
      textFile(
        `n${i}.md`,
        `# Engine room\n\nThe diesel engine number ${i} holds ${i} litres of oil. Nora Dahl works as a diver.\n\n## Cooling\n\nJellyfish drift in.`,
      ),
      fields,
    ),
  );
  for (const { body } of await Promise.all(uploads)) await settled(body.id, neighbourLimitMs);
  const talk = Array.from({ length: 20 }, (_, i) => ["user", `Nora Dahl oils engine ${i}.`] as const);
  await memory.converse(talk, { infer: "none", ...fields });
}

/** Everything that tells of others, if anything does: hits, order, scores, counts, keywords, numbers over traces. */
async function everything(memory: Memory): Promise<unknown> {
  const answers = [];
  for (const query of questions) {
    for (const mode of ["vector", "bm25", "hybrid", "hybrid_graph"]) {
      const { results } = await library(memory).passages(query, { mode, expandGraph: true });
      answers.push(
        results.map(({ chunk, score, graphEvidence = [] }) => [
          chunk.text,
          score,
          graphEvidence.map(({ edgeKind, weight }) => [edgeKind, weight]),
        ]),
      );
    }
    for (const mode of [undefined, "hybrid", "vector", "bm25", "graph"]) {
      const { hits, tier, trace } = await memory.recall(query, { mode, k: 5, source: "twins" });
      answers.push([tier, trace.retrievedCount, hits.map(({ text, score }) => [text, score])]);
    }
  }
  const keywords = (await library(memory).keywords()).map(({ text, documentCount }) => [text, documentCount]);
  const near = await read<{ results: { text: string; score: number }[] }>(memory, "POST", "/documents/keywords/search", {
    query: "oil",
  });
  const { records, health } = await read<{ records: object; health: object }>(memory, "GET", "/inspect");
  const { total } = await read<{ total: number }>(memory, "GET", "/documents");
  const { duplicates, contradictions, total: found } = await read<Record<string, unknown>>(memory, "POST", "/fsck", {});
  const { contradiction, supersession, sourceKindDistribution } = await read<Record<string, unknown>>(
    memory,
    "GET",
    "/traces/stats",
  );
  const state = await read<{ knowledge: { attributes: { key: string; value: string }[] } }>(memory, "GET", "/state");
  return {
    ...{ answers, keywords, records, health, total, contradictions, found, contradiction, supersession, sourceKindDistribution },
    duplicates: (duplicates as unknown[]).length,
    near: near.results.map(({ text, score }) => [text, score]),
    knowledge: state.knowledge.attributes.map(({ key, value }) => [key, value]),
  };
}

async function read<Body>(memory: Caller, method: string, path: string, body?: object): Promise<Body> {
  const answer = await memory.send<Body>(method, path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return answer.body;
}

/** @param count documents of the neighbour */
export function twins(world: World, count = 4): void {
  describe(`twins with documents, beside ${count} documents of others`, () => {
    const limitMs = 600_000 + count * 20_000;

    it(
      "in two contexts get the same answers, however much a third has",
      async () => {
        const { loci } = world();
        const [one, other] = [await loci.tenant(), await loci.tenant()];
        await settle(one);
        const before = await everything(one);
        await neighbour(await loci.tenant(), count);
        await settle(other);
        expect(await everything(other)).toEqual(alike(before));
      },
      limitMs,
    );

    it(
      "in two scopes of one context get the same answers, with and without the other's documents and turns",
      async () => {
        const tenant = await world().loci.tenant("org/a", "org/b");
        await settle(tenant, { scopes: "org/a" });
        const reader = await tenant.member({ "memory:read": ["org/a"] });
        const before = await everything(reader);
        await neighbour(tenant, count, { scopes: "org/b" });
        await tenant.post("/documents/recompute-links", {});
        expect(await everything(reader)).toEqual(alike(before));
      },
      limitMs,
    );
  });
}
