import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { createOpenAiEmbedder } from "@loci/adapters/openai-embedder";
import { createOpenAiLanguageModel } from "@loci/adapters/openai-language-model";
import { startScriptedOpenAi, type ScriptedAnswer, type ScriptedOpenAi } from "@loci/adapters/scripted-openai";
import { callOf, onlyModel, rememberRequest, testService } from "./testing/service.ts";

let provider: ScriptedOpenAi;
beforeAll(async () => {
  provider = await startScriptedOpenAi();
});
afterEach(() => provider.clear());
afterAll(() => provider.close());

const content = "Ana: I live in Lisbon with two cats.";

function fact(over: object) {
  return {
    turn: 0,
    quote: "I live in Lisbon with two cats",
    subject: { type: "Person", name: "Ana" },
    key: "residence",
    value: "Lisbon",
    target: null,
    memory_category: "identity",
    confidence: 0.9,
    valid_from: "",
    valid_until: "",
    valid_precision: "",
    negated: false,
    changed: false,
    ...over,
  };
}

function serviceOfProvider(timeoutMs = 60_000) {
  const settings = { baseUrl: provider.baseUrl, model: "m", apiKey: "sk-test", timeoutMs, maxRetries: 0 };
  return testService({ models: onlyModel(createOpenAiLanguageModel(settings)) });
}

describe("a provider of extraction", () => {
  const faults: readonly ScriptedAnswer[] = [
    { kind: "timeout" },
    { kind: "rate_limited", retryAfterSeconds: 30 },
    { kind: "server_error" },
    { kind: "unauthorized" },
    { kind: "not_json" },
    { kind: "wrong_schema" },
    { kind: "truncated" },
    { kind: "refusal" },
    { kind: "reset" },
  ];

  it.each(faults.map((fault) => [fault.kind, fault] as const))("loses no text by the fault %s", async (_kind, fault) => {
    provider.script(fault, fault, fault, fault);
    const { service, written } = serviceOfProvider(fault.kind === "timeout" ? 100 : undefined);
    const answer = await service.remember(rememberRequest({ text: content }), callOf());
    expect(answer).toMatchObject({ deferred: true, extraction: null, turnId: "turn:0" });
    expect(written[0]?.turns).toMatchObject([{ content, extraction: "pending" }]);
  });

  it("is believed in what the text says, and in nothing else", async () => {
    const facts = [fact({}), fact({ key: "cats", value: "2" }), fact({ key: "employer", value: "Umbrella" })];
    provider.script({ kind: "extraction", extraction: { entities: [], facts, instructions: [] } });
    const { service, written } = serviceOfProvider();
    expect(await service.remember(rememberRequest({ text: content }), callOf())).toMatchObject({ deferred: false });
    const kept = written[0]?.proposals[0]?.facts.map(({ key, spanStart }) => [key, spanStart >= 0]);
    expect(kept).toEqual([
      ["residence", true],
      ["cats", true],
      ["employer", false],
    ]);
  });
});

describe("a provider of embeddings", () => {
  it("that fails lets nothing be stored, and says when to come again", async () => {
    const settings = { baseUrl: provider.baseUrl, model: "m", apiKey: "sk-test", timeoutMs: 60_000, maxRetries: 0 };
    const embedder = await createOpenAiEmbedder({ ...settings, knownDimension: 8 });
    provider.scriptEmbeddings({ kind: "server_error" });
    const { service, written } = testService({ embedder });
    const write = service.remember(rememberRequest({ text: content, infer: "none" }), callOf());
    await expect(write).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
    expect(written).toEqual([]);
    await embedder.close();
  });
});
