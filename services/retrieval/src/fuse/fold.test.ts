import { describe, expect, it } from "@jest/globals";
import type { graph } from "@loci/protos";
import { foldDuplicates, type CheckedHit } from "./fold.ts";

const record = (id: string, text: string, turnId: string): graph.MemoryRecord => ({ id, text, turnId }) as graph.MemoryRecord;

function passage(id: string, text: string): CheckedHit {
  return { ranked: { candidate: { id, class: "passage" }, score: 1, parts: [] } as unknown as CheckedHit["ranked"], record: record(id, text, id) };
}

function fact(id: string, text: string, turnId: string): CheckedHit {
  return { ranked: { candidate: { id, class: "fact" }, score: 1, parts: [] } as unknown as CheckedHit["ranked"], record: record(id, text, turnId) };
}

const kept = (...hits: CheckedHit[]) => foldDuplicates(hits).map(({ record: { id } }) => id);

describe("folding", () => {
  it("leaves out a passage that repeats one ranked above", () => {
    expect(kept(passage("t1", "I moved to Boston last June"), passage("t2", "I moved to Boston, last June!"))).toEqual(["t1"]);
  });

  it("keeps passages that share some words only", () => {
    expect(kept(passage("t1", "I moved to Boston last June"), passage("t2", "I moved my piano to Boston by train"))).toEqual(["t1", "t2"]);
  });

  it("leaves out a turn when a fact above says all that it says", () => {
    expect(kept(fact("f", "Ann residence: Boston", "t1"), passage("t1", "Ann: Boston"))).toEqual(["f"]);
  });

  it("keeps a turn that says more than the fact read from it", () => {
    expect(kept(fact("f", "Ann residence: Boston", "t1"), passage("t1", "Ann: I moved to Boston and adopted two greyhounds"))).toEqual(["f", "t1"]);
  });

  it("gives the place of a turn to the best fact that says all of it, and keeps both facts of one turn", () => {
    expect(kept(passage("t1", "Ann: Boston"), fact("f", "Ann residence: Boston", "t1"), fact("g", "Ann likes: Boston", "t1"))).toEqual(["f", "g"]);
  });

  it("keeps texts without a term", () => {
    expect(kept(passage("t1", "…"), passage("t2", "!"))).toEqual(["t1", "t2"]);
  });
});
