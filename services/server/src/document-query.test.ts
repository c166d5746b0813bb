import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createHttpReranker } from "@loci/adapters/http-reranker";
import { createOpenAiLanguageModel } from "@loci/adapters/openai-language-model";
import { openPglite } from "@loci/adapters/pglite";
import { startScriptedOpenAi, type ScriptedOpenAi } from "@loci/adapters/scripted-openai";
import { LociError } from "@loci/kernel";
import { scopeSetMessage } from "@loci/platform/messages";
import type { Embedder } from "@loci/ports/embedder";
import type { retrieval, RetrievalService } from "@loci/protos";
import type { Call } from "@loci/platform/call";
import { callIn, documentQuery, layGrounds, upload, type Given, type Grounds, type Stored } from "./testing/document-room.ts";

let grounds: Grounds;
let plain: RetrievalService<Call>;
let provider: ScriptedOpenAi;
beforeAll(async () => {
  grounds = await layGrounds(await openPglite({ folder: undefined }));
  plain = grounds.serve();
  provider = await startScriptedOpenAi();
});
afterAll(async () => {
  await provider.close();
  await grounds.database.close();
});

const fresh = () => `ctx-${randomBytes(6).toString("hex")}`;
const ask = (
  contextId: string,
  query: string,
  over: Partial<retrieval.QueryDocumentsRequest> = {},
  service = plain,
  call = callIn(contextId),
) => service.queryDocuments(documentQuery(query, over), call);
const texts = (answer: retrieval.QueryDocumentsResponse) => answer.results.map(({ chunk }) => chunk?.text ?? "");
const titles = (answer: retrieval.QueryDocumentsResponse) =>
  [...new Set(answer.results.map(({ chunk }) => chunk?.documentTitle ?? ""))].sort();

const engine: Given = {
  title: "Engine notes",
  sections: {
    Oil: ["The diesel holds 420 litres of oil, changed every five hundred hours.", "Filters are changed every thousand hours."],
    Cooling: ["Strainers are cleaned every morning when jellyfish drift in."],
  },
  keywords: ["diesel engine", "oil filter"],
};
const kitchen: Given = {
  title: "Kitchen guide",
  sections: {
    Allergies: ["The vegan stew contains nuts."],
    Deliveries: ["Milk comes on Tuesdays, fish whenever the trawler lands."],
  },
  mimeType: "application/pdf",
  labels: ["team=galley"],
};

async function library(...given: Given[]): Promise<{ contextId: string; stored: Stored[] }> {
  const contextId = fresh();
  const stored: Stored[] = [];
  for (const one of given) stored.push(await upload(grounds, contextId, one));
  return { contextId, stored };
}

