import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { retrieval, RetrievalService } from "@loci/protos";
import { callIn, layGrounds, memoryQuery, readFact, upload, type Given, type Grounds } from "./testing/document-room.ts";

let grounds: Grounds;
let service: RetrievalService<Call>;
beforeAll(async () => {
  grounds = await layGrounds(await openPglite({ folder: undefined }));
  service = grounds.serve();
});
afterAll(() => grounds.database.close());

const fresh = () => `ctx-${randomBytes(6).toString("hex")}`;
const ask = (contextId: string, query: string, over: Partial<retrieval.QueryRequest> = {}, call = callIn(contextId)) =>
  service.query(memoryQuery(query, over), call);
const texts = (hits: readonly retrieval.Hit[]) => hits.map((hit) => hit.text);

const manual: Given = {
  title: "Winch manual",
  sections: {
    Greasing: [
      "The winch is greased in spring.",
      "Use the white tube from the locker.",
      "Wipe the drum before.",
      "Old grease goes into the red bin.",
    ],
    Ropes: ["Ropes are washed in fresh water."],
  },
};

describe("documents in recall", () => {
  it("are hits of their own kind, with the place they stand at, and no facts", async () => {
    const contextId = fresh();
    const { id } = await upload(grounds, contextId, { ...manual, labels: ["team=deck"] });
    const { hits } = await ask(contextId, "When is the winch greased?", { k: 2 });
    expect(hits[0]).toMatchObject({
      ...{
        source: "chunk",
        text: "The winch is greased in spring.",
        documentId: id,
        documentTitle: "Winch manual",
        section: "Greasing",
      },
      ...{ charStart: 0, charEnd: 31, positionPercent: 0, labels: ["team=deck"] },
    });
    expect(hits.every((hit) => hit.source === "chunk")).toBe(true);
    expect((await ask(contextId, "When is the winch greased?", { includePassages: false })).hits).toEqual([]);
    expect((await ask(contextId, "winch", { labels: ["team=deck"] })).hits.length).toBeGreaterThan(0);
    expect((await ask(contextId, "winch", { labels: ["team=shore"] })).hits).toEqual([]);
  });

  it("bring what stands beside the best of them, uncounted, and never what is a hit already", async () => {
    const contextId = fresh();
    await upload(grounds, contextId, manual);
    const { hits, contextHits } = await ask(contextId, "When is the winch greased in spring?", { k: 1, mode: "bm25" });
    expect(hits).toHaveLength(1);
    expect(texts(contextHits)).toEqual(["Use the white tube from the locker.", "Wipe the drum before."]);
    expect(contextHits.every((hit) => hit.source === "chunk" && hit.section === "Greasing")).toBe(true);
    expect(contextHits.every(({ score }) => score > 0 && score < (hits[0]?.score ?? 0))).toBe(true);
    const all = await ask(contextId, "When is the winch greased in spring?", { k: 10 });
    expect(all.contextHits.filter((hit) => all.hits.some(({ id }) => id === hit.id))).toEqual([]);
    const facts = await ask(contextId, "When is the winch greased in spring?", { includePassages: false });
    expect(facts.contextHits).toEqual([]);
    const cached = () => ask(contextId, "When is the winch greased?", { k: 1, mode: "" });
    const first = await cached();
    expect(await cached()).toMatchObject({ tier: "cache", contextHits: first.contextHits });
  });

  it("give way to the facts that were read from them, where they say nothing else", async () => {
    const contextId = fresh();
    const stored = await upload(grounds, contextId, {
      title: "Acme",
      sections: { Seat: ["Acme seat: Bergen.", "Acme builds winches and cranes in two large halls."] },
    });
    await readFact(grounds, contextId, stored, 0, "seat", "Bergen");
    await readFact(grounds, contextId, stored, 1, "products", "winches");
    const { hits } = await ask(contextId, "Where is the seat of Acme, and what are its products?");
    expect(texts(hits)).toContain("Acme builds winches and cranes in two large halls.");
    expect(texts(hits)).not.toContain("Acme seat: Bergen.");
    expect(hits.find((hit) => hit.key === "seat")).toMatchObject({ source: "attribute", value: "Bergen", documentTitle: "Acme" });
    expect(texts((await ask(contextId, "Where is the seat of Acme?", { includeDuplicates: true })).hits)).toContain(
      "Acme seat: Bergen.",
    );
  });

  it("are given once where several say the same, unless duplicates are asked for", async () => {
    const contextId = fresh();
    await upload(grounds, contextId, manual);
    await upload(grounds, contextId, { ...manual, title: "Winch manual, printed" });
    const count = async (includeDuplicates: boolean) =>
      texts((await ask(contextId, "When is the winch greased in spring?", { includeDuplicates })).hits).filter((text) =>
        text.includes("in spring"),
      ).length;
    expect(await count(false)).toBe(1);
    expect(await count(true)).toBeGreaterThan(1);
  });

  it("are all there when they fit within k", async () => {
    const contextId = fresh();
    await upload(grounds, contextId, {
      title: "Tar",
      sections: { Boiling: ["Tar is boiled on Sundays."], Brushes: ["Brushes hang by the door."] },
    });
    const { tier, hits } = await ask(contextId, "anything about tar?", { mode: "" });
    expect(tier).toBe("full_context");
    expect(texts(hits).sort()).toEqual(["Brushes hang by the door.", "Tar is boiled on Sundays."]);
  });

  it("are found within their scope only, and change nobody else's answers", async () => {
    const contextId = fresh();
    await upload(grounds, contextId, { ...manual, scopes: [["org/a"]] });
    const reader = callIn(contextId, { "memory:read": ["org/a"] });
    const look = async () => {
      const { hits, contextHits } = await ask(contextId, "When is the winch greased?", {}, reader);
      return { hits, contextHits };
    };
    const before = await look();
    expect(before.hits.length).toBeGreaterThan(0);
    for (let i = 0; i < 4; i++) await upload(grounds, contextId, { ...manual, title: `Other ${i}`, scopes: [["org/b"]] });
    expect(await look()).toEqual(before);
    const lens = scopeSetMessage([["org/b"]]);
    expect((await ask(contextId, "winch", { lens })).hits.every((hit) => hit.documentTitle.startsWith("Other"))).toBe(true);
    expect((await ask(contextId, "winch", { lens })).contextHits.every((hit) => hit.documentTitle.startsWith("Other"))).toBe(true);
  });
});
