import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { invalidField, LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph, ingest } from "@loci/protos";
import { startGateway, type RunningGateway } from "../testing/gateway.ts";

let gateway: RunningGateway;
let remembered: ingest.RememberRequest[] = [];
let batches: ingest.RememberBatchRequest[] = [];
let answer: (call: Call) => Promise<ingest.RememberResponse>;

const extraction: graph.ExtractionResult = {
  turnId: "turn:1",
  entities: [{ id: "entity:1", entityType: "person", name: "Ana", memoryCategory: "identity", isNew: true }],
  attributes: [],
  relations: [],
  corrections: [],
  instructions: [],
  uncertainties: [],
  decisions: [],
};
const response: ingest.RememberResponse = {
  mode: "full",
  sessionId: "session:1",
  turnId: "turn:1",
  chunkId: "",
  extraction,
  deferred: false,
  replayed: false,
};

beforeAll(async () => {
  gateway = await startGateway({
    ingest: {
      remember(request, call) {
        remembered.push(request);
        return answer(call);
      },
      async rememberBatch(request) {
        batches.push(request);
        return {
          sessionId: "session:1",
          turnIds: ["turn:1"],
          chunkIds: [""],
          extractions: [extraction],
          deferred: false,
          replayed: false,
        };
      },
    },
  });
});
afterAll(() => gateway.close());
beforeEach(() => {
  remembered = [];
  batches = [];
  answer = async () => response;
});

const facts = "/api/v1/acme/facts";

describe("POST /facts", () => {
  it("answers the extraction with every field of the contract", async () => {
    const reply = await gateway.send(facts, { body: { text: "I am Ana." } });
    expect(reply.status).toBe(200);
    expect(reply.headers["content-length"]).toBe(String(Buffer.byteLength(reply.text)));
    expect(reply.json).toEqual({ mode: "full", sessionId: "session:1", turnId: "turn:1", extraction, deferred: false });
  });

  it("passes every field on, whichever way it is spelt", async () => {
    const camel = {
      text: "a",
      sessionId: "s",
      observedAt: "2024-05-01T12:00:00+02:00",
      memoryCategory: "identity",
      scopes: [["org/a"]],
    };
    const snake = {
      text: "a",
      session_id: "s",
      observed_at: "2024-05-01T10:00:00Z",
      memory_category: "identity",
      scope: "/org/a/",
    };
    await gateway.send(facts, { body: { ...camel, role: "tool", labels: ["a=b"], infer: "none" } });
    await gateway.send(facts, { body: { ...snake, role: "tool", labels: ["a=b"], infer: "none" } });
    expect(remembered[0]).toEqual(remembered[1]);
    const asRead = { ...camel, scopes: undefined, lens: "org/a" };
    await gateway.send(facts, { body: { ...asRead, role: "tool", labels: ["a=b"], infer: "none" } });
    expect(remembered[2]).toEqual(remembered[0]);
    expect((await gateway.send(facts, { body: { text: "a", scopes: ["org/a"], lens: ["org/b"] } })).status).toBe(400);
    expect(remembered[0]).toEqual({
      text: "a",
      infer: "none",
      scopes: { clauses: [{ paths: ["org/a"] }] },
      labels: ["a=b"],
      observedAt: "2024-05-01T10:00:00.000Z",
      sessionId: "s",
      role: "tool",
      memoryCategory: "identity",
      triples: [],
      respondAsync: false,
      idempotencyKey: "",
      requestHash: new Uint8Array(),
      place: "",
    });
  });

  it("takes null for what is optional", async () => {
    const nothing = {
      infer: null,
      scopes: null,
      session_id: null,
      observed_at: null,
      role: null,
      memory_category: null,
      labels: null,
    };
    expect((await gateway.send(facts, { body: { text: "a", ...nothing, triples: [] } })).status).toBe(200);
    expect(remembered[0]).toMatchObject({ infer: "full", scopes: null, sessionId: "", role: "" });
  });

  it.each([
    ["a bare path", "org/a", [["org/a"]]],
    ["a flat array as OR", ["org/b", "org/a"], [["org/a"], ["org/b"]]],
    ["arrays of arrays as OR of ANDs", [["org/b", "org/a"]], [["org/a", "org/b"]]],
    ["an absorbed clause", [["org/a", "org/b"], ["org/a"]], [["org/a"]]],
  ])("reads %s", async (_what, scopes, clauses) => {
    await gateway.send(facts, { body: { text: "a", scopes } });
    expect(remembered[0]?.scopes).toEqual({ clauses: clauses.map((paths) => ({ paths })) });
  });

  it("takes an empty selector for none", async () => {
    await gateway.send(facts, { body: { text: "a", scopes: [] } });
    expect(remembered[0]?.scopes).toBeNull();
  });

  it("passes triples on", async () => {
    const triples = [
      {
        entity: { type: "Person", name: "Ana" },
        key: "likes",
        value: "tea",
        memory_category: "context",
        valid_from: "2024-01-01T00:00:00Z",
      },
      { entity: { type: "Person", name: "Ana" }, key: "works_for", target: { type: "Company", name: "Acme" } },
    ];
    await gateway.send(facts, { body: { infer: "triples", triples } });
    expect(remembered[0]?.triples).toEqual([
      {
        ...{ entity: { type: "Person", name: "Ana" }, key: "likes", value: "tea", target: null, memoryCategory: "context" },
        ...{ validFrom: "2024-01-01T00:00:00.000Z", validUntil: "" },
      },
      {
        entity: { type: "Person", name: "Ana" },
        key: "works_for",
        value: "",
        target: { type: "Company", name: "Acme" },
        ...{ memoryCategory: "", validFrom: "", validUntil: "" },
      },
    ]);
  });

  it("answers 202 to who asked not to wait, and 200 when a provider failed", async () => {
    answer = async () => ({ ...response, extraction: null, deferred: true });
    const asked = await gateway.send(facts, { body: { text: "a" }, headers: { prefer: "respond-async, wait=1" } });
    expect([asked.status, asked.headers["preference-applied"], asked.json["deferred"]]).toEqual([202, "respond-async", true]);
    expect(remembered[0]?.respondAsync).toBe(true);
    const failed = await gateway.send(facts, { body: { text: "a" } });
    expect([failed.status, failed.json["deferred"], failed.json["extraction"]]).toEqual([200, true, null]);
  });

  it("says that a preview is one, and sends empty ids", async () => {
    answer = async () => ({ ...response, mode: "preview", sessionId: "", turnId: "" });
    const { json } = await gateway.send(facts, { body: { text: "a", infer: "preview" } });
    expect(json).toMatchObject({ mode: "preview", preview: true, sessionId: "" });
  });

  it("names a field that the service refuses in the spelling that was sent", async () => {
    answer = () => Promise.reject(invalidField("/scopes/0/0", "is not registered"));
    const { status, json } = await gateway.send(facts, { body: { text: "a", scope: "org/x" } });
    expect([status, json["errors"]]).toEqual([400, [{ pointer: "/scope/0/0", detail: "is not registered" }]]);
  });
});

