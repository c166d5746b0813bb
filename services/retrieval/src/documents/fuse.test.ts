import { describe, expect, it } from "@jest/globals";
import type { Candidate } from "@loci/ports/search-index";
import { fuse, withSection, type Fusing } from "./fuse.ts";

const both: Fusing = { legs: "both", vectorWeight: 0.5, rrfK: 0 };
const alone = { neighbour: 0, document: 0, section: 0 };

function chunk(seq: number, rest: Partial<Candidate> = {}): Candidate {
  const documentId = rest.documentId ?? `document:${seq}`;
  return {
    ...{
      id: `chunk:${seq}`,
      class: "chunk",
      terms: [],
      speaker: "",
      sessionId: documentId,
      seq,
      documentId,
      knownAt: "",
      bm25: 0,
      cosine: 0,
    },
    ...rest,
  };
}

const scores = (candidates: readonly Candidate[], fusing: Partial<Fusing> = {}, around = alone) =>
  Object.fromEntries(fuse(candidates, { ...both, ...fusing }, around).chunks.map(({ candidate, score }) => [candidate.id, score]));

describe("the score of a chunk", () => {
  it("is 1 for what is best in every leg, and in proportion below", () => {
    const candidates = [chunk(1, { bm25: 4, cosine: 0.8 }), chunk(2, { bm25: 2, cosine: 0.8 }), chunk(3, { bm25: 4 })];
    expect(scores(candidates)).toEqual({ "chunk:1": 1, "chunk:2": 0.75, "chunk:3": 0.5 });
  });

  it("is one leg's alone where one was asked for, and leaves out what it did not find", () => {
    const candidates = [chunk(1, { bm25: 4, cosine: 0.2 }), chunk(2, { cosine: 0.4 })];
    expect(scores(candidates, { legs: "bm25" })).toEqual({ "chunk:1": 1 });
    expect(scores(candidates, { legs: "vector" })).toEqual({ "chunk:1": 0.5, "chunk:2": 1 });
  });

  it("is all of one leg where the other found nothing", () => {
    expect(scores([chunk(1, { bm25: 4 }), chunk(2, { bm25: 1 })])).toEqual({ "chunk:1": 1, "chunk:2": 0.25 });
  });

  it("heeds ranks alone where that is asked for", () => {
    const candidates = [chunk(1, { bm25: 100 }), chunk(2, { bm25: 2 }), chunk(3, { bm25: 1 })];
    expect(scores(candidates, { legs: "bm25", rrfK: 1 })).toEqual({ "chunk:1": 1, "chunk:2": 2 / 3, "chunk:3": 0.5 });
  });

  it("takes part of the scores beside it, of its document, and of its section", () => {
    const [best, next, far] = [
      chunk(1, { bm25: 4, documentId: "d" }),
      chunk(2, { bm25: 1, documentId: "d" }),
      chunk(5, { bm25: 1, documentId: "e" }),
    ];
    const around = scores([best, next, far], { legs: "both" }, { neighbour: 0.2, document: 0.2, section: 0 });
    expect(around["chunk:2"]).toBeGreaterThan(around["chunk:5"] ?? 1);
    expect(Math.max(...Object.values(around))).toBeLessThanOrEqual(1);
    const [ranked] = fuse([best], both, alone).chunks;
    expect(ranked && withSection(ranked, 0.5, 0.2).score).toBeCloseTo(0.9, 10);
  });

  it("is given to chunks only; sections have theirs apart", () => {
    const { chunks, sections } = fuse(
      [chunk(1, { bm25: 2 }), chunk(9, { id: "section:1", class: "section", bm25: 4 })],
      both,
      alone,
    );
    expect(chunks.map(({ candidate }) => candidate.id)).toEqual(["chunk:1"]);
    expect([...sections]).toEqual([["section:1", 1]]);
  });

  it("has an answer for nothing", () => {
    expect(fuse([], both).chunks).toEqual([]);
  });
});
