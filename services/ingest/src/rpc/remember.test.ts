import { describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import { scopeSetMessage } from "@loci/platform/messages";
import type { Embedder } from "@loci/ports/embedder";
import type { Extraction } from "@loci/ports/language-model";
import { defaultIngestLimits } from "../index.ts";
import { callOf, extractingModel, now, onlyModel, rememberRequest, testService } from "../testing/service.ts";

const silentModel = extractingModel("silent", () => new Promise<Extraction>(() => undefined));
const failingModel = extractingModel("failing", () => Promise.reject(new LociError("unavailable", "429")));
const brokenModel = extractingModel("broken", () => Promise.reject(new TypeError("a bug")));
const failingEmbedder: Embedder = {
  spec: { provider: "failing", model: "", dimension: 4, normalised: true },
  embed: () => Promise.reject(new LociError("unavailable", "down")),
  close: async () => undefined,
};

const always = { validFrom: "", validUntil: "" };
const lisbon = "Ana: I live in Lisbon.";
const scopes = (...paths: string[]) => scopeSetMessage(paths.map((path) => [path]));

describe("remember", () => {
  it("extracts, embeds everything and writes once", async () => {
    const { service, written } = testService();
    const answer = await service.remember(rememberRequest({ text: lisbon, labels: ["a=b"], sessionId: "session:9" }), callOf());
    expect(answer).toMatchObject({
      mode: "full",
      sessionId: "session:9",
      turnId: "turn:0",
      chunkId: "",
      deferred: false,
      replayed: false,
    });
    expect(answer.extraction).not.toBeNull();
    expect(written).toHaveLength(1);
    const [request] = written;
    expect(request).toMatchObject({
      scopes: null,
      labels: ["a=b"],
      stream: "experiential",
      dryRun: false,
      traceId: "trace:1",
      operationId: "",
    });
    expect(request?.turns).toMatchObject([{ role: "user", speaker: "Ana", content: lisbon, knownAt: now, extraction: "done" }]);
    const facts = request?.proposals[0]?.facts ?? [];
    expect(facts.length).toBeGreaterThan(0);
    expect(JSON.stringify(facts)).toContain("Lisbon");
    const embeddings = [...(request?.turns ?? []), ...facts, ...(request?.proposals[0]?.entities ?? [])].map(
      (each) => each.embedding.length,
    );
    expect(new Set(embeddings).size).toBe(1);
    expect(embeddings[0]).toBeGreaterThan(0);
  });

  it("keeps a literal text as it is", async () => {
    const { service, written } = testService();
    const answer = await service.remember(
      rememberRequest({ text: "Just this.", infer: "none", observedAt: "2023-01-01T00:00:00Z" }),
      callOf(),
    );
    expect(answer).toMatchObject({
      mode: "none",
      chunkId: "memory_chunk:0",
      turnId: "turn:0",
      extraction: null,
      deferred: false,
    });
    expect(written[0]).toMatchObject({
      turns: [{ extraction: "none", knownAt: "2023-01-01T00:00:00.000Z", speaker: "" }],
      proposals: [],
    });
  });

  it("stores nothing in a preview, not even its operation", async () => {
    const { service, written } = testService();
    const answer = await service.remember(rememberRequest({ text: lisbon, infer: "preview", idempotencyKey: "k" }), callOf());
    expect(answer.mode).toBe("preview");
    expect(written[0]).toMatchObject({ dryRun: true, operationId: "" });
    expect(written[0]?.proposals[0]?.facts.length).toBeGreaterThan(0);
  });

  it("takes triples from the caller, without a model and with or without a text", async () => {
    const { service, written } = testService({ models: onlyModel(brokenModel) });
    const ana = { type: "Person", name: "Ana" };
    const triples = [
      { entity: ana, key: "favouriteTea", value: "oolong", target: null, memoryCategory: "", ...always },
      {
        entity: ana,
        key: "works_for",
        value: "",
        target: { type: "Company", name: "Acme" },
        memoryCategory: "context",
        ...always,
      },
    ];
    const request = { infer: "triples", triples, observedAt: "2023-01-01T00:00:00Z" };
    expect(await service.remember(rememberRequest(request), callOf())).toMatchObject({
      mode: "triples",
      turnId: "",
      deferred: false,
    });
    expect(written[0]).toMatchObject({ turns: [], knownAt: "2023-01-01T00:00:00.000Z", proposals: [{ turn: -1 }] });
    expect(written[0]?.proposals[0]?.facts).toMatchObject([
      { key: "favourite_tea", value: "oolong", target: null, turn: -1, confidence: 1, memoryCategory: "knowledge" },
      { key: "works_for", value: "", target: { type: "Company", name: "Acme" }, turn: -1, memoryCategory: "context" },
    ]);
    expect(written[0]?.proposals[0]?.entities.map(({ name }) => name)).toEqual(["Ana", "Acme"]);
    await service.remember(rememberRequest({ ...request, text: "Ana told me." }), callOf());
    expect(written[1]).toMatchObject({ turns: [{ content: "Ana told me.", extraction: "done" }], proposals: [{ turn: 0 }] });
  });

  it("keeps when a triple holds, to the day where only days are given", async () => {
    const { service, written } = testService();
    const tea = { entity: { type: "Person", name: "Ana" }, key: "likes", value: "tea", target: null, memoryCategory: "" };
    const triples = [
      { ...tea, validFrom: "2020-01-01T00:00:00Z", validUntil: "" },
      { ...tea, validFrom: "2020-01-01T02:00:00+02:00", validUntil: "2021-03-04T05:06:07Z" },
      { ...tea, ...always },
    ];
    await service.remember(rememberRequest({ infer: "triples", triples }), callOf());
    expect(written[0]?.proposals[0]?.facts.map((fact) => [fact.validFrom, fact.validUntil, fact.validPrecision])).toEqual([
      ["2020-01-01T00:00:00.000Z", "", "day"],
      ["2020-01-01T00:00:00.000Z", "2021-03-04T05:06:07.000Z", "second"],
      ["", "", ""],
    ]);
  });

  it.each([
    ["only asks", "user", "Where do I live?"],
    ["is the service's own", "assistant", "You live in Lisbon [S1]."],
  ])("stores what %s in a chat silently, with nothing read from it", async (_what, role, text) => {
    const { service, written } = testService({ models: onlyModel(brokenModel) });
    const answer = await service.remember(rememberRequest({ text, role, place: "chat" }), callOf());
    expect(answer).toMatchObject({ turnId: "turn:0", chunkId: "", extraction: null, deferred: false });
    expect(written[0]).toMatchObject({ turns: [{ content: text, extraction: "silent" }], proposals: [] });
  });

  it("stores a question silently, by whatever door it comes; among people with names it is part of what is told", async () => {
    const { service, written } = testService();
    await service.remember(rememberRequest({ text: "Where do I live?" }), callOf());
    await service.remember(rememberRequest({ text: "Ana: Where do you live?" }), callOf());
    await service.remember(rememberRequest({ text: "Where do I live?", infer: "none" }), callOf());
    expect(written.map(({ turns }) => turns[0]?.extraction)).toEqual(["silent", "done", "none"]);
  });

  it("reads what is told in a chat", async () => {
    const { service, written } = testService();
    await service.remember(rememberRequest({ text: `${lisbon} Do you know a good bakery?`, place: "chat" }), callOf());
    expect(written[0]?.turns[0]?.extraction).toBe("done");
    expect(JSON.stringify(written[0]?.proposals)).toContain("Lisbon");
  });

  it.each([
    ["fails", failingModel],
    ["has a bug", brokenModel],
    ["never answers", silentModel],
  ])("keeps the text and says so when the model %s", async (_what, model) => {
    let deferred = 0;
    const limits = { ...defaultIngestLimits, extractionBudgetMs: 20 };
    const { service, written } = testService({ models: onlyModel(model), limits, onDeferred: () => deferred++ });
    const answer = await service.remember(rememberRequest({ text: lisbon }), callOf());
    expect(answer).toMatchObject({ mode: "full", turnId: "turn:0", extraction: null, deferred: true });
    expect(written[0]?.turns[0]).toMatchObject({ content: lisbon, extraction: "pending" });
    expect(written[0]?.turns[0]?.embedding.length).toBeGreaterThan(0);
    expect(deferred).toBe(1);
  });

  it("defers at once when the caller asks for it, without a call of the model", async () => {
    const { service, written } = testService({ models: onlyModel(silentModel) });
    expect(await service.remember(rememberRequest({ text: lisbon, respondAsync: true }), callOf())).toMatchObject({
      deferred: true,
    });
    expect(written[0]?.turns[0]?.extraction).toBe("pending");
  });

  it("cannot preview what the model does not answer", async () => {
    const { service, written } = testService({ models: onlyModel(failingModel) });
    const preview = service.remember(rememberRequest({ text: lisbon, infer: "preview" }), callOf());
    await expect(preview).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
    expect(written).toEqual([]);
  });

  it("stores nothing and asks to come again when the embedder fails", async () => {
    const { service, written } = testService({ embedder: failingEmbedder });
    const write = service.remember(rememberRequest({ text: lisbon, infer: "none" }), callOf());
    await expect(write).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
    expect(written).toEqual([]);
  });

  it("stops when the caller has gone", async () => {
    const gone = new AbortController();
    const { service, written } = testService({ models: onlyModel(silentModel) });
    const write = service.remember(rememberRequest({ text: lisbon }), callOf(undefined, gone.signal));
    setTimeout(() => gone.abort(), 5);
    await expect(write).rejects.toMatchObject({ code: "cancelled" });
    expect(written).toEqual([]);
  });
});

describe("the scopes of a write", () => {
  it("are passed on in canonical form", async () => {
    const { service, written } = testService();
    await service.remember(rememberRequest({ text: "x", infer: "none", scopes: scopes("org/a/2", "org/a/1") }), callOf());
    expect(written[0]?.scopes).toEqual(scopes("org/a/1", "org/a/2"));
  });

  it("must lie in the write region, before anything else is looked at", async () => {
    const { service } = testService();
    const outside = rememberRequest({ text: "", scopes: scopes("org/b/unknown") });
    await expect(service.remember(outside, callOf())).rejects.toMatchObject({ code: "forbidden" });
    const readOnly = callOf({ "memory:read": ["/"] });
    await expect(service.remember(rememberRequest({ text: "x" }), readOnly)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("must be registered", async () => {
    const { service } = testService();
    const request = rememberRequest({ text: "x", scopes: scopes("org/a/1", "org/a/unknown") });
    await expect(service.remember(request, callOf())).rejects.toMatchObject({
      code: "invalid",
      fields: [{ pointer: "/scopes", detail: "'org/a/unknown' is not registered" }],
    });
  });
});

describe("a bad request", () => {
  const triple = {
    entity: { type: "Person", name: "Ana" },
    key: "likes",
    value: "tea",
    target: null,
    memoryCategory: "",
    ...always,
  };
  it.each([
    ["no text", { text: " " }, "/text"],
    ["a text without end", { text: "a".repeat(100_001) }, "/text"],
    ["an unknown infer", { text: "a", infer: "guess" }, "/infer"],
    ["an unknown role", { text: "a", role: "robot" }, "/role"],
    ["no timestamp", { text: "a", observedAt: "today" }, "/observedAt"],
    ["an unknown category", { text: "a", memoryCategory: "gossip" }, "/memoryCategory"],
    ["triples where none are taken", { text: "a", triples: [triple] }, "/triples"],
    ["no triples", { infer: "triples" }, "/triples"],
    ["a triple with neither value nor target", { infer: "triples", triples: [{ ...triple, value: "" }] }, "/triples/0"],
    ["a triple with both", { infer: "triples", triples: [{ ...triple, target: { type: "Food", name: "tea" } }] }, "/triples/0"],
    [
      "a triple without an entity",
      { infer: "triples", triples: [{ ...triple, entity: { type: "Person", name: "" } }] },
      "/triples/0/entity/name",
    ],
    [
      "a triple of an unknown category",
      { infer: "triples", triples: [{ ...triple, memoryCategory: "x" }] },
      "/triples/0/memoryCategory",
    ],
    ["a time without an offset", { infer: "triples", triples: [{ ...triple, validFrom: "2024-01-01" }] }, "/triples/0/validFrom"],
    [
      "a time that ends before it begins",
      { infer: "triples", triples: [{ ...triple, validFrom: "2024-01-02T00:00:00Z", validUntil: "2024-01-01T00:00:00Z" }] },
      "/triples/0/validUntil",
    ],
    ["an unknown place", { text: "a", place: "pub" }, "/place"],
    ["a label that is no pair", { text: "a", labels: ["x"] }, "/labels/0"],
    ["an empty clause", { text: "a", scopes: { clauses: [{ paths: [] }] } }, "/scopes/0"],
  ])("is refused by name: %s", async (_what, over, pointer) => {
    const { service, written } = testService();
    const write = service.remember(rememberRequest(over), callOf());
    await expect(write).rejects.toMatchObject({ code: "invalid", fields: [expect.objectContaining({ pointer })] });
    expect(written).toEqual([]);
  });

  it("with too many labels is a conflict", async () => {
    const labels = Array.from({ length: 33 }, (_, i) => `k${i}=v`);
    const { service } = testService();
    await expect(service.remember(rememberRequest({ text: "a", labels }), callOf())).rejects.toMatchObject({ code: "conflict" });
  });
});
