import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { lociTools } from "./src/adapters/ai-sdk.ts";
import { LociStore } from "./src/adapters/langgraph.ts";
import { Loci } from "./src/index.ts";
import { apiKey, contextId, startServer, type RealServer } from "./testing/real.ts";

let server: RealServer;
let loci: Loci;
beforeAll(async () => {
  server = await startServer();
  loci = new Loci({ url: server.url, apiKey, contextId });
});
afterAll(() => server.stop());

const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
const usage = { inputTokens: tokens, outputTokens: { total: 1, text: 1, reasoning: 0 } };

/** A model that calls a tool, and then says what the tool answered. */
function modelThatCalls(toolName: string, input: object): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    async doGenerate({ prompt }) {
      const last = prompt.at(-1);
      if (last?.role !== "tool") {
        const call = { type: "tool-call", toolCallId: "call-1", toolName, input: JSON.stringify(input) } as const;
        return { content: [call], finishReason: { unified: "tool-calls", raw: undefined }, usage, warnings: [] };
      }
      const text = JSON.stringify(last.content[0]);
      return { content: [{ type: "text", text }], finishReason: { unified: "stop", raw: undefined }, usage, warnings: [] };
    },
  });
}

const run = (toolName: string, input: object, tools = lociTools(loci)) =>
  generateText({ model: modelThatCalls(toolName, input), prompt: "Go.", tools, stopWhen: stepCountIs(3) });

describe("a model of the AI SDK", () => {
  it("remembers and recalls by its tools", async () => {
    await run("remember", { text: "Mina lives in Bergen." });
    const { text, steps } = await run("recall", { query: "Where does Mina live?", limit: 3 });
    expect(text).toContain("Bergen");
    expect(steps).toHaveLength(2);
    expect((await run("context", { query: "Where does Mina live?" })).text).toContain("Bergen");
    expect((await run("reflect", { query: "What about Mina?" })).text).toContain("Bergen");
  });

  it("forgets, and learns first what it would forget", async () => {
    expect((await run("forget", { query: "Where Mina lives", dryRun: true })).text).toContain('"dryRun":true');
    expect((await loci.entities.get("Person", "Mina")).attributes).toHaveLength(1);
    await run("forget", { query: "Where Mina lives" });
    expect((await run("recall", { query: "Where does Mina live?" })).text).not.toContain("Bergen");
  });

  it("writes and reads where the program says, not where it likes", async () => {
    await loci.scopes.register("team/a");
    await loci.scopes.register("team/b");
    await run("remember", { text: "Otto is a nurse." }, lociTools(loci, { scopes: "team/a", labels: ["agent=test"] }));
    const ofB = await run("recall", { query: "What is Otto?" }, lociTools(loci, { scopes: "team/b" }));
    expect(ofB.text).not.toContain("nurse");
    const { hits } = await loci.recall({ query: "What is Otto?", lens: "team/a" });
    expect(hits[0]).toMatchObject({ scopes: [["team/a"]], labels: ["agent=test"] });
  });

  it("is told of a call that fails", async () => {
    const { steps } = await run("recall", { query: "x", limit: 99 });
    const parts = steps.flatMap(({ content }) => content);
    expect(parts).toContainEqual(expect.objectContaining({ type: "tool-error" }));
  });
});

