import { describe, expect, it } from "@jest/globals";
import type { graph } from "@loci/protos";
import { foldDuplicates, type CheckedHit } from "./fold.ts";

const record = (id: string, text: string, turnId: string): graph.MemoryRecord =>
  ({ id, text, turnId, chunkId: "", sectionId: "", duplicateOf: "" }) as unknown as graph.MemoryRecord;

function ofDocument(
  kind: "chunk" | "section",
  id: string,
  text: string,
  rest: Partial<graph.MemoryRecord> = {},
  score = 1,
): CheckedHit {
  return {
    ranked: { candidate: { id, class: kind }, score, parts: [] } as unknown as CheckedHit["ranked"],
    record: { ...record(id, text, ""), ...rest },
  };
}

function passage(id: string, text: string): CheckedHit {
  return {
    ranked: { candidate: { id, class: "passage" }, score: 1, parts: [] } as unknown as CheckedHit["ranked"],
    record: record(id, text, id),
  };
}

function fact(id: string, text: string, turnId: string): CheckedHit {
  return {
    ranked: { candidate: { id, class: "fact" }, score: 1, parts: [] } as unknown as CheckedHit["ranked"],
    record: record(id, text, turnId),
  };
}

const kept = (...hits: CheckedHit[]) => foldDuplicates(hits).map(({ record: { id } }) => id);

describe("folding", () => {
  it("leaves out a passage that repeats one ranked above", () => {
    expect(kept(passage("t1", "I moved to Boston last June"), passage("t2", "I moved to Boston, last June!"))).toEqual(["t1"]);
  });

  it("leaves out what a cut within a word left of another passage, wherever that stands", () => {
    const whole = "Bo needs the orders by Wednesday noon.";
    expect(kept(passage("t1", "Bo needs the orders by We"), passage("t2", whole))).toEqual(["t2"]);
    // A whole word less may be what somebody means.
    expect(kept(passage("t1", "Bo needs the orders"), passage("t2", whole))).toEqual(["t1", "t2"]);
  });

  it("keeps passages that share some words only", () => {
    expect(kept(passage("t1", "I moved to Boston last June"), passage("t2", "I moved my piano to Boston by train"))).toEqual([
      "t1",
      "t2",
    ]);
  });

  it.each([
    ["the one denies what the other says", "Grandpa Wim is diabetic", "Grandpa Wim is not diabetic"],
    ["the one cannot", "Lou can eat peanuts and cashews", "Lou can't eat peanuts and cashews"],
    [
      "one number is another",
      "The parish council granted the football club of Sint Anna in Brugge 400 euros",
      "The parish council granted the football club of Sint Anna in Brugge 900 euros",
    ],
  ])("keeps both, however alike, where %s", (_why, one, other) => {
    expect(kept(passage("t1", one), passage("t2", other))).toEqual(["t1", "t2"]);
  });

  it("leaves out a turn when a fact above says all that it says", () => {
    expect(kept(fact("f", "Ann residence: Boston", "t1"), passage("t1", "Ann: Boston"))).toEqual(["f"]);
  });

  it("keeps a turn that says more than the fact read from it", () => {
    expect(
      kept(fact("f", "Ann residence: Boston", "t1"), passage("t1", "Ann: I moved to Boston and adopted two greyhounds")),
    ).toEqual(["f", "t1"]);
  });

  it("gives the place of a turn to the best fact that says all of it, and keeps both facts of one turn", () => {
    expect(
      kept(passage("t1", "Ann: Boston"), fact("f", "Ann residence: Boston", "t1"), fact("g", "Ann likes: Boston", "t1")),
    ).toEqual(["f", "g"]);
  });

  it("keeps the place of a turn whose facts say it only together", () => {
    const told = passage("t1", "Tarek drinks coffee with cardamom");
    expect(kept(told, fact("f", "Tarek drinks: coffee", "t1"), fact("g", "Tarek drinks with: cardamom", "t1"))).toEqual([
      "t1",
      "f",
      "g",
    ]);
  });

  it("leaves out a chunk that is known to be a copy of one ranked above, or of the same third", () => {
    const copy = { duplicateOf: "c1" };
    const other = ofDocument("chunk", "c2", "Boxes are closed once and then weighed", copy);
    expect(kept(ofDocument("chunk", "c1", "Crates are sealed twice"), other)).toEqual(["c1"]);
    expect(kept(other, ofDocument("chunk", "c3", "Parcels get two seals", copy))).toEqual(["c2"]);
  });

  it("leaves out a chunk when a fact read from it says all that it says", () => {
    const read = fact("f", "Ann residence: Boston", "");
    const fromChunk = { ...read, record: { ...read.record, chunkId: "c1" } };
    expect(kept(fromChunk, ofDocument("chunk", "c1", "Ann: Boston"))).toEqual(["f"]);
    expect(kept(fromChunk, ofDocument("chunk", "c1", "Ann moved to Boston and adopted two greyhounds"))).toEqual(["f", "c1"]);
  });

  it("gives the place of a section to its best chunk, where one is there", () => {
    const inSection = { sectionId: "s1" };
    const chunks = [
      ofDocument("chunk", "c1", "Crates are sealed", inSection, 2),
      ofDocument("chunk", "c2", "Scales are checked", inSection, 1),
    ];
    const folded = foldDuplicates([ofDocument("section", "s1", "Packing", {}, 3), ...chunks]);
    expect(folded.map(({ record: { id }, ranked: { score } }) => [id, score])).toEqual([
      ["c1", 3],
      ["c2", 1],
    ]);
    expect(kept(...chunks, ofDocument("section", "s1", "Packing"))).toEqual(["c1", "c2"]);
    expect(kept(ofDocument("section", "s2", "Packing"), ...chunks)).toEqual(["s2", "c1", "c2"]);
  });

  it("leaves out a mere name that others hold, and keeps a turn that is news beside its facts", () => {
    const name = (entityName: string): CheckedHit => ({
      ranked: { candidate: { id: entityName, class: "entity" }, score: 1, parts: [] } as unknown as CheckedHit["ranked"],
      record: { ...record(entityName, `${entityName} (Person)`, ""), entityName },
    });
    expect(kept(name("Ann"), name("Bo"), passage("t1", "Ann likes chess."))).toEqual(["Bo", "t1"]);
    const told = [passage("t1", "Ann likes chess."), fact("f1", "Ann likes: chess", "t1")];
    expect(foldDuplicates(told, new Set(["t1"])).map((hit) => hit.record.id)).toEqual(["t1", "f1"]);
  });

  it("keeps long texts apart that differ at their ends, and takes a time that does not grow with their lengths", () => {
    const long = (seed: number, length: number) => {
      const words = Array.from({ length: length / 8 }, (_, i) => `w${(i * 7_919 + seed) % 1_000_003}`);
      return words.join(" ");
    };
    const text = long(1, 20_000);
    expect(kept(passage("t1", text), passage("t2", `${text} My code is red.`), passage("t3", text))).toEqual(["t1", "t2"]);
    const spent = (length: number) => {
      const hits = Array.from({ length: 150 }, (_, i) => passage(`t${i}`, long(i * 100_000, length)));
      const begun = process.threadCpuUsage();
      foldDuplicates(hits);
      return process.threadCpuUsage(begun).user / 1_000;
    };
    spent(8_000);
    expect(spent(96_000)).toBeLessThan(5 * spent(8_000) + 50);
  });

  it("keeps texts without a term", () => {
    expect(kept(passage("t1", "…"), passage("t2", "!"))).toEqual(["t1", "t2"]);
  });
});
