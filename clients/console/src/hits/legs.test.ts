import { describe, expect, it } from "@jest/globals";
import { legName, legShares, legsOf } from "./legs.ts";

const part = (leg: string, contribution: number, rank = 0) => ({ leg, contribution, rank, score: contribution });

describe("the legs of a hit", () => {
  it("count once each, with their best place, the largest part first", () => {
    const shares = legShares([part("bm25", 0.5, 3), part("source", 0.4), part("source", 0.3), part("bm25", 0.1, 1)]);
    expect(shares.map(({ leg }) => leg)).toEqual(["source", "bm25"]);
    expect(shares[0]?.contribution).toBeCloseTo(0.7);
    expect(shares[1]).toMatchObject({ rank: 1 });
  });

  it("are left out where they add nothing", () => {
    expect(legShares([part("time", 0), part("graph", 1)]).map(({ leg }) => leg)).toEqual(["graph"]);
  });

  it("of several hits are each named once", () => {
    const hits = [{ legs: [part("bm25", 1), part("time", 0)] }, { legs: [part("graph", 2), part("bm25", 1)] }];
    expect(legsOf(hits)).toEqual(["bm25", "graph"]);
  });

  it("are called by words, and an unknown one by its own name", () => {
    expect([legName("vector"), legName("moon")]).toEqual(["meaning", "moon"]);
  });
});
