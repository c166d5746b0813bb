import { describe, expect, it } from "@jest/globals";
import type { Memory } from "@loci/e2e/parts/memory";
import { alike } from "../alike.ts";
import { on, type World } from "./world.ts";

const places = ["Lisbon", "Oslo", "Rome", "Faro", "Porto", "Bergen"];
const people = ["Anna", "Bert", "Cleo", "Dora", "Emil", "Fynn"];
const observed = { observed_at: on("2024-03-01") };
const questions = [
  "Where does Anna live?",
  "Who keeps herons?",
  "crates of oranges in March 2024",
  "What did Emil say about the harbour?",
];
const modes = [undefined, "hybrid", "vector", "bm25", "graph"];

/** A small life: facts and texts of six people. */
async function live(memory: Memory, fields: object = {}): Promise<void> {
  for (const [i, person] of people.entries()) {
    await memory.remember(`${person} lives in ${places[i] ?? ""}, and keeps ${i + 2} herons.`, { ...observed, ...fields });
  }
  const talk = people.map((person) => ["user", `${person}: the crates of oranges left the harbour.`, on("2024-03-02")] as const);
  await memory.converse(talk, { infer: "none", ...fields });
}

/** 200 records that a neighbour has about the same people and things, in other words and numbers. */
async function neighbour(memory: Memory, fields: object = {}): Promise<void> {
  const triples = Array.from({ length: 100 }, (_, i) => [`Person/${people[i % 6] ?? ""}`, "likes", `heron number ${i}`] as const);
  await memory.state(triples, { ...observed, ...fields });
  const talk = Array.from(
    { length: 100 },
    (_, i) => ["user", `${people[i % 6] ?? ""} lives near harbour ${i} with oranges and herons.`, on("2024-03-03")] as const,
  );
  await memory.converse(talk, { infer: "none", ...fields });
}

/** All that a reader can learn: hits in their order with their scores, counts, entities. */
async function everything(memory: Memory) {
  const answers = [];
  for (const mode of modes) {
    for (const query of questions) {
      const { tier, hits, seedEntities, trace } = await memory.recall(query, { mode, k: 5 });
      const { retrievedCount, tierReason } = trace;
      answers.push({
        mode,
        query,
        tier,
        tierReason,
        retrievedCount,
        seedEntities,
        hits: hits.map(({ text, score, labels }) => [text, score, labels]),
      });
    }
  }
  const { entities, total } = await memory.entities();
  const anna = await memory.entity("Person/Anna");
  return {
    answers,
    total,
    names: entities.map((entity) => entity.name),
    anna: anna.attributes.map(({ key, value, confidence }) => [key, value, confidence]),
  };
}

/** What others have changes nothing for whom may not see it. */
export function twins(world: World): void {
  describe("twins", () => {
    it("in two contexts get the same answers, however much a third has", async () => {
      const [one, other] = [await world().tenant(), await world().tenant()];
      await live(one);
      const before = await everything(one);
      await neighbour(await world().tenant());
      await live(other);
      expect(await everything(other)).toEqual(alike(before));
    });

    it("in two scopes of one context get the same answers, with and without the other's 200 records", async () => {
      const tenant = await world().tenant("org/a", "org/b", "org/c");
      await live(tenant, { scopes: "org/a" });
      const reader = await tenant.member({ "memory:read": ["org/a"] });
      const first = await everything(reader);
      // From the cache: what others write is nothing by which that may be told apart.
      const before = await everything(reader);
      await neighbour(tenant, { scopes: "org/b" });
      await neighbour(tenant, { scopes: [["org/a", "org/c"]] });
      expect(await everything(reader)).toEqual(alike(before));
      await live(tenant, { scopes: "org/c" });
      const twin = await tenant.member({ "memory:read": ["org/c"] });
      expect(await everything(twin)).toEqual(alike(first));
    });
  });
}
