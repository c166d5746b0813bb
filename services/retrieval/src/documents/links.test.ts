import { describe, expect, it } from "@jest/globals";
import type { graph } from "@loci/protos";
import { evidenceFor, linksOf, linksWithin, supportOf } from "./links.ts";

const edge = (fromDocument: string, toDocument: string, weight: number, kind = "document_link"): graph.DocumentEdge => ({
  ...{ fromDocument, toDocument, kind, weight, label: "" },
});
const weights = (links: ReturnType<typeof linksOf>, from: string) =>
  Object.fromEntries([...(links.get(from) ?? [])].map(([to, { weight }]) => [to, weight]));

describe("links between documents", () => {
  it("go both ways, and an edge that is told twice counts once", () => {
    const links = linksOf([edge("a", "b", 0.5), edge("b", "a", 0.5)]);
    expect([weights(links, "a"), weights(links, "b")]).toEqual([{ b: 0.5 }, { a: 0.5 }]);
  });

  it("support each other where they are of several kinds", () => {
    expect(weights(linksOf([edge("a", "b", 0.5), edge("a", "b", 0.5, "section_match")]), "a")).toEqual({ b: 0.75 });
  });

  it("never lead from a document to itself", () => {
    const links = linksWithin(linksOf([edge("a", "a", 1), edge("a", "b", 1)]), 3);
    expect(weights(links, "a")).toEqual({ b: 1 });
  });

  it("reach as far as the hops that are allowed, weaker with each, by the strongest way", () => {
    const direct = linksOf([edge("a", "b", 0.5), edge("b", "c", 0.5), edge("c", "d", 0.5), edge("a", "c", 0.1)]);
    expect(weights(linksWithin(direct, 1), "a")).toEqual({ b: 0.5, c: 0.1 });
    expect(weights(linksWithin(direct, 2), "a")).toEqual({ b: 0.5, c: 0.25, d: 0.05 });
    expect(weights(linksWithin(direct, 3), "a")).toEqual({ b: 0.5, c: 0.25, d: 0.125 });
  });
});

describe("support", () => {
  const links = linksOf([edge("a", "b", 0.8), edge("b", "c", 0.4)]);

  it("comes from the documents that answer, 1 for the one with most of it", () => {
    expect([...supportOf(["a", "b", "c", "d"], links, new Map([["b", 1]]))]).toEqual([
      ["a", 1],
      ["b", 0],
      ["c", 0.5],
      ["d", 0],
    ]);
  });

  it("is none where nothing that answers is linked", () => {
    expect(supportOf(["a", "c"], links, new Map([["d", 1]])).size).toBe(0);
  });
});

describe("evidence", () => {
  const several = linksOf([edge("a", "b", 0.5), edge("a", "b", 0.5, "section_match"), edge("a", "c", 0.9), edge("a", "x", 1)]);

  it("names the documents that answer, strongest first, and tells when several kinds combine", () => {
    const titles = new Map([
      ["b", "Beta"],
      ["c", "Gamma"],
    ]);
    expect(evidenceFor("a", several, titles)).toEqual([
      { edgeKind: "document_link", neighbourLabel: "Gamma", weight: 0.9 },
      { edgeKind: "hybrid_graph", neighbourLabel: "Beta", weight: 0.75 },
    ]);
    expect(evidenceFor("unknown", several, titles)).toEqual([]);
  });
});
