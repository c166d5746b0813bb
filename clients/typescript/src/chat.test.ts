import { once } from "node:events";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { answers, events, frame, html, problem, type Answering, type TestServer } from "../testing/server.ts";
import type { ChatEvent, CallOptions, LociOptions } from "./index.ts";

let server: TestServer;
afterEach(() => {
  jest.useRealTimers();
  return server.close();
});

const trace = frame("trace", { traceId: "trace:1", sessionId: "session:1" });
const delta = (text: string) => frame("delta", { delta: text });
const done = frame("done", { reply: "Five minutes.", citations: [], traceId: "trace:1", sessionId: "session:1", done: true });

async function collect(script: Answering, options: Partial<LociOptions> = {}, call: CallOptions = {}): Promise<ChatEvent[]> {
  server = await answers(script);
  const all: ChatEvent[] = [];
  for await (const event of server.client(options).chatStream("How long?", call)) all.push(event);
  return all;
}

describe("a chat as it comes", () => {
  it("is trace, deltas, citations, and the whole at the end", async () => {
    const citation = { citation: { id: "chunk:1", kind: "chunk", snippet: "…", score: 1 } };
    const got = await collect(
      events([trace, delta("Five "), frame("citation", citation), ": still there\n\n", delta("minutes."), done]),
    );
    expect(got).toEqual([
      { type: "trace", traceId: "trace:1", sessionId: "session:1" },
      { type: "delta", text: "Five " },
      { type: "citation", citation: citation.citation },
      { type: "delta", text: "minutes." },
      expect.objectContaining({ type: "done", reply: "Five minutes.", citations: [], sessionId: "session:1" }),
    ]);
    expect(server.seen[0]).toMatchObject({ path: "/api/v1/dev/chat", body: '{"message":"How long?"}' });
    expect(server.seen[0]?.headers.accept).toBe("text/event-stream");
  });

  it("is whole however the connection cuts it to pieces, and whatever other events there are", async () => {
    const bytes = Buffer.from(delta("Blåbær 🫐") + frame("thinking", {}) + done);
    const got = await collect(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      for (const byte of bytes) if (!response.write(Buffer.of(byte))) await once(response, "drain");
      response.end();
    });
    expect(got.map(({ type }) => type)).toEqual(["delta", "done"]);
    expect(got[0]).toEqual({ type: "delta", text: "Blåbær 🫐" });
  });

  it("ends with `done`, though the connection stays open", async () => {
    expect((await collect(events([done], false))).at(-1)?.type).toBe("done");
  });

  it("in a session asks in that session", async () => {
    server = await answers(events([done]));
    for await (const event of server.client().sessions.chatStream("session:1", { message: "Hi", k: 3 }))
      expect(event.type).toBe("done");
    expect(server.seen[0]).toMatchObject({ path: "/api/v1/dev/sessions/session%3A1/chat", body: '{"message":"Hi","k":3}' });
  });
});

describe("a chat that fails", () => {
  it.each<[string, Answering, object]>([
    ["stops before it is done", events([trace, delta("Five")]), { code: "unreachable" }],
    [
      "says why in an event",
      events([trace, frame("error", { type: "urn:loci:problem:unavailable", status: 503, detail: "No model." })]),
      { code: "unavailable", status: 503, detail: "No model." },
    ],
    ["is refused", problem("forbidden", 403), { code: "forbidden", status: 403 }],
    ["is a proxy's page", html(200), { code: "not_loci" }],
    ["has an event that is no JSON", events(["event: delta\ndata: {\n\n"]), { code: "not_loci" }],
    ["has an event that is no object", events(["event: done\ndata: null\n\n"]), { code: "not_loci" }],
  ])("%s", async (_name, script, error) => {
    await expect(collect(script)).rejects.toMatchObject({ name: "LociError", ...error });
    expect(server.seen).toHaveLength(1);
  });

  it("falls silent for too long", async () => {
    await expect(collect(events([trace], false), { timeoutMs: 40 })).rejects.toMatchObject({ code: "timeout" });
  });

  it("is cancelled by its signal", async () => {
    const signal = AbortSignal.timeout(40);
    await expect(collect(events([trace], false), {}, { signal })).rejects.toMatchObject({ code: "cancelled" });
  });
});

it("stays within its time-out while something comes, and while its reader takes its time", async () => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
  const pieces = [...new Array<string>(5).fill(": still there\n\n"), delta("Five "), done].map((text) => Buffer.from(text));
  // Time passes only when the client asks for the next piece, and while its reader holds one.
  const body = new ReadableStream<Uint8Array>(
    {
      pull(stream) {
        jest.advanceTimersByTime(300);
        const piece = pieces.shift();
        if (piece === undefined) stream.close();
        else stream.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { "content-type": "text/event-stream" };
  server = await answers();
  const types: string[] = [];
  const loci = server.client({ timeoutMs: 400, fetch: () => Promise.resolve(new Response(body, { headers })) });
  for await (const event of loci.chatStream("How long?")) {
    jest.advanceTimersByTime(10_000);
    types.push(event.type);
  }
  expect(types).toEqual(["delta", "done"]);
});

it("closes the connection when the reader leaves the loop", async () => {
  const closed = Promise.withResolvers<undefined>();
  server = await answers((response) => {
    response.on("close", () => closed.resolve(undefined));
    void events([trace, delta("Five")], false)(response, response.req);
  });
  for await (const event of server.client().chatStream("How long?")) if (event.type === "delta") break;
  await closed.promise;
  expect(server.seen).toHaveLength(1);
});