describe("POST /facts/batch", () => {
  it("passes the messages on and answers one list of ids", async () => {
    const messages = [
      { role: "user", content: "Hi", ts: "2024-05-01T10:00:00Z" },
      { role: "assistant", content: "Hello" },
    ];
    const { json } = await gateway.send(`${facts}/batch`, { body: { messages, extract: "per_message", session_id: "s" } });
    expect(batches[0]).toMatchObject({
      messages: [
        { role: "user", content: "Hi", ts: "2024-05-01T10:00:00.000Z" },
        { role: "assistant", content: "Hello", ts: "" },
      ],
      extract: "per_message",
      infer: "full",
      sessionId: "s",
    });
    expect(json).toEqual({
      extractions: [extraction],
      sessionId: "session:1",
      turnIds: ["turn:1"],
      chunkIds: [""],
      deferred: false,
    });
  });
});

describe("an Idempotency-Key", () => {
  it("goes on with a hash that only the meaning of the request changes", async () => {
    const headers = { "idempotency-key": "one" };
    await gateway.send(facts, { headers, body: '{"text": "a", "session_id": "s"}' });
    await gateway.send(facts, { headers, body: '{"sessionId":"s","text":"a"}' });
    await gateway.send(facts, { headers, body: { text: "b", sessionId: "s" } });
    expect(remembered[0]?.idempotencyKey).toBe("one");
    expect(remembered[0]?.requestHash).toHaveLength(32);
    expect(remembered[0]?.requestHash).toEqual(remembered[1]?.requestHash);
    expect(remembered[0]?.requestHash).not.toEqual(remembered[2]?.requestHash);
  });

  it("is refused while its twin is under way, and free again after a failure", async () => {
    const headers = { "idempotency-key": "two" };
    let fail = (_error: Error): void => undefined;
    answer = () => new Promise((_resolve, reject) => (fail = reject));
    const first = gateway.send(facts, { headers, body: { text: "a" } });
    while (remembered.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect((await gateway.send(facts, { headers, body: { text: "a" } })).status).toBe(409);
    fail(new LociError("unavailable", "The embedder does not answer.", { retryAfterSeconds: 2.5 }));
    const failed = await first;
    expect([failed.status, failed.headers["retry-after"]]).toEqual([503, "3"]);
    answer = async (call) => {
      call.onReplayed?.();
      return response;
    };
    const retried = await gateway.send(facts, { headers, body: { text: "a" } });
    expect([retried.status, retried.headers["idempotency-replayed"]]).toEqual([200, "true"]);
  });
});