describe("a document query", () => {
  it.each(["vector", "bm25", "hybrid", "hybrid_graph"])(
    "finds the passage that answers by %s, and nothing but chunks",
    async (mode) => {
      const { contextId } = await library(engine, kitchen);
      const answer = await ask(contextId, "How often is the diesel's oil changed?", { mode });
      expect(answer.results[0]?.chunk).toMatchObject({
        kind: "chunk",
        documentTitle: "Engine notes",
        sectionHeading: "Oil",
        position: 0,
      });
      expect(answer.results.every(({ chunk }) => chunk?.kind === "chunk")).toBe(true);
      const scores = answer.results.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(Math.max(...scores)).toBeLessThanOrEqual(1);
      expect(Math.min(...scores)).toBeGreaterThan(0);
      expect(answer.degraded).toEqual([]);
    },
  );

  it("tells each leg's part, and the parts add up to the score", async () => {
    const { contextId } = await library(engine, kitchen);
    for (const rrfK of [0, 60]) {
      const { results } = await ask(contextId, "oil filters of the diesel", { rrfK, mode: "hybrid_graph" });
      for (const { score, legs } of results) expect(legs.reduce((sum, leg) => sum + leg.contribution, 0)).toBeCloseTo(score, 10);
      expect(results[0]?.legs.find((leg) => leg.leg === "bm25")?.rank).toBe(1);
    }
  });

  it("shows hits in the order of their scores, and none that nothing speaks for, whatever is weighed", async () => {
    const crowd = Array.from({ length: 12 }, (_, i): Given => ({
      title: `Note ${i}`,
      sections: { [`Part ${i % 3}`]: [`Oil number ${i} is kept in locker ${i % 4}.`, `Xyzzy plugh ${i * i}.`] },
      keywords: [`locker ${i % 4}`],
    }));
    const { contextId } = await library(...crowd, engine, kitchen);
    const reranked = grounds.serve({
      reranker: { id: "test", score: (_, all) => Promise.resolve(all.map((__, i) => (i % 3) / 4)) },
    });
    for (const mode of ["vector", "bm25", "hybrid", "hybrid_graph"]) {
      for (const over of [{}, { rrfK: 10 }, { vectorWeight: 0 }, { graphAlpha: 1 }, { useReranker: true }]) {
        const { results } = await ask(contextId, "Where is the oil of locker 2?", { mode, k: 50, ...over }, reranked);
        const scores = results.map(({ score }) => score);
        expect([mode, over, scores]).toEqual([mode, over, [...scores].sort((a, b) => b - a)]);
        expect([mode, over, scores.filter((score) => !(score > 0))]).toEqual([mode, over, []]);
      }
    }
  });

  it("weighs its legs as it is told, and drops what is below the threshold", async () => {
    const { contextId } = await library(engine, kitchen);
    const byWords = await ask(contextId, "diesel oil", { vectorWeight: 0 });
    expect(byWords.results.flatMap(({ legs }) => legs).some(({ leg }) => leg === "vector")).toBe(false);
    const byMeaning = await ask(contextId, "diesel oil", { vectorWeight: 1 });
    expect(byMeaning.results.flatMap(({ legs }) => legs).some(({ leg }) => leg === "bm25")).toBe(false);
    const all = await ask(contextId, "diesel oil", {});
    const cut = (all.results[0]?.score ?? 0) - 0.01;
    expect((await ask(contextId, "diesel oil", { threshold: cut })).results).toHaveLength(1);
    expect((await ask(contextId, "diesel oil", { threshold: 1.01 })).results).toEqual([]);
  });

  it("keeps to documents, media types and labels, whatever ranks above them", async () => {
    const crowd = Array.from({ length: 30 }, (_, i): Given => ({
      title: `Note ${i}`,
      sections: { Stew: [`Vegan stew number ${i} contains nuts and nuts again`] },
    }));
    const { contextId, stored } = await library(...crowd.slice(0, 12), kitchen, engine);
    const { id } = stored[13] ?? { id: "" };
    const only = (filter: Partial<retrieval.DocumentFilter>) => ({ filter: { documentIds: [], mimeTypes: [], ...filter } });
    expect(titles(await ask(contextId, "vegan stew with nuts", only({ documentIds: [id] })))).toEqual(["Engine notes"]);
    expect(titles(await ask(contextId, "vegan stew with nuts", only({ mimeTypes: ["application/pdf"] })))).toEqual([
      "Kitchen guide",
    ]);
    expect((await ask(contextId, "stew", only({ mimeTypes: ["application/pdf"], documentIds: [id] }))).results).toEqual([]);
    expect((await ask(contextId, "stew", only({ mimeTypes: ["image/png"] }))).results).toEqual([]);
    expect(titles(await ask(contextId, "vegan stew", { labels: ["team=galley"] }))).toEqual(["Kitchen guide"]);
    expect((await ask(contextId, "vegan stew", { labels: ["team=bridge"] })).results).toEqual([]);
  });

  it("answers alike with and without what another ScopeSet holds: the same hits, the same scores", async () => {
    const here = [["org/a"]] as const;
    const { contextId } = await library({ ...engine, scopes: here }, { ...kitchen, scopes: here });
    const reader = callIn(contextId, { "memory:read": ["org/a"], "memory:write": ["org/a"] });
    const look = async (over: Partial<retrieval.QueryDocumentsRequest>) => {
      const { results } = await ask(contextId, "How often is the oil of the diesel changed?", over, plain, reader);
      return results.map(({ score, chunk, graphEvidence, graphExpansion, legs }) => ({
        score,
        id: chunk?.id,
        graphEvidence,
        graphExpansion,
        legs,
      }));
    };
    const ways = [{}, { mode: "bm25" }, { mode: "vector" }, { mode: "hybrid_graph", expandGraph: true, graphDepth: 2 }];
    const before = await Promise.all(ways.map(look));
    for (let i = 0; i < 5; i++) await upload(grounds, contextId, { ...engine, title: `Engine notes ${i}`, scopes: [["org/b"]] });
    await grounds.graph.recomputeLinks({}, callIn(contextId));
    expect(await Promise.all(ways.map(look))).toEqual(before);
    const lens = scopeSetMessage([["org/a"]]);
    expect(titles(await ask(contextId, "diesel", { lens }))).toEqual(["Engine notes", "Kitchen guide"]);
    await expect(ask(contextId, "diesel", { lens: scopeSetMessage([["org/b"]]) }, plain, reader)).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("says one thing once, however many documents say it", async () => {
    const { contextId } = await library(engine, { ...engine, title: "Engine notes, copied" });
    expect(texts(await ask(contextId, "diesel oil")).filter((text) => text.includes("420 litres"))).toHaveLength(1);
  });

  it("leaves a trace for who asked, and for nobody else", async () => {
    const { contextId } = await library(engine);
    const { traceId, results } = await ask(contextId, "diesel oil", { mode: "bm25" });
    const trace = await plain.getTrace({ id: traceId }, callIn(contextId));
    expect(trace).toMatchObject({ kind: "retrieval", mode: "documents:bm25", query: "diesel oil", principalId: "agent" });
    expect(trace.hits.map(({ id, source }) => [id, source])).toEqual(results.map(({ chunk }) => [chunk?.id, "chunk"]));
    await expect(plain.getTrace({ id: traceId }, callIn(contextId, undefined, "other"))).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("has no answer where there are no documents, and refuses what it does not know", async () => {
    const contextId = fresh();
    expect((await ask(contextId, "diesel oil", { mode: "hybrid_graph", expandGraph: true })).results).toEqual([]);
    await expect(ask(contextId, "diesel oil", { mode: "graph" })).rejects.toMatchObject({ code: "invalid" });
    await expect(ask(contextId, " ")).rejects.toMatchObject({ code: "invalid" });
    await expect(ask(contextId, "x", {}, plain, callIn(contextId, {}))).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("links between documents", () => {
  const about = (title: string, text: string, keywords: string[]): Given => ({
    title,
    sections: { [`${title} part`]: [text] },
    keywords,
  });
  const linked = [
    about("Alpha", "The winch is greased in spring.", ["winch", "grease"]),
    about("Beta", "The winch is greased before regattas.", ["winch", "grease"]),
    about("Gamma", "The winch of the museum is greased by volunteers.", ["museum"]),
    about("Delta", "Tar is boiled on Sundays.", ["winch", "grease", "tar"]),
  ];

  it("lift what linked documents that answer speak for, and say so", async () => {
    const { contextId } = await library(...linked);
    const answer = await ask(contextId, "When is the winch greased?", { graphEdges: ["knowledge_has_keyword"], graphAlpha: 0.5 });
    const of = (title: string) => answer.results.find(({ chunk }) => chunk?.documentTitle === title);
    expect(of("Alpha")?.graphEvidence).toContainEqual({
      edgeKind: "knowledge_has_keyword",
      neighbourLabel: "Beta",
      weight: expect.any(Number),
    });
    expect(of("Alpha")?.legs.find(({ leg }) => leg === "graph")?.contribution).toBeGreaterThan(0);
    expect(of("Gamma")?.graphEvidence).toEqual([]);
    const without = await ask(contextId, "When is the winch greased?");
    const rankOf = (found: retrieval.QueryDocumentsResponse) =>
      found.results.findIndex(({ chunk }) => chunk?.documentTitle === "Gamma");
    expect(rankOf(answer)).toBeGreaterThanOrEqual(rankOf(without));
    expect(without.results.every(({ graphEvidence }) => graphEvidence.length === 0)).toBe(true);
  });

  it("bring passages of linked documents along, and none that a filter leaves out", async () => {
    const { contextId, stored } = await library(...linked);
    const over = { k: 1, expandGraph: true, mode: "hybrid_graph" };
    const [best] = (await ask(contextId, "When is the winch greased in spring?", over)).results;
    expect(best?.chunk?.documentTitle).toBe("Alpha");
    expect(best?.graphExpansion.map((chunk) => chunk.documentTitle).sort()).toEqual(["Beta", "Delta"]);
    const filter = { documentIds: [stored[0]?.id ?? "", stored[1]?.id ?? ""], mimeTypes: [] };
    const [kept] = (await ask(contextId, "When is the winch greased in spring?", { ...over, filter })).results;
    expect(kept?.graphExpansion.map((chunk) => chunk.documentTitle)).toEqual(["Beta"]);
  });
});

describe("providers that a document query may use", () => {
  const model = () =>
    createOpenAiLanguageModel({ baseUrl: provider.baseUrl, model: "m", apiKey: "", timeoutMs: 60_000, maxRetries: 0 });
  const reranker = () => createHttpReranker({ url: provider.baseUrl, model: "r", apiKey: "", timeoutMs: 60_000, maxRetries: 0 });

  it("embeds what the answer may be, and goes on without when the model fails or takes too long", async () => {
    const { contextId } = await library(engine, kitchen);
    const service = grounds.serve({ model: model() });
    const hurried = grounds.serve({ model: model(), settings: { modelMs: 150 } });
    const question = "What should somebody avoid who swells up after hazelnuts?";
    provider.script({ kind: "content", content: "The vegan stew contains nuts." });
    const supposed = await ask(contextId, question, { mode: "vector", useHyde: true }, service);
    expect(supposed.degraded).toEqual([]);
    expect(texts(supposed)[0]).toBe("The vegan stew contains nuts.");
    const plainly = await ask(contextId, question, { mode: "vector" }, service);
    provider.script({ kind: "server_error" });
    const failed = await ask(contextId, question, { mode: "vector", useHyde: true }, service);
    expect(failed.degraded).toEqual(["hyde: the provider failed; the question itself was embedded"]);
    expect(texts(failed)).toEqual(texts(plainly));
    provider.script({ kind: "timeout" });
    const late = await ask(contextId, question, { useHyde: true }, hurried);
    expect(late.degraded).toEqual(["hyde: it did not answer in time; the question itself was embedded"]);
    expect(late.results.length).toBeGreaterThan(0);
  });

  it("searches each part of a question, and the whole alone when it cannot be taken apart", async () => {
    const { contextId } = await library(engine, kitchen);
    const service = grounds.serve({ model: model() });
    const question = "Tell me about the stew and the strainers";
    provider.scriptStage("decomposition", {
      kind: "json",
      json: { questions: ["Does the vegan stew contain nuts?", "When are the strainers cleaned?"] },
    });
    const answer = await ask(contextId, question, { decomposeQuery: true, k: 2 }, service);
    expect(answer.subQuestions).toEqual(["Does the vegan stew contain nuts?", "When are the strainers cleaned?"]);
    expect(titles(answer)).toEqual(["Engine notes", "Kitchen guide"]);
    provider.scriptStage("decomposition", { kind: "server_error" });
    const failed = await ask(contextId, question, { decomposeQuery: true }, service);
    expect(failed.degraded).toEqual(["decomposition: the provider failed; the question was searched whole"]);
    expect(failed.subQuestions).toEqual([]);
    expect(failed.results.length).toBeGreaterThan(0);
  });

  it("orders anew by a reranker, and as before when there is none, it fails or takes too long", async () => {
    const { contextId } = await library(engine, kitchen);
    const question = "oil of the diesel";
    const before = await ask(contextId, question);
    const none = await ask(contextId, question, { useReranker: true });
    expect(none.degraded).toEqual(["reranker: none is configured; order by bi-encoder"]);
    const service = grounds.serve({ reranker: reranker() });
    const hurried = grounds.serve({ reranker: reranker(), settings: { rerankMs: 150 } });
    provider.scriptRerank({ kind: "rerank", scores: before.results.map((_, i) => (i === 2 ? 0.9 : 0.1 - i / 100)) });
    const again = await ask(contextId, question, { useReranker: true }, service);
    expect(again.degraded).toEqual([]);
    expect([texts(again)[0], again.results[0]?.score]).toEqual([texts(before)[2], 0.9]);
    for (const fault of [{ kind: "server_error" }, { kind: "timeout" }] as const) {
      provider.scriptRerank(fault);
      const failed = await ask(contextId, question, { useReranker: true }, hurried);
      expect(failed.degraded).toEqual([expect.stringMatching(/^reranker: .+; order by bi-encoder$/)]);
      expect(texts(failed)).toEqual(texts(before));
    }
  });

  const mute = (): Embedder => ({
    ...createBuiltinEmbedder(),
    embed: () => Promise.reject(new LociError("unavailable", "gone")),
  });

  it("answers by words when nothing can be embedded, and not at all where only meaning was asked for", async () => {
    const { contextId } = await library(engine, kitchen);
    const service = grounds.serve({ embedder: mute() });
    const answer = await ask(contextId, "diesel oil", {}, service);
    expect(answer.degraded).toEqual(["vector: the embedding provider does not answer"]);
    expect(texts(answer)[0]).toContain("420 litres");
    await expect(ask(contextId, "diesel oil", { mode: "vector" }, service)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("finds keywords by meaning, and by their words when nothing can be embedded", async () => {
    const { contextId } = await library(engine);
    const asked = { query: "filters for oil", embedding: new Uint8Array(), k: 5, threshold: 0 };
    const found = async (service: RetrievalService<Call>) =>
      (await service.searchKeywords(asked, callIn(contextId))).results.map(({ text }) => text);
    expect((await found(plain))[0]).toBe("oil filter");
    expect(await found(grounds.serve({ embedder: mute() }))).toEqual(["oil filter"]);
  });
});
