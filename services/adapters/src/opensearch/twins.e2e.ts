/** Two tenants in one index, each with more documents than are compared one by one. */
import { describe, expect, it } from "@jest/globals";
import type { Candidate, SearchRequest } from "@loci/ports/search-index";
import { indexDocument, searchRequest, words } from "@loci/ports/search-index/testing";
import { indexServer } from "./testing/server.ts";
import { exactUpTo } from "./vectors.ts";

const { open } = indexServer();

const size = exactUpTo + 500;
const atOnce = 2_100;
const dimension = 8;
const vocabulary = ["zebra", "town", "market", "river", "bridge", "stone", "apple", "winter", "lamp", "garden"];

/** Texts and directions, the same for the same seed. */
function chance(seed: number) {
  let state = seed;
  const next = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  const text = (most: number) => Array.from({ length: 3 + next(most) }, () => vocabulary[next(10)] ?? "").join(" ");
  const vector = () => {
    const raw = Float32Array.from({ length: dimension }, () => next(2_001) - 1_000);
    return raw.map((value) => value / Math.hypot(...raw, 1e-9));
  };
  return { text, vector };
}

describe("two tenants, each too large to be compared one by one", () => {
  it("score alike with and without the other, and find the same", async () => {
    const index = open({ dimension });
    const fill = async (contextId: string, seed: number, more: string) => {
      const { text, vector } = chance(seed);
      for (let at = 0; at < size; at += atOnce) {
        const changes = Array.from({ length: atOnce }, (_, i) => ({
          put: indexDocument(`d${at + i}`, `${text(12)} ${more}`, { embedding: vector() }),
        }));
        expect(await index.apply(contextId, changes, at, at + atOnce)).toBe(true);
      }
    };
    const { text, vector } = chance(3);
    const questions = Array.from({ length: 12 }, () => ({ terms: words(text(3)), vector: vector() }));
    const answers = async (legs: SearchRequest["legs"]) => {
      const scopeSets = await index.scopeSets("a");
      const found: Candidate[][] = [];
      for (const question of questions) {
        const answer = await index.search(searchRequest("a", scopeSets, { ...question, legs, pool: 256 }));
        found.push([...answer].sort((x, y) => (x.id < y.id ? -1 : 1)));
      }
      return found;
    };
    const byWords = { bm25: true, vector: false };
    const byMeaning = { bm25: false, vector: true };
    await fill("a", 1, "");
    const alone = { words: await answers(byWords), meaning: await answers(byMeaning) };
    await fill("b", 2, "zebra zebra");
    // Words: every candidate, in every figure.
    expect(await answers(byWords)).toEqual(alone.words);
    // Meaning: the walk through the graph of vectors may leave out another one of the least alike, never of the first fifty.
    const nearest = (found: readonly Candidate[]) =>
      [...found].sort((x, y) => y.cosine - x.cosine || (x.id < y.id ? -1 : 1)).slice(0, 50);
    expect((await answers(byMeaning)).map(nearest)).toEqual(alone.meaning.map(nearest));
    await index.close();
  });
});
