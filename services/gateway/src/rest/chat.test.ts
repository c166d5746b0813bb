import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { LociError } from "@loci/kernel";
import type { retrieval } from "@loci/protos";
import { authOfOneKey, startGateway, type GatewayParts, type RunningGateway } from "../testing/gateway.ts";

let gateway: RunningGateway;
const start = async (parts: GatewayParts) => (gateway = await startGateway(parts));
afterEach(() => gateway.close());

const citation: retrieval.Citation = {
  ...{ id: "chunk:1", kind: "chunk", snippet: "Rollback takes five minutes.", score: 0.9, occurredAt: "", role: "" },
  ...{ documentTitle: "Runbook", positionPercent: 41.6, marker: "S1", documentId: "document:1", disputed: false },
};
const done: retrieval.ChatDone = {
  ...{ reply: "Five minutes [S1].", citations: [citation], traceId: "trace:1", sessionId: "session:1", stored: true },
  ...{ memoryUpdates: null, degraded: [], userTurnId: "turn:1", replyTurnId: "turn:2" },
  sourceIds: [],
};
const event = (kind: string, more: Partial<retrieval.ChatEvent> = {}): retrieval.ChatEvent => ({
  ...{ kind, traceId: "trace:1", sessionId: "session:1", delta: "", citation: null, done: null },
  ...more,
});

async function* answer(): AsyncGenerator<retrieval.ChatEvent> {
  yield event("started");
  yield event("delta", { delta: "Five minutes [S1]" });
  yield event("citation", { citation });
  yield event("delta", { delta: "." });
  yield event("done", { done });
}

const frames = (text: string) =>
  text
    .split("\n\n")
    .filter((frame) => frame.startsWith("event:"))
    .map((frame) => {
      const [name = "", data = ""] = frame.split("\n");
      return { event: name.slice(7), data: JSON.parse(data.slice(6)) as Record<string, unknown> };
    });
const chatMinutes = 5;
const onceAborted = (signal: AbortSignal, act: () => void) => signal.addEventListener("abort", act, { once: true });
const stream = { headers: { accept: "text/event-stream" }, body: { message: "How long does a rollback take?" } };

