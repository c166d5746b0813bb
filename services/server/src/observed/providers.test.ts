import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createHttpReranker } from "@loci/adapters/http-reranker";
import { createOpenAiEmbedder } from "@loci/adapters/openai-embedder";
import { createOpenAiLanguageModel } from "@loci/adapters/openai-language-model";
import { startScriptedOpenAi, type ScriptedOpenAi } from "@loci/adapters/scripted-openai";
import { createReadiness } from "@loci/platform/probes";
import { noteEmbedder, noteModel, noteReranker, readinessNote } from "./providers.ts";

let server: ScriptedOpenAi;
beforeAll(async () => {
  server = await startScriptedOpenAi();
});
afterAll(() => server.close());

function parts() {
  const readiness = createReadiness();
  readiness.serve();
  const clock = { now: Date.UTC(2030, 0, 1) };
  return { readiness, at: clock, clock: () => clock.now };
}
const place = () => ({ baseUrl: server.baseUrl, apiKey: "sk-secret", timeoutMs: 60_000, maxRetries: 0, model: "m" });
const fails = (asked: Promise<unknown>) => expect(asked).rejects.toThrow();

describe("a provider that fails", () => {
  it("is named with the time since when it does and the kind of the failure, until it answers, while the process is ready", async () => {
    const world = parts();
    const model = noteModel(createOpenAiLanguageModel(place()), readinessNote("languageModel", world));
    const state = () => world.readiness.state();
    expect(await state()).toEqual({ ok: true, parts: {}, degraded: {} });
    server.script({ kind: "unauthorized" });
    await fails(model.hypothesise("Where?"));
    world.at.now += 60_000;
    server.script({ kind: "server_error" });
    await fails(model.hypothesise("Where?"));
    const degraded = { languageModel: "failing since 2030-01-01T00:00:00.000Z: unavailable, status 500" };
    expect(await state()).toEqual({ ok: true, parts: {}, degraded });
    server.script({ kind: "content", content: "Here." });
    await model.hypothesise("Where?");
    expect((await state()).degraded).toEqual({});
  });

  it("is any of them, and a stream of one too", async () => {
    const world = parts();
    const gone = await startScriptedOpenAi();
    await gone.close();
    const nowhere = gone.baseUrl;
    const model = noteModel(createOpenAiLanguageModel({ ...place(), baseUrl: nowhere }), readinessNote("languageModel", world));
    const embedder = noteEmbedder(
      await createOpenAiEmbedder({ ...place(), baseUrl: nowhere, knownDimension: 4 }),
      readinessNote("embeddings", world),
    );
    const reranker = noteReranker(
      createHttpReranker({ ...place(), url: nowhere, maxRetries: 0 }),
      readinessNote("reranker", world),
    );
    const stream = model
      .synthesise({ purpose: "chat", question: "Where?", sources: [], history: [], instructions: [] })
      [Symbol.asyncIterator]();
    await fails(stream.next());
    await fails(embedder.embed(["a"], "passage"));
    await fails(reranker.score("a", ["b"]));
    const refused = expect.stringContaining("failing since 2030-01-01T00:00:00.000Z: unavailable");
    expect((await world.readiness.state()).degraded).toEqual({ languageModel: refused, embeddings: refused, reranker: refused });
  });

  it("is not one whose answer nobody waited for", async () => {
    const world = parts();
    const model = noteModel(createOpenAiLanguageModel(place()), readinessNote("languageModel", world));
    await fails(model.hypothesise("Where?", AbortSignal.abort()));
    expect((await world.readiness.state()).degraded).toEqual({});
  });

  it("is one that was cut as its time was over", async () => {
    const world = parts();
    const model = noteModel(createOpenAiLanguageModel(place()), readinessNote("languageModel", world));
    server.script({ kind: "timeout" });
    await fails(model.hypothesise("Where?", AbortSignal.timeout(50)));
    const { languageModel } = (await world.readiness.state()).degraded;
    expect(languageModel).toBe("failing since 2030-01-01T00:00:00.000Z: deadline_exceeded");
  });
});
