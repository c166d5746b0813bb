/** What each leg proposes, and how it is scored. */
import { expect, it } from "@jest/globals";
import { ask, idsOf, indexDocument, putAll, words } from "./asking.ts";
import type { Place } from "./place.ts";

export function legTests({ index, fresh }: Place): void {
  it("finds by words, the rarer word first", async () => {
    const contextId = fresh();
    const documents = [
      indexDocument("a", "zebra in town"),
      indexDocument("b", "market in town"),
      indexDocument("c", "town hall"),
      indexDocument("d", "quiet sea"),
    ];
    await index().apply(contextId, putAll(...documents), 0, 1);
    const found = await ask(index(), contextId, { terms: words("zebra town") });
    const [best] = [...found].sort((a, b) => b.bm25 - a.bm25);
    expect(best?.id).toBe("a");
    expect(idsOf(found)).toEqual(["a", "b", "c"]);
  });

  it("finds by meaning what shares no word", async () => {
    const contextId = fresh();
    const far = indexDocument("far", "stone", { embedding: new Float32Array([0, 1, 0, 0]) });
    await index().apply(contextId, putAll(indexDocument("near", "river"), far), 0, 1);
    const found = await ask(index(), contextId, { vector: new Float32Array([1, 0, 0, 0]) });
    const cosines = new Map(found.map((candidate) => [candidate.id, candidate.cosine]));
    expect(cosines.get("near")).toBeCloseTo(1, 5);
    expect(cosines.get("far")).toBeCloseTo(0, 5);
  });

  it("ranks a text without content last, and like nothing", async () => {
    const contextId = fresh();
    const empty = indexDocument("empty", "zebra", { embedding: new Float32Array(4) });
    const near = indexDocument("near", "zebra", { embedding: new Float32Array([0.8, 0.6, 0, 0]) });
    await index().apply(contextId, putAll(empty, near), 0, 1);
    const vector = new Float32Array([1, 0, 0, 0]);
    expect(idsOf(await ask(index(), contextId, { vector, pool: 1 }))).toEqual(["near"]);
    const found = await ask(index(), contextId, { vector, terms: words("zebra") });
    expect(found.find((candidate) => candidate.id === "empty")?.cosine).toBe(0);
  });

  it("takes what has no vector, and finds it by its words", async () => {
    const contextId = fresh();
    await index().apply(
      contextId,
      putAll(indexDocument("bare", "zebra", { embedding: new Float32Array() }), indexDocument("near", "river")),
      0,
      1,
    );
    const vector = new Float32Array([1, 0, 0, 0]);
    expect(idsOf(await ask(index(), contextId, { vector, pool: 1 }))).toEqual(["near"]);
    const found = await ask(index(), contextId, { vector, terms: words("zebra") });
    expect(found.find((candidate) => candidate.id === "bare")).toMatchObject({ cosine: 0 });
  });

  it("gives a candidate of one leg the other leg's score too", async () => {
    const contextId = fresh();
    await index().apply(contextId, putAll(indexDocument("a", "zebra")), 0, 1);
    const [hit] = await ask(index(), contextId, { terms: words("zebra"), vector: new Float32Array([0.6, 0.8, 0, 0]) });
    expect(hit?.bm25).toBeGreaterThan(0);
    expect(hit?.cosine).toBeCloseTo(0.6, 5);
  });

  it("brings the neighbours of the best passages along", async () => {
    const contextId = fresh();
    const turn = (seq: number, text: string) =>
      indexDocument(`t${seq}`, text, { sessionId: "s", seq, embedding: new Float32Array([0, 0, 0, 1]) });
    await index().apply(contextId, putAll(turn(0, "hello"), turn(1, "zebra"), turn(2, "indeed"), turn(3, "bye")), 0, 1);
    expect(idsOf(await ask(index(), contextId, { terms: words("zebra"), neighboursOf: 1 }))).toEqual(["t0", "t1", "t2"]);
  });

  it("takes proposals of other legs and passages of a time as candidates", async () => {
    const contextId = fresh();
    const june = indexDocument("june", "quiet", { knownAt: "2024-06-10T00:00:00.000Z" });
    await index().apply(contextId, putAll(june, indexDocument("asked", "silent"), indexDocument("other", "still")), 0, 1);
    const found = await ask(index(), contextId, {
      ids: ["asked", "unknown"],
      during: [{ from: "2024-06-01T00:00:00.000Z", until: "2024-07-01T00:00:00.000Z" }],
    });
    expect(idsOf(found)).toEqual(["asked", "june"]);
  });
}