describe("chat", () => {
  it("answers as a whole in the contract's shape", async () => {
    await start({ retrieval: { chat: answer } });
    const reply = await gateway.send("/api/v1/acme/chat", { body: stream.body });
    expect(reply.json).toMatchObject({
      ...{ reply: "Five minutes [S1].", traceId: "trace:1", sessionId: "session:1", stored: true },
      citations: [{ id: "chunk:1", kind: "chunk", documentTitle: "Runbook", positionPercent: 42, score: 0.9 }],
      memoryUpdates: { attributes: [], corrections: [], entities: [], instructions: [], relations: [], uncertainties: [] },
    });
  });

  it.each([
    ["the Accept header", stream],
    ["the body", { body: { ...stream.body, stream: true } }],
  ])("streams when %s asks for it: trace, deltas, citations, done", async (_name, sent) => {
    await start({ retrieval: { chat: answer } });
    const reply = await gateway.raw("/api/v1/acme/chat", sent);
    expect(reply.headers["content-type"]).toMatch(/^text\/event-stream/);
    const got = frames(reply.text);
    expect(got.map((frame) => frame.event)).toEqual(["trace", "delta", "citation", "delta", "done"]);
    expect(got.map(({ data }) => (typeof data["delta"] === "string" ? data["delta"] : "")).join("")).toBe("Five minutes [S1].");
    expect(got.at(-1)?.data).toMatchObject({ done: true, reply: "Five minutes [S1].", citations: [{ id: "chunk:1" }] });
  });

  it("sends each frame when it comes, not at the end", async () => {
    let finish: () => void = () => undefined;
    const rest = new Promise<void>((resolve) => (finish = resolve));
    await start({
      retrieval: {
        async *chat() {
          yield event("started");
          yield event("delta", { delta: "Five" });
          await rest;
          yield event("done", { done });
        },
      },
    });
    const reply = gateway.raw("/api/v1/acme/chat", {
      ...stream,
      onData: (text) => {
        if (text.includes("Five")) finish();
      },
    });
    expect(frames((await reply).text).map((frame) => frame.event)).toEqual(["trace", "delta", "done"]);
  });

  it("answers a problem before the first frame as such, and later as an error frame", async () => {
    await start({
      retrieval: {
        async *chat({ message }) {
          if (message === "early") throw new LociError("forbidden", "memory:read is not granted.");
          yield event("started");
          throw new LociError("unavailable", "The model stopped.");
        },
      },
    });
    const headers = { accept: "text/event-stream" };
    expect(await gateway.send("/api/v1/acme/chat", { headers, body: { message: "early" } })).toMatchObject({ status: 403 });
    const late = frames((await gateway.raw("/api/v1/acme/chat", { headers, body: { message: "late" } })).text);
    expect(late.at(-1)).toMatchObject({ event: "error", data: { type: "urn:loci:problem:unavailable", status: 503 } });
  });

  it.each([
    [
      "heeds it",
      (signal: AbortSignal) =>
        new Promise<never>((_resolve, reject) => onceAborted(signal, () => reject(new LociError("cancelled", "Told to stop.")))),
    ],
    ["does not", (_signal: AbortSignal) => new Promise<never>(() => undefined)],
  ])("ends with one error frame when the deadline passes, where the service that is told to stop %s", async (_name, lasting) => {
    await start({
      retrieval: {
        async *chat(_request, call) {
          yield event("started");
          jest.advanceTimersByTime(chatMinutes * 60_000);
          await lasting(call.signal);
        },
      },
    });
    jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate", "Date"] });
    const { text } = await gateway.raw("/api/v1/acme/chat", stream).finally(() => jest.useRealTimers());
    expect(frames(text).map((frame) => frame.event)).toEqual(["trace", "error"]);
    expect(frames(text).at(-1)?.data).toMatchObject({ type: "urn:loci:problem:deadline-exceeded", status: 504 });
  });

  it("ends with an error frame when the gateway stops before the answer is whole", async () => {
    await start({
      retrieval: {
        async *chat() {
          yield event("started");
          await new Promise(() => undefined);
        },
      },
    });
    const begun = Promise.withResolvers<string>();
    const reply = gateway.raw("/api/v1/acme/chat", { ...stream, onData: begun.resolve });
    await Promise.race([begun.promise, reply]);
    await gateway.close();
    const got = frames((await reply).text);
    expect(got.map((frame) => frame.event)).toEqual(["trace", "error"]);
    expect(got.at(-1)?.data).toMatchObject({ type: "urn:loci:problem:unavailable", status: 503 });
  });

  it("tells the service when the client has gone", async () => {
    const { promise: stopped, resolve: stop } = Promise.withResolvers<string>();
    await start({
      retrieval: {
        async *chat(_request, call) {
          yield event("started");
          while (!call.signal.aborted) await sleep(5);
          stop("stopped");
        },
      },
    });
    await gateway.raw("/api/v1/acme/chat", { ...stream, hangUpAfter: "trace" }).catch(() => undefined);
    await expect(stopped).resolves.toBe("stopped");
  });

  it("refuses a scope that is not registered before anything is made or said", async () => {
    let asked = 0;
    const findUnregistered = () => Promise.resolve({ paths: ["org/unknown"] });
    const chat = () => (asked++, answer());
    await start({ auth: authOfOneKey({ findUnregistered }), retrieval: { chat } });
    const body = { ...stream.body, scopes: ["org/unknown"] };
    const reply = await gateway.send("/api/v1/acme/chat", { ...stream, body });
    expect(reply).toMatchObject({ status: 400, json: { errors: [{ pointer: "/scopes" }] } });
    expect(asked).toBe(0);
  });

  it("refuses a session in the body that is not the path's", async () => {
    await start({});
    const reply = await gateway.send("/api/v1/acme/sessions/session:1/chat", { body: { message: "x", sessionId: "session:2" } });
    expect(reply).toMatchObject({ status: 400, json: { errors: [{ pointer: "/sessionId" }] } });
  });
});
