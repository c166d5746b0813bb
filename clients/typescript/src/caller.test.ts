import { afterEach, describe, expect, it } from "@jest/globals";
import { answers, cutOff, html, json, problem, silence, type Answering, type TestServer } from "../testing/server.ts";
import { isLociError, Loci, LociError, LociManagement } from "./index.ts";

let server: TestServer;
const serve = async (...script: Answering[]) => (server = await answers(...script));
afterEach(() => server.close());

const caught = async (promise: Promise<unknown>): Promise<LociError> => {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isLociError(thrown)) throw new Error(`not a LociError: ${String(thrown)}`);
  return thrown;
};

describe("a call", () => {
  it("sends path, query, body and who asks, as the API document says", async () => {
    await serve(json({ entities: [], total: 0 }));
    const loci = server.client({ onBehalfOf: "mina", headers: { "x-app": "notes" } });
    await loci.call("getEntity", { path: { entityType: "Person", entityName: "Mina / Åse" }, query: { asOf: "2026-01-01" } });
    await loci.recall("Where?", { headers: { traceparent: "00-1-1-01" } });
    expect(server.seen[0]).toMatchObject({
      method: "GET",
      path: "/api/v1/dev/entities/Person/Mina%20%2F%20%C3%85se?asOf=2026-01-01",
      body: "",
    });
    expect(server.seen[0]?.headers).toMatchObject({
      authorization: "Bearer key",
      "x-service-on-behalf-of": "mina",
      "x-app": "notes",
    });
    expect(server.seen[1]).toMatchObject({ method: "POST", path: "/api/v1/dev/query", body: '{"query":"Where?"}' });
    expect(server.seen[1]?.headers).toMatchObject({ "content-type": "application/json", traceparent: "00-1-1-01" });
  });

  it("repeats a parameter for each value of a list", async () => {
    await serve(json({}));
    await server.client().stats({ windowHours: 2, scopes: ["org/a", "org/b,c"] });
    expect(server.seen[0]?.path).toBe("/api/v1/dev/traces/stats?windowHours=2&scope=org%2Fa&scope=org%2Fb%2Cc");
  });

  it("reaches a server that a proxy serves below a path", async () => {
    await serve(json({}));
    await server.client({ url: `${server.url}/memory/` }).me();
    expect(server.seen[0]?.path).toBe("/memory/api/v1/dev/me");
  });

  it("names no context on the management plane", async () => {
    await serve(json([]));
    await new LociManagement({ url: server.url, managementKey: "m" }).contexts.list({ limit: 5 });
    expect(server.seen[0]).toMatchObject({ path: "/api/v1/contexts?limit=5", headers: { authorization: "Bearer m" } });
  });

  it("gives undefined where the answer has no body", async () => {
    await serve((response) => void response.writeHead(204).end());
    expect(await server.client().call("deleteSession", { path: { sessionId: "session:1" } })).toBeUndefined();
  });

  it.each(["", ".", "..", "\ud800"])("refuses a path's parameter %j, which a URL cannot carry", async (entityName) => {
    await serve(json({}));
    const error = await caught(server.client().entities.delete("Person", entityName));
    expect(error).toMatchObject({ code: "invalid", status: 0 });
    expect(server.seen).toEqual([]);
  });

  it.each([
    ["an address without a scheme", { url: "localhost:9090" }],
    ["an address that is none", { url: "" }],
    ["a key with a line break", { apiKey: "secret\nkey" }],
  ])("refuses %s at once, and does not show the key", async (_name, options) => {
    await serve(json({}));
    const make = () => new Loci({ url: server.url, apiKey: "k", contextId: "dev", ...options });
    expect(make).toThrow(
      expect.objectContaining({ name: "LociError", code: "invalid", message: expect.not.stringContaining("secret") }),
    );
  });
});

