import { describe, expect, it } from "@jest/globals";
import { mostOfKind, mostSharing, overlapLinks, overlapLinksOf, summaryLinks, summaryLinksOf, type Features } from "./links.ts";

function having(weights: Readonly<Record<string, number>>): Features {
  const all = Object.entries(weights);
  return {
    mass: all.reduce((sum, [, weight]) => sum + weight, 0),
    byForm: new Map(all.map(([form, weight]) => [form, { weight, label: form.toUpperCase() }])),
  };
}
const kind = "knowledge_has_keyword";

describe("links by shared features", () => {
  it("weigh the part that both have, and are labelled with what they share most", () => {
    const documents = new Map([
      ["a", having({ solar: 1, roof: 0.5 })],
      ["b", having({ solar: 1, roof: 0.5 })],
      ["c", having({ roof: 0.5, wind: 2 })],
    ]);
    const links = overlapLinks(kind, documents);
    expect(links.map(({ from, to, label }) => [from, to, label])).toEqual([
      ["a", "b", "SOLAR"],
      ["a", "c", "ROOF"],
      ["b", "c", "ROOF"],
    ]);
    expect(links[0]?.weight).toBeCloseTo(1);
    expect(links[1]?.weight).toBeGreaterThan(0.1);
    expect(links[1]?.weight).toBeLessThan(0.2);
  });

  it("are none where too many documents have the feature", () => {
    const many = (n: number) => new Map(Array.from({ length: n }, (_, i) => [`d${i}`, having({ solar: 1 })]));
    expect(overlapLinks(kind, many(mostSharing + 1))).toEqual([]);
    expect(overlapLinks(kind, many(3))).toHaveLength(3);
  });

  it("of one document are the strongest, weighed as among all", () => {
    const documents = new Map(
      Array.from({ length: 30 }, (_, i) => [`d${String(i).padStart(2, "0")}`, having({ solar: 1 - i / 100, [`own${i}`]: 1 })]),
    );
    const among = overlapLinks(kind, documents);
    const own = overlapLinksOf(kind, documents, "d00", (form) => (form === "solar" ? 30 : 1));
    expect(own).toHaveLength(mostOfKind);
    expect(own).toEqual(among.filter((link) => link.from === "d00").slice(0, mostOfKind));
  });
});

describe("links by mean vectors", () => {
  it("join what is alike; vectors of another length are not compared", () => {
    const vectors = new Map([
      ["a", Float32Array.of(1, 0)],
      ["b", Float32Array.of(1, 0.1)],
      ["c", Float32Array.of(0, 1)],
      ["d", Float32Array.of(1, 0, 0)],
    ]);
    expect(summaryLinks(vectors)).toMatchObject([{ from: "a", to: "b", kind: "document_summary" }]);
    expect(summaryLinksOf(["b", Float32Array.of(1, 0.1)], vectors)).toEqual(summaryLinks(vectors));
  });
});
