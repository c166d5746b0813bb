import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { rerankerContract } from "@loci/ports/reranker/contract";
import { startScriptedOpenAi, type ScriptedAnswer, type ScriptedOpenAi } from "../scripted-openai/index.ts";
import { createHttpReranker } from "./index.ts";

const apiKey = "sk-secret-0123456789";

for (const [manner, first] of [
  ["documents", undefined],
  ["texts", { kind: "wants_texts" }],
] as const) {
  rerankerContract(`the HTTP reranker with a server that takes ${manner}`, async () => {
    const server = await startScriptedOpenAi();
    if (first) server.scriptRerank(first);
    return {
      reranker: createHttpReranker({ url: `${server.baseUrl}/rerank`, model: "m", apiKey, timeoutMs: 60_000 }),
      willStall: () => server.scriptRerank({ kind: "timeout" }),
      close: () => server.close(),
    };
  });
}

describe("the HTTP reranker", () => {
  let server: ScriptedOpenAi;
  beforeAll(async () => {
    server = await startScriptedOpenAi();
  });
  afterEach(() => server.clear());
  afterAll(() => server.close());

  const rerankerWith = (rest: Partial<Parameters<typeof createHttpReranker>[0]> = {}) =>
    createHttpReranker({ url: `${server.baseUrl}/rerank`, model: "cross", apiKey, timeoutMs: 60_000, maxRetries: 0, ...rest });
  const score = (reranker = rerankerWith()) => reranker.score("a b", ["x", "a", "a b"]);

  it("sends the key, the model and the documents, and puts the scores in the order of the texts", async () => {
    expect(await score()).toEqual([0, 0.5, 1]);
    expect(server.requests).toEqual([
      {
        path: "/v1/rerank",
        authorization: `Bearer ${apiKey}`,
        body: { model: "cross", query: "a b", documents: ["x", "a", "a b"] },
      },
    ]);
  });

  it("sends texts to a server that wants them, and remembers that", async () => {
    server.scriptRerank({ kind: "wants_texts" });
    const reranker = rerankerWith();
    expect([await score(reranker), await score(reranker)]).toEqual([
      [0, 0.5, 1],
      [0, 0.5, 1],
    ]);
    expect(server.requests.map(({ body }) => Object.keys(body as object))).toEqual([
      ["model", "query", "documents"],
      ["query", "texts", "truncate"],
      ["query", "texts", "truncate"],
    ]);
  });

  it("finds the endpoint below a URL that stops above it, and sends no key where there is none", async () => {
    await score(rerankerWith({ url: server.baseUrl, apiKey: "" }));
    await score(rerankerWith({ url: `${new URL(server.baseUrl).origin}/` }));
    expect(server.requests.map(({ path, authorization }) => [path, authorization])).toEqual([
      ["/v1/rerank", ""],
      ["/rerank", `Bearer ${apiKey}`],
    ]);
  });

  it.each([
    [
      "scores under `score`",
      {
        results: [
          { index: 1, score: 2 },
          { index: 0, score: -3 },
        ],
      },
    ],
    [
      "a bare list",
      [
        { index: 1, score: 2, text: "b" },
        { index: 0, score: -3 },
      ],
    ],
    [
      "more about it",
      {
        id: "1",
        usage: {},
        results: [
          { index: 0, relevance_score: -3, document: { text: "a" } },
          { index: 1, relevance_score: 2 },
        ],
      },
    ],
  ])("reads %s", async (_what, body) => {
    server.scriptRerank({ kind: "body", body });
    expect(await rerankerWith().score("q", ["a", "b"])).toEqual([-3, 2]);
  });

  const one = { index: 0, relevance_score: 1 };
  const broken: readonly (readonly [string, ScriptedAnswer, string])[] = [
    ["a missing text", { kind: "body", body: { results: [one, { ...one, index: 1 }] } }, "each text once"],
    ["a text twice", { kind: "body", body: { results: [one, one, { ...one, index: 1 }] } }, "each text once"],
    ["a text that was not sent", { kind: "body", body: [one, { ...one, index: 1 }, { ...one, index: 3 }] }, "each text once"],
    ["a score that is none", { kind: "body", body: { results: [{ index: 0, relevance_score: "high" }] } }, "no list of scores"],
    ["something else", { kind: "body", body: { mood: "fine" } }, "no list of scores"],
    ["an HTML page", { kind: "not_json" }, "not JSON"],
    ["a server error", { kind: "server_error" }, "failed (500)"],
    ["a refused key", { kind: "unauthorized" }, "refused the API key (401)"],
    ["a reset connection", { kind: "reset" }, "cannot be reached"],
  ];
  it.each(broken)("calls %s unavailable, and says so without the key", async (_what, answer, text) => {
    server.scriptRerank(answer);
    const error: unknown = await score().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: "unavailable", message: expect.stringContaining(text) });
    expect(`${String((error as Error).stack)} ${String(((error as Error).cause as Error | undefined)?.stack)}`).not.toContain(
      apiKey,
    );
  });

  it("tries again after a failure and a reset, not after a refusal", async () => {
    server.scriptRerank({ kind: "server_error" }, { kind: "reset" });
    expect(await score(rerankerWith({ maxRetries: 2 }))).toEqual([0, 0.5, 1]);
    server.clear();
    server.scriptRerank({ kind: "unauthorized" });
    await expect(score(rerankerWith({ maxRetries: 2 }))).rejects.toMatchObject({ code: "unavailable" });
    expect(server.requests).toHaveLength(1);
  });

  it("passes on how long a rate limit lasts, and does not wait longer than its time", async () => {
    server.scriptRerank(...new Array<ScriptedAnswer>(2).fill({ kind: "rate_limited", retryAfterSeconds: 7 }));
    await expect(score()).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 7 });
    await expect(score(rerankerWith({ maxRetries: 1, timeoutMs: 100 }))).rejects.toMatchObject({ code: "unavailable" });
    server.clear();
    // One more than is asked for: on a busy machine the request above may arrive after its time.
    server.scriptRerank({ kind: "timeout" }, { kind: "timeout" }, { kind: "timeout" });
    await expect(score(rerankerWith({ timeoutMs: 50 }))).rejects.toMatchObject({ message: expect.stringContaining("in time") });
  });
});