describe("repetition", () => {
  it("sends what reads again until it is answered, waiting as the server asks", async () => {
    await serve(problem("unavailable", 503, {}, { "retry-after": "2" }), html(502), cutOff, json({ hits: [] }));
    const retries: string[] = [];
    const loci = server.client({ onRetry: ({ attempt, error }) => void retries.push(`${attempt} ${error.code}`) });
    expect(await loci.recall("Where?")).toEqual({ hits: [] });
    expect(retries).toEqual(["1 unavailable", "2 not_loci", "3 unreachable"]);
    expect(server.waits).toEqual([2_050, 100, 200]);
  });

  it("sends a write again under the key that it had first, and another write under another", async () => {
    await serve(problem("unavailable", 503), cutOff, json({}));
    const loci = server.client();
    await loci.remember("Mina lives in Bergen.");
    await loci.remember("Mina lives in Bergen.");
    const keys = server.seen.map(({ headers }) => headers["idempotency-key"]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it("takes the caller's own key", async () => {
    await serve(json({}));
    await server.client().remember("x", { idempotencyKey: "order-7" });
    expect(server.seen[0]?.headers["idempotency-key"]).toBe("order-7");
  });

  it("sends a chat again with the same key: it remembers what was said", async () => {
    await serve(problem("unavailable", 503));
    expect(await caught(server.client({ attempts: 2 }).chat("Hello"))).toMatchObject({ code: "unavailable", status: 503 });
    const keys = server.seen.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  });

  it("never sends a chat twice that streams: no key covers it", async () => {
    await serve(problem("unavailable", 503));
    expect(await caught(server.client().chatStream("Hello").next())).toMatchObject({ code: "unavailable", status: 503 });
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]?.headers["idempotency-key"]).toBeUndefined();
  });

  it("gives up after its attempts, with the last error", async () => {
    await serve(problem("rate-limited", 429, {}, { "retry-after": "1" }));
    expect(await caught(server.client({ attempts: 3 }).me())).toMatchObject({ code: "rate_limited", retryAfterMs: 1_000 });
    expect(server.seen).toHaveLength(3);
  });

  it("ends at once when the caller cancels, also while it waits", async () => {
    await serve(problem("unavailable", 503));
    const abort = new AbortController();
    const loci = server.client({ backoffMs: 60_000, sleep: undefined, onRetry: () => setTimeout(() => abort.abort(), 5) });
    expect(await caught(loci.me({ signal: abort.signal }))).toMatchObject({ code: "cancelled" });
    expect(server.seen).toHaveLength(1);
    expect(await caught(loci.me({ signal: abort.signal }))).toMatchObject({ code: "cancelled" });
    expect(server.seen).toHaveLength(1);
  });
});

describe("an error", () => {
  it("has the problem's fields", async () => {
    const errors = [{ pointer: "/k", detail: "must be at most 50" }];
    await serve(problem("invalid-request", 400, { detail: "/k: must be at most 50", errors }));
    const error = await caught(server.client().recall({ query: "x", k: 99 }));
    expect(error).toBeInstanceOf(LociError);
    expect(error).toMatchObject({
      ...{
        code: "invalid",
        status: 400,
        title: "A title",
        message: "/k: must be at most 50",
        type: "urn:loci:problem:invalid-request",
      },
      ...{ fields: errors, traceId: "trace:1", retryAfterMs: undefined },
    });
    expect(isLociError(error, "invalid")).toBe(true);
    expect(isLociError(error, "conflict")).toBe(false);
  });

  it("of a kind that this client does not know has the nearest code", async () => {
    await serve(problem("payment-required", 402));
    expect(await caught(server.client().me())).toMatchObject({
      code: "invalid",
      status: 402,
      type: "urn:loci:problem:payment-required",
    });
  });

  it("tells a server that does not know the operation from one that lacks the thing", async () => {
    await serve(problem("no-such-route", 404));
    expect(await caught(server.client().me())).toMatchObject({ code: "no_such_route", status: 404 });
    await serve(problem("not-found", 404));
    expect(await caught(server.client().me())).toMatchObject({ code: "not_found", status: 404 });
  });

  it.each([
    ["a proxy's page", html(200), 200],
    ["a proxy's page of error", html(404), 404],
    ["another service's JSON", json({ error: "no such route" }, 404), 404],
    ["a problem of another service", json({ type: "about:blank", title: "Nope" }, 400), 400],
    ["JSON that is broken", (response) => void response.writeHead(200, { "content-type": "application/json" }).end('{"a":'), 200],
    ["JSON that is no object", json("hello"), 200],
    ["nothing at all", (response) => void response.writeHead(200).end(), 200],
  ])("says that %s is not Loci's", async (_name, answer, status) => {
    await serve(answer);
    const error = await caught(server.client().me());
    expect(error).toMatchObject({ code: "not_loci", status });
    expect(error.message).toContain(`${server.url} answered ${status}`);
  });

  it("says that nobody listens", async () => {
    await serve(json({}));
    const loci = server.client({ attempts: 1 });
    await server.close();
    const error = await caught(loci.me());
    expect(error).toMatchObject({ code: "unreachable", status: 0 });
    expect(error.message).toContain("nothing listens there");
  });

  it("says that no answer came in time", async () => {
    await serve(silence);
    const retries: number[] = [];
    const loci = server.client({ attempts: 2, timeoutMs: 30, onRetry: ({ attempt }) => void retries.push(attempt) });
    expect(await caught(loci.me())).toMatchObject({ code: "timeout", status: 0 });
    expect(retries).toHaveLength(1);
  });

  it("does not say so where the caller gave it all the time there is", async () => {
    await serve((response) => void setTimeout(() => void json({})(response, response.req), 30));
    expect(await server.client({ timeoutMs: Infinity }).me()).toEqual({});
  });

  it("says that the caller cancelled", async () => {
    await serve(silence);
    const why = await caught(server.client().me({ signal: AbortSignal.timeout(20) }));
    expect(why).toMatchObject({ code: "cancelled" });
  });
});

describe("a list", () => {
  it("is read page after page by its Link header, and no further than asked", async () => {
    const next = { link: '</api/v1/dev/keys?limit=2&after=key%20b>; rel="next"' };
    await serve(json([{ name: "a" }, { name: "b" }], 200, next), json([{ name: "c" }]));
    const names: string[] = [];
    for await (const key of server.client().keys.all()) names.push(key.name);
    expect(names).toEqual(["a", "b", "c"]);
    expect(server.seen.map(({ path }) => path)).toEqual(["/api/v1/dev/keys", "/api/v1/dev/keys?after=key+b"]);
    const first = await server.client().keys.all().next();
    expect(first.value).toEqual({ name: "c" });
    expect(server.seen).toHaveLength(3);
  });

  it("is read by offset, behind what has come, and by page, until its total", async () => {
    await serve(
      json({ sessions: [{ id: "1" }, { id: "2" }], total: 3 }),
      json({ sessions: [{ id: "3" }], total: 3 }),
      json({ documents: [{ id: "d" }], total: 2, page: 0 }),
      json({ documents: [], total: 2, page: 1 }),
    );
    const loci = server.client();
    const ids: unknown[] = [];
    for await (const session of loci.sessions.all()) ids.push(session.id);
    for await (const document of loci.documents.all({ mimeType: "text/plain", pageSize: 1 })) ids.push(document.id);
    expect(ids).toEqual(["1", "2", "3", "d"]);
    expect(server.seen.map(({ path }) => path.split("?")[1])).toEqual([
      ...["limit=100&offset=0", "limit=100&offset=2"],
      ...["mimeType=text%2Fplain&pageSize=1&page=0", "mimeType=text%2Fplain&pageSize=1&page=1"],
    ]);
  });
});
