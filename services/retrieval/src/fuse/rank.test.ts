import { describe, expect, it } from "@jest/globals";
import type { Candidate } from "@loci/ports/search-index";
import { rank, type Cues } from "./rank.ts";
import { rankByLeg } from "./single-leg.ts";

const none: Cues = {
  ...{ speakers: new Set(), during: [], asksWhen: false, graphDistance: new Map(), sourceOf: new Map() },
  fullContext: false,
};

function turn(seq: number, rest: Partial<Candidate> = {}): Candidate {
  return {
    id: `turn:${seq}`,
    class: "passage",
    terms: [],
    speaker: "Ann",
    sessionId: "s",
    seq,
    documentId: "",
    knownAt: "2024-05-01T00:00:00.000Z",
    bm25: 0,
    cosine: 0,
    ...rest,
  };
}

const order = (candidates: readonly Candidate[], cues: Partial<Cues> = {}) =>
  rank(candidates, { ...none, ...cues }).map(({ candidate }) => candidate.id);
const part = (candidates: readonly Candidate[], cues: Partial<Cues>, id: string, leg: string) =>
  rank(candidates, { ...none, ...cues })
    .find(({ candidate }) => candidate.id === id)
    ?.parts.find((one) => one.leg === leg);

describe("ranking", () => {
  it("puts what both legs find above what one finds", () => {
    const far = { sessionId: "" };
    expect(
      order([turn(1, { bm25: 4, ...far }), turn(2, { bm25: 4, cosine: 0.9, ...far }), turn(3, { cosine: 0.9, ...far })])[0],
    ).toBe("turn:2");
  });

  it("keeps a hit of one leg alone: nothing gates before the fusion", () => {
    expect(order([turn(1, { bm25: 3, sessionId: "a" }), turn(2, { cosine: 0.4, sessionId: "b" })])).toHaveLength(2);
  });

  it("lifts the turn that follows a match: an answer shares few words with its question", () => {
    expect(order([turn(1, { bm25: 5 }), turn(2), turn(9, { bm25: 1 })])).toEqual(["turn:1", "turn:2", "turn:9"]);
  });

  it("does not lend a neighbour's score across sessions", () => {
    expect(part([turn(1, { bm25: 5 }), turn(2, { sessionId: "other" })], {}, "turn:2", "neighbour")).toBeUndefined();
  });

  it("lifts the chunk that follows a match in its document", () => {
    const chunk = (seq: number, documentId: string, bm25: number) =>
      turn(seq, { class: "chunk", speaker: "", sessionId: documentId, documentId, bm25 });
    expect(order([chunk(1, "d", 5), chunk(2, "d", 0), chunk(2, "e", 0)])).toEqual(["turn:1", "turn:2", "turn:2"]);
    expect(part([chunk(1, "d", 5), chunk(2, "d", 0)], {}, "turn:2", "neighbour")?.contribution).toBeGreaterThan(0);
  });

  it("prefers the speaker who is named", () => {
    const candidates = [turn(1, { bm25: 3, sessionId: "a" }), turn(2, { bm25: 3, sessionId: "b", speaker: "Ben" })];
    expect(order(candidates, { speakers: new Set(["ben"]) })[0]).toBe("turn:2");
  });

  it("prefers the time that is named", () => {
    const june = turn(2, { bm25: 3, sessionId: "b", knownAt: "2024-06-03T00:00:00.000Z" });
    const during = [{ from: "2024-06-01T00:00:00.000Z", until: "2024-07-01T00:00:00.000Z" }];
    expect(order([turn(1, { bm25: 3, sessionId: "a" }), june], { during })[0]).toBe("turn:2");
  });

  it("gives the turn that a graph fact was read from its part", () => {
    const fact: Candidate = { ...turn(0, { bm25: 2 }), id: "attribute:1", class: "fact", sessionId: "" };
    const cues = { graphDistance: new Map([["attribute:1", 1]]), sourceOf: new Map([["attribute:1", "turn:7"]]) };
    expect(part([fact, turn(7)], cues, "turn:7", "source")?.contribution).toBeGreaterThan(0);
    expect(part([fact, turn(7)], cues, "attribute:1", "graph")?.score).toBe(1);
  });

  it("tells parts that add up to the score", () => {
    const candidates = [turn(1, { bm25: 5, cosine: 0.5 }), turn(2, { bm25: 1, cosine: 0.7 })];
    for (const { score, parts } of rank(candidates, { ...none, speakers: new Set(["ann"]) })) {
      expect(parts.reduce((sum, one) => sum + one.contribution, 0)).toBeCloseTo(score, 10);
    }
  });

  it("orders equal scores by id, so that answers repeat", () => {
    const equal = [turn(2, { sessionId: "a", bm25: 1 }), turn(1, { sessionId: "b", bm25: 1 })];
    expect(order(equal)).toEqual(order([...equal].reverse()));
  });

  it("has an answer for nothing", () => {
    expect(rank([], none)).toEqual([]);
  });
});

describe("one leg alone", () => {
  it("orders by its own score and leaves out what it did not find", () => {
    const candidates = [turn(1, { bm25: 1 }), turn(2, { bm25: 2, cosine: 0.1 }), turn(3, { cosine: 0.9 })];
    expect(rankByLeg(candidates, "bm25").map(({ candidate }) => candidate.id)).toEqual(["turn:2", "turn:1"]);
    expect(rankByLeg(candidates, "vector").map(({ candidate }) => candidate.id)).toEqual(["turn:3", "turn:2"]);
  });
});
