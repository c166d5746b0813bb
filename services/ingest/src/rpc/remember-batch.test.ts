import { describe, expect, it } from "@jest/globals";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { LociError } from "@loci/kernel";
import { batchRequest, callOf, extractingModel, now, onlyModel, testService } from "../testing/service.ts";

const messages = [
  { role: "user", content: "Ana: I live in Lisbon.", ts: "2024-01-01T09:00:00Z" },
  { role: "user", content: "Ben: I work for Acme.", ts: "" },
];
const builtin = createBuiltinLanguageModel();

describe("rememberBatch", () => {
  it("reads a whole conversation at once and names its last turn", async () => {
    let passes = 0;
    const models = onlyModel(extractingModel("counted", (request, signal) => (passes++, builtin.extract(request, signal))));
    const embedder = createBuiltinEmbedder();
    let embeddings = 0;
    const counted = {
      ...embedder,
      embed: (...given: Parameters<typeof embedder.embed>) => (embeddings++, embedder.embed(...given)),
    };
    const { service, written } = testService({ models, embedder: counted });
    const answer = await service.rememberBatch(batchRequest({ messages }), callOf());
    expect([passes, embeddings, written.length]).toEqual([1, 1, 1]);
    expect(answer).toMatchObject({
      turnIds: ["turn:0", "turn:1"],
      chunkIds: ["", ""],
      extractions: [{ turnId: "turn:1" }],
      deferred: false,
    });
    expect(written[0]?.turns).toMatchObject([
      { speaker: "Ana", knownAt: "2024-01-01T09:00:00.000Z", extraction: "done" },
      { speaker: "Ben", knownAt: now, extraction: "done" },
    ]);
    expect(written[0]?.proposals[0]?.facts.map(({ turn }) => turn)).toEqual(expect.arrayContaining([0, 1]));
  });

  it("reads message by message, with one result for each, in order", async () => {
    const { service, written } = testService();
    const answer = await service.rememberBatch(batchRequest({ messages, extract: "per_message" }), callOf());
    expect(answer.extractions.map(({ turnId }) => turnId)).toEqual(["turn:0", "turn:1"]);
    expect(written[0]?.proposals.map(({ turn, facts }) => [turn, new Set(facts.map((fact) => fact.turn))])).toEqual([
      [0, new Set([0])],
      [1, new Set([1])],
    ]);
  });

  it("defers only the messages that the model did not answer", async () => {
    const flaky = extractingModel("flaky", (request, signal) => {
      if (request.turns[0]?.speaker === "Ana") return Promise.reject(new LociError("unavailable", "500"));
      return builtin.extract(request, signal);
    });
    const { service, written } = testService({ models: onlyModel(flaky) });
    const answer = await service.rememberBatch(batchRequest({ messages, extract: "per_message" }), callOf());
    expect(answer.deferred).toBe(true);
    expect(answer.extractions).toHaveLength(2);
    expect(written[0]?.turns.map(({ extraction }) => extraction)).toEqual(["pending", "done"]);
  });

  it("defers all of it when asked to, or when the one pass fails", async () => {
    const failing = extractingModel("failing", () => Promise.reject(new LociError("unavailable", "500")));
    for (const [over, request] of [
      [{}, { respondAsync: true }],
      [{ models: onlyModel(failing) }, {}],
    ] as const) {
      const { service, written } = testService(over);
      expect(await service.rememberBatch(batchRequest({ messages, ...request }), callOf())).toMatchObject({
        deferred: true,
        extractions: [],
      });
      expect(written[0]?.turns.map(({ extraction }) => extraction)).toEqual(["pending", "pending"]);
    }
  });

  it("keeps literal texts as they are", async () => {
    const { service, written } = testService();
    const answer = await service.rememberBatch(batchRequest({ messages, infer: "none" }), callOf());
    expect(answer).toMatchObject({ chunkIds: ["memory_chunk:0", "memory_chunk:1"], extractions: [], deferred: false });
    expect(written[0]?.proposals).toEqual([]);
  });

  it.each(["whole_conversation", "per_message"])(
    "shows with infer=preview what it would read by %s, and keeps nothing",
    async (extract) => {
      const { service, written } = testService();
      const answer = await service.rememberBatch(
        batchRequest({ messages, extract, infer: "preview", idempotencyKey: "k" }),
        callOf(),
      );
      expect([answer.deferred, answer.extractions.length > 0]).toEqual([false, true]);
      expect(written).toMatchObject([{ dryRun: true, operationId: "" }]);
      expect(written[0]?.proposals.flatMap(({ facts }) => facts).length).toBeGreaterThan(0);
    },
  );

  it.each(["whole_conversation", "per_message"])("has nothing to show by %s where the model does not answer", async (extract) => {
    const failing = extractingModel("failing", () => Promise.reject(new LociError("unavailable", "500")));
    const { service, written } = testService({ models: onlyModel(failing) });
    const look = service.rememberBatch(batchRequest({ messages, extract, infer: "preview" }), callOf());
    await expect(look).rejects.toMatchObject({ code: "unavailable" });
    expect(written).toEqual([]);
  });

  it("keeps the operation of the caller", async () => {
    const { service, written } = testService();
    const requestHash = Uint8Array.of(1, 2);
    await service.rememberBatch(batchRequest({ messages, infer: "none", idempotencyKey: "k", requestHash }), callOf());
    expect(written[0]).toMatchObject({ operationId: "k", operationHash: requestHash });
  });

  it.each([
    ["no messages", { messages: [] }, ["/messages"]],
    [
      "too many messages",
      { messages: Array.from({ length: 1001 }, () => ({ role: "user", content: "a", ts: "" })) },
      ["/messages"],
    ],
    ["triples, which belong to single facts", { messages, infer: "triples" }, ["/infer"]],
    ["an unknown extract", { messages, extract: "some" }, ["/extract"]],
    [
      "several bad messages",
      { messages: [{ role: "robot", content: "", ts: "noon" }, ...messages] },
      ["/messages/0/role", "/messages/0/content", "/messages/0/ts"],
    ],
  ])("refuses by name: %s", async (_what, over, pointers) => {
    const { service } = testService();
    const write = service.rememberBatch(batchRequest(over), callOf());
    const fields = pointers.map((pointer): unknown => expect.objectContaining({ pointer }));
    await expect(write).rejects.toMatchObject({ code: "invalid", fields });
  });
});
