import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import { embedderContract } from "@loci/ports/embedder/contract";
import { batches } from "./batches.ts";
import { createOpenAiEmbedder, type OpenAiEmbedderOptions } from "./index.ts";

interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly dimensions?: number };
}

type Answer = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> } | "silence";

const letters = "abcdefghijklmnop";
/** How often each of 16 letters occurs: a vector that every text has, of any length but 1. */
const lettersOf = (text: string) => [...letters].map((letter) => text.toLowerCase().split(letter).length - 1 + 0.001);
const wellAnswered = ({ body }: Asked): Answer => ({
  status: 200,
  // Out of order on purpose: the index is what counts.
  body: { object: "list", data: body.input.map((text, index) => ({ index, embedding: lettersOf(text) })).reverse() },
});

const key = "sk-secret-0123456789";
let server: Server;
let baseUrl = "";
let asked: Asked[] = [];
let answer: (request: Asked) => Answer = wellAnswered;

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const received: Asked = { headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString()) as Asked["body"] };
      asked.push(received);
      const answered = answer(received);
      if (answered === "silence") return;
      response.writeHead(answered.status, { "content-type": "application/json", ...answered.headers });
      response.end(JSON.stringify(answered.body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});
beforeEach(() => {
  asked = [];
  answer = wellAnswered;
});

const make = (changes: Partial<OpenAiEmbedderOptions> = {}) =>
  createOpenAiEmbedder({ baseUrl, model: "letters", apiKey: key, timeoutMs: 60_000, maxRetries: 0, ...changes });

async function refusal(work: Promise<unknown>): Promise<LociError> {
  const thrown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(thrown).toBeInstanceOf(LociError);
  return LociError.from(thrown);
}

embedderContract("the OpenAI embedder", () => make());

describe("the OpenAI embedder", () => {
  it("asks the server once for the dimension where none is given", async () => {
    expect((await make()).spec).toEqual({ provider: "openai", model: "letters", dimension: 16, normalised: true });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  it("takes a given dimension at its word and asks for it", async () => {
    const embedder = await make({ dimension: 16 });
    expect(asked).toHaveLength(0);
    await embedder.embed(["bread"], "passage");
    expect(asked[0]?.body.dimensions).toBe(16);
  });

  it("starts without the server where the dimension is known, and still checks it", async () => {
    const embedder = await make({ knownDimension: 7 });
    expect(asked).toHaveLength(0);
    expect((await refusal(embedder.embed(["bread"], "passage"))).message).toContain("dimension 16 where 7");
    expect(asked[0]?.body.dimensions).toBeUndefined();
  });

  it("sends batches of at most 96 texts, none without content, none too long", async () => {
    const embedder = await make({ dimension: 16, maxCharacters: 10 });
    await embedder.embed(["", ...Array.from({ length: 200 }, () => "a".repeat(30))], "passage");
    expect(asked.map(({ body }) => body.input.length)).toEqual([96, 96, 8]);
    expect(asked[0]?.body.input[0]).toBe("a".repeat(10));
  });

  it("tries again after a failure that may pass", async () => {
    const embedder = await make({ dimension: 16, maxRetries: 2 });
    const busy: Answer = { status: 503, body: {}, headers: { "retry-after-ms": "1" } };
    answer = (request) => (asked.length === 1 ? busy : wellAnswered(request));
    expect(await embedder.embed(["bread"], "passage")).toHaveLength(1);
    expect(asked).toHaveLength(2);
  });

  it.each<[string, Answer]>([
    ["1 vectors for 2 texts", { status: 200, body: { data: [{ index: 0, embedding: lettersOf("a") }] } }],
    ["a vector of dimension 2 where 16", { status: 200, body: { data: [0, 1].map((index) => ({ index, embedding: [1, 2] })) } }],
    ["numbers that are not finite", { status: 200, body: { data: [0, 1].map((index) => ({ index, embedding: [null, 1] })) } }],
    ["numbers that are not finite", { status: 200, body: { data: [0, 1].map((index) => ({ index, embedding: [1e300, 1] })) } }],
    ["no vector for text 2", { status: 200, body: { data: [0, 0].map((index) => ({ index, embedding: lettersOf("a") })) } }],
    ["something that is not a vector", { status: 200, body: { data: [null, null].map(() => ({ embedding: 7 })) } }],
    ["no list of vectors", { status: 200, body: { nothing: true } }],
    ["status 401: it does not accept the API key", { status: 401, body: { error: { message: `Incorrect API key: ${key}` } } }],
    ["status 500", { status: 500, body: { error: { message: "broken" } } }],
  ])("refuses an answer with %s, without showing the key", async (text, answered) => {
    const embedder = await make({ dimension: 16 });
    answer = () => answered;
    const error = await refusal(embedder.embed(["one", "two"], "passage"));
    expect(error.code).toBe("unavailable");
    expect(error.message).toContain(text);
    expect(inspect(error, { depth: 9 })).not.toContain(key);
  });

  it("passes on how long a server that is too busy wants to be left alone", async () => {
    const embedder = await make({ dimension: 16 });
    answer = () => ({ status: 429, body: {}, headers: { "retry-after": "7" } });
    expect((await refusal(embedder.embed(["one"], "passage"))).retryAfterSeconds).toBe(7);
  });

  it("gives up on a server that does not answer in time or cannot be reached", async () => {
    const embedder = await make({ dimension: 16, timeoutMs: 50 });
    answer = () => "silence";
    expect((await refusal(embedder.embed(["one"], "passage"))).message).toMatch(/did not answer in time|cannot be reached/);
    expect((await refusal(make({ baseUrl: "http://127.0.0.1:9/v1" }))).message).toContain("cannot be reached");
  });

  it("stops when the caller goes away while the server thinks", async () => {
    const embedder = await make({ dimension: 16 });
    const caller = new AbortController();
    answer = () => {
      caller.abort();
      return "silence";
    };
    expect((await refusal(embedder.embed(["one"], "passage", caller.signal))).code).toBe("cancelled");
    const late = await refusal(embedder.embed(["one"], "passage", AbortSignal.timeout(0)).then((done) => done));
    expect(["deadline_exceeded", "cancelled"]).toContain(late.code);
  });
});

describe("batches", () => {
  it("bounds runs by count and by size and lets a giant run alone", () => {
    expect(batches([1, 2, 3, 9, 1, 1, 1], (n) => n, 3, 6)).toEqual([[1, 2, 3], [9], [1, 1, 1]]);
    expect(batches([], (n: number) => n, 3, 6)).toEqual([]);
  });
});
