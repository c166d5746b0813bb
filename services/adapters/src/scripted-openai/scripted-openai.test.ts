import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import OpenAI from "openai";
import { scriptedVector, startScriptedOpenAi, type ScriptedOpenAi } from "./index.ts";

describe("the scripted server", () => {
  let server: ScriptedOpenAi;
  let client: OpenAI;
  beforeAll(async () => {
    server = await startScriptedOpenAi();
    client = new OpenAI({ baseURL: server.baseUrl, apiKey: "k", maxRetries: 0, logLevel: "off" });
  });
  afterAll(() => server.close());

  it("gives the same vector of length 1 for the same text, in both encodings", async () => {
    const floats = await client.embeddings.create({
      model: "m",
      input: ["a red boat", ""],
      dimensions: 16,
      encoding_format: "float",
    });
    const packed = await client.embeddings.create({ model: "m", input: "a red boat", dimensions: 16 });
    const [vector = []] = floats.data.map((item) => item.embedding);
    expect(Math.hypot(...vector)).toBeCloseTo(1);
    expect(vector).toEqual(scriptedVector("a red boat", 16));
    packed.data[0]?.embedding.forEach((value, i) => expect(value).toBeCloseTo(vector[i] ?? Number.NaN));
    expect(floats.data[1]?.embedding).toEqual(new Array<number>(16).fill(0));
  });

  it("answers each route from its own queue, and an empty extraction from an empty one", async () => {
    server.scriptEmbeddings({ kind: "server_error" });
    const completion = await client.chat.completions.create({ model: "m", messages: [] });
    expect(JSON.parse(completion.choices[0]?.message.content ?? "")).toEqual({ entities: [], facts: [], instructions: [] });
    await expect(client.embeddings.create({ model: "m", input: "x" })).rejects.toMatchObject({ status: 500 });
  });

  it("streams pieces with pauses, then the usage where it is asked for", async () => {
    server.script({ kind: "stream", chunks: ["a ", "b"], pauseMillis: 60, usage: { inputTokens: 3, outputTokens: 2 } });
    const asked = performance.now();
    const stream = await client.chat.completions.create({
      model: "m",
      messages: [],
      stream: true,
      stream_options: { include_usage: true },
    });
    const texts: string[] = [];
    let total = 0;
    for await (const chunk of stream) {
      const text = chunk.choices[0]?.delta.content;
      if (text) texts.push(text);
      total += chunk.usage?.total_tokens ?? 0;
    }
    expect([texts, total]).toEqual([["a ", "b"], 5]);
    expect(performance.now() - asked).toBeGreaterThan(50);
  });

  it("can fail in the middle of a stream", async () => {
    server.script({ kind: "stream", chunks: ["a "], end: "reset" });
    const stream = await client.chat.completions.create({ model: "m", messages: [], stream: true });
    const texts: (string | null | undefined)[] = [];
    const reading = (async () => {
      for await (const chunk of stream) texts.push(chunk.choices[0]?.delta.content);
    })();
    await expect(reading).rejects.toThrow();
    expect(texts).toEqual(["a "]);
  });

  it("answers a stage from its own queue before the route's, and its empty queue with what is empty there", async () => {
    const ask = async (name: string) => {
      const format = { type: "json_schema", json_schema: { name, schema: {} } } as const;
      const { choices } = await client.chat.completions.create({ model: "m", messages: [], response_format: format });
      return JSON.parse(choices[0]?.message.content ?? "") as unknown;
    };
    server.scriptStage("elaboration", { kind: "json", json: { summary: "mine" } });
    server.script({ kind: "json", json: "anybody's" });
    expect([await ask("consolidation"), await ask("elaboration"), await ask("elaboration"), await ask("decomposition")]).toEqual([
      "anybody's",
      { summary: "mine" },
      { relations: [], summary: "" },
      { questions: [] },
    ]);
  });

  it("ranks documents or texts, best first", async () => {
    const rerank = async (body: unknown) => {
      const response = await fetch(`${server.baseUrl}/rerank`, { method: "POST", body: JSON.stringify(body) });
      const answer: unknown = await response.json();
      return answer;
    };
    server.scriptRerank({ kind: "rerank", scores: [0.1, 0.9] });
    expect(await rerank({ query: "q", documents: ["a", "b"] })).toMatchObject({
      results: [
        { index: 1, relevance_score: 0.9 },
        { index: 0, relevance_score: 0.1 },
      ],
    });
    expect(await rerank({ query: "a b", texts: ["x", "b"] })).toEqual([
      { index: 1, score: 0.5 },
      { index: 0, score: 0 },
    ]);
  });

  it("records what it was asked", () => {
    expect(server.requests.map((request) => request.path)).toContain("/v1/chat/completions");
    expect(server.requests[0]?.authorization).toBe("Bearer k");
  });
});
