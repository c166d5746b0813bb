import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { turnOf } from "@loci/ports/language-model/contract";
import { createHttpReranker } from "../http-reranker/index.ts";
import { startScriptedOpenAi, type ScriptedOpenAi } from "../scripted-openai/index.ts";
import { createOpenAiLanguageModel } from "./index.ts";

let server: ScriptedOpenAi;
beforeAll(async () => void (server = await startScriptedOpenAi()));
afterEach(() => server.clear());
afterAll(() => server.close());

const model = () =>
  createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: "m", apiKey: "k", timeoutMs: 60_000, maxRetries: 0 });
const said = { turns: [turnOf("Hello. I live in Boston.")] };
const fact = (quote: string) => ({
  ...{ turn: 0, quote, subject: { type: "Person", name: "user" }, key: "residence", value: "Boston", target: null },
  ...{ memory_category: "knowledge", confidence: 0.9, valid_from: "", valid_until: "", valid_precision: "" },
  ...{ negated: false, changed: false },
});
const extraction = (facts: unknown[]) => ({ entities: [], facts, instructions: [] });

/** Processor time of this thread, in milliseconds. */
async function spent(work: () => Promise<unknown>): Promise<number> {
  const begun = process.threadCpuUsage();
  await work();
  return process.threadCpuUsage(begun).user / 1_000;
}

describe("garbage from a provider", () => {
  it("is refused before a million notes are made of what is wrong with it", async () => {
    const wrong = Array.from({ length: 200_000 }, () => ({}));
    server.script({ kind: "extraction", extraction: extraction(wrong) });
    const took = await spent(() => expect(model().extract(said)).rejects.toMatchObject({ code: "unavailable" }));
    // Each of them had thirteen.
    expect(took).toBeLessThan(1_000);
    server.script({ kind: "content", content: "x".repeat(1_000_001) });
    await expect(model().extract(said)).rejects.toMatchObject({ message: expect.stringContaining("does not end") });
    server.script({ kind: "body", body: { choices: wrong } });
    await expect(model().extract(said)).rejects.toMatchObject({ message: expect.stringContaining("more values") });
    server.scriptRerank({ kind: "body", body: wrong });
    const url = `${server.baseUrl.slice(0, -3)}/rerank`;
    const reranker = createHttpReranker({ url, model: "m", apiKey: "", timeoutMs: 60_000, maxRetries: 0 });
    await expect(reranker.score("a", ["b"])).rejects.toMatchObject({ message: expect.stringContaining("more values") });
  });

  it("that quotes what nobody said is looked for once in each text, and lets others work meanwhile", async () => {
    const facts = Array.from({ length: 600 }, (_, i) => fact(`Something that nobody said ${i}`));
    server.script({ kind: "extraction", extraction: extraction(facts) });
    const turns = Array.from({ length: 4 }, () => turnOf("I walked to the old mill and back. ".repeat(2_800)));
    let rounds = 0;
    const looks = setInterval(() => rounds++, 1);
    const took = await spent(async () => expect((await model().extract({ turns })).facts).toHaveLength(600));
    clearInterval(looks);
    // To fold each text for each quote anew takes minutes.
    expect(took).toBeLessThan(10_000);
    expect(rounds).toBeGreaterThan(2);
  });

  it("has no character that cannot be stored, in a text, in a stream and in JSON", async () => {
    server.scriptStage("synthesis", { kind: "stream", chunks: ["a\0b \uD83D", "\uDE00 \uD800"], pauseMillis: 0 });
    const pieces: string[] = [];
    for await (const part of model().synthesise({ purpose: "chat", question: "Who?", sources: [], history: [], instructions: [] }))
      if ("text" in part) pieces.push(part.text);
    expect(pieces.join("")).toBe("a\uFFFDb \u{1F600} \uFFFD");
    const odd = extraction([{ ...fact("I live in Boston."), value: "Bos\0ton\uDC00" }]);
    server.script({ kind: "extraction", extraction: odd });
    expect((await model().extract({ turns: [turnOf("Hello. I live in Boston.")] })).facts[0]?.value).toBe("Bos\uFFFDton\uFFFD");
  });

  it.each([[1e300], [-5], [0.5], ["7"], [null]])("is no count of tokens: %s", async (tokens) => {
    const message = { role: "assistant", content: JSON.stringify(extraction([])) };
    const usage = { prompt_tokens: tokens, completion_tokens: tokens };
    server.script({ kind: "body", body: { choices: [{ message, finish_reason: "stop" }], usage } });
    expect((await model().extract(said)).usage).toEqual({ inputTokens: 0, outputTokens: 0 });
  });
});