describe("a LangGraph store", () => {
  let store: LociStore;
  beforeAll(() => {
    store = new LociStore(loci);
  });

  it("gives back what was put, to the letter", async () => {
    const value = { name: "Mina ÅSE", list: [1, null, { deep: true }], "odd key": "a #b" };
    await store.put(["users", "Mina"], "profile", value);
    const item = await store.get(["users", "Mina"], "profile");
    expect(item).toMatchObject({ namespace: ["users", "Mina"], key: "profile", value });
    expect(item?.createdAt).toBeInstanceOf(Date);
    expect(await store.get(["users", "mina"], "profile")).toBeNull();
    expect(await store.get(["users", "Mina"], "Profile")).toBeNull();
  });

  it("replaces a value, however often and however alike, and keeps when it was made", async () => {
    for (const food of ["Sushi", "sushi", "pizza", "Sushi"]) await store.put(["users", "mina"], "prefs", { food });
    const item = await store.get(["users", "mina"], "prefs");
    expect(item?.value).toEqual({ food: "Sushi" });
    expect(item?.updatedAt.getTime()).toBeGreaterThan(item?.createdAt.getTime() ?? 0);
    expect((await loci.uncertainties.list({ entity: "LangGraphItem/users/mina/prefs" })).uncertainties).toEqual([]);
  });

  it("has one value after writers at the same moment", async () => {
    await Promise.all([1, 2, 3, 4].map((n) => store.put(["race"], "x", { n })));
    const item = await store.get(["race"], "x");
    expect([1, 2, 3, 4]).toContain(item?.value["n"]);
    await store.put(["race"], "x", { n: 5 });
    expect((await store.get(["race"], "x"))?.value).toEqual({ n: 5 });
  });

  it("finds by meaning, by prefix, by filter, and page by page", async () => {
    await store.put(["notes", "trips"], "1", { text: "A week in Lisbon by the sea", year: 2025 });
    await store.put(["notes", "trips"], "2", { text: "Skiing in the Alps", year: 2026 });
    await store.put(["notes", "food"], "1", { text: "Grandmother's apple pie recipe", year: 2026 });
    await loci.remember("The beach in Lisbon was full.");
    const found = await store.search(["notes"], { query: "holiday at the beach in Lisbon", limit: 2 });
    expect(found[0]).toMatchObject({ namespace: ["notes", "trips"], key: "1", value: { year: 2025 } });
    expect(found[0]?.score).toBeGreaterThan(0);
    expect(found.every(({ namespace }) => namespace[0] === "notes")).toBe(true);
    const baking = await store.search(["notes", "food"], { query: "a pie recipe with apples" });
    expect(baking.map(({ key }) => key)).toEqual(["1"]);
    // What nothing speaks for is no answer, though there is room for it.
    expect(await store.search(["notes", "food"], { query: "Lisbon" })).toEqual([]);
    expect(await store.search(["notes"], { filter: { year: { $gt: 2025 } } })).toHaveLength(2);
    const pages = await Promise.all([0, 1, 2].map((offset) => store.search(["notes"], { limit: 1, offset })));
    expect(new Set(pages.flat().map(({ namespace, key }) => [...namespace, key].join("/"))).size).toBe(3);
  });

  it("lists its namespaces", async () => {
    expect(await store.listNamespaces({ prefix: ["notes"] })).toEqual([
      ["notes", "food"],
      ["notes", "trips"],
    ]);
    expect(await store.listNamespaces({ suffix: ["mina"] })).toEqual([["users", "mina"]]);
    expect(await store.listNamespaces({ maxDepth: 1, limit: 2 })).toEqual([["notes"], ["race"]]);
  });

  it("forgets what is deleted, and takes it anew", async () => {
    await store.delete(["notes", "trips"], "1");
    await store.delete(["notes", "trips"], "never there");
    expect(await store.get(["notes", "trips"], "1")).toBeNull();
    expect((await store.search(["notes"], { query: "Lisbon" })).map(({ value }) => String(value["text"]))).not.toContain(
      "A week in Lisbon by the sea",
    );
    await store.put(["notes", "trips"], "1", { text: "Porto" });
    expect((await store.get(["notes", "trips"], "1"))?.value).toEqual({ text: "Porto" });
  });

  it("does a batch: reads as before it, of two writes to one key the last", async () => {
    const [before] = await store.batch([
      { namespace: ["batch"], key: "a" },
      { namespace: ["batch"], key: "a", value: { n: 1 } },
      { namespace: ["batch"], key: "a", value: { n: 2 } },
      { namespace: ["batch", "deeper"], key: "b", value: { n: 3 } },
    ]);
    expect(before).toBeNull();
    expect((await store.get(["batch"], "a"))?.value).toEqual({ n: 2 });
    expect(await store.search(["batch"])).toHaveLength(2);
  });

  it("is apart from a store of another type, and refuses what it cannot keep", async () => {
    const other = new LociStore(loci, { entityType: "AgentItem" });
    await other.put(["users", "mina"], "prefs", { food: "soup" });
    expect((await store.get(["users", "mina"], "prefs"))?.value).toEqual({ food: "Sushi" });
    expect((await other.search([], { query: "food" })).map(({ value }) => value)).toEqual([{ food: "soup" }]);
    await expect(store.put(["a"], "b", { text: "x".repeat(3_000) })).rejects.toMatchObject({ code: "too_large" });
    await expect(store.put(["a.b"], "c", {})).rejects.toThrow("periods");
  });
});
