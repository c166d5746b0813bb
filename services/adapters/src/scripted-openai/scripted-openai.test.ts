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

  it("records what it was asked", () => {
    expect(server.requests.map((request) => request.path)).toContain("/v1/chat/completions");
    expect(server.requests[0]?.authorization).toBe("Bearer k");
  });
});
