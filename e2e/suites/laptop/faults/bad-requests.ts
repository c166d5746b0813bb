import { describe, expect, it } from "@jest/globals";
import type { Problem } from "@loci/e2e/parts/memory";
import { contextKey, eventually, type World } from "./world.ts";
import { exchange, requestText } from "./wire.ts";

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes and strings go as they are, anything else as JSON; what is huge is made when it is needed. */
  readonly body?: unknown;
}

type Row = readonly [what: string, path: string, sent: Sent, status: number, pointer?: string];

const triple = { entity: { type: "Person", name: "Ana" }, key: "likes", value: "tea" };
const messages = (message: object) => ({ body: { messages: [message] } });
const bytes = (...values: number[]) => Buffer.concat([Buffer.from('{"text":"'), Buffer.from(values), Buffer.from('"}')]);
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const many = (count: number, value: string) => Array.from({ length: count }, () => value).join(",");

const rows: readonly Row[] = [
  ["JSON that breaks off", "/facts", { body: '{"text": "a' }, 400],
  ["JSON behind a byte order mark", "/facts", { body: '\ufeff{"text":"a"}' }, 400],
  ["an array for an object", "/facts", { body: "[]" }, 400, ""],
  ["an unknown field", "/facts", { body: { text: "a", colour: "red" } }, 400, "/colour"],
  ["__proto__", "/facts", { body: '{"text":"a","__proto__":{"infer":"none"}}' }, 400, "/__proto__"],
  ["constructor", "/facts", { body: { text: "a", constructor: { prototype: {} } } }, 400, "/constructor"],
  [
    "a nested __proto__",
    "/facts/batch",
    { body: '{"messages":[{"role":"user","content":"a","__proto__":{}}]}' },
    400,
    "/messages/0/__proto__",
  ],
  ["a text that is a number", "/facts", { body: { text: 7 } }, 400, "/text"],
  ["a text that is too long", "/facts", { body: () => ({ text: "a".repeat(100_001) }) }, 400, "/text"],
  ["arrays nested a million deep", "/facts", { body: () => `{"text":${nested(1_000_000)}}` }, 400, ""],
  ["an array of two million values", "/facts", { body: () => `{"text":"a","labels":[${many(2_000_000, "0")}]}` }, 400, ""],
  ["a hundred thousand scopes", "/facts", { body: () => `{"text":"a","scopes":[${many(40_000, '"a"')}]}` }, 400, "/scopes"],
  ["an overlong encoding of NUL", "/facts", { body: bytes(0xc0, 0x80) }, 400],
  ["half a character", "/facts", { body: bytes(0xe2, 0x82) }, 400],
  ["a NUL", "/facts", { body: '{"text":"a\\u0000b"}' }, 400, "/text"],
  ["a raw control character", "/facts", { body: '{"text":"a\u0001b"}' }, 400],
  ["a lone surrogate", "/query", { body: '{"query":"a\\udfffb"}' }, 400, "/query"],
  ["a control character in a label", "/facts", { body: { text: "a", labels: ["a=\u0007"] } }, 400, "/labels/0"],
  ["a label of the service's own", "/facts", { body: { text: "a", labels: ["_a=b"] } }, 400, "/labels/0"],
  ["33 labels", "/facts", { body: { text: "a", labels: Array.from({ length: 33 }, (_, i) => `k${i}=v`) } }, 409, "/labels"],
  [
    "257 labels of a query",
    "/query",
    { body: { query: "a", labels: Array.from({ length: 257 }, (_, i) => `k=${i}`) } },
    400,
    "/labels",
  ],
  ["a scope that is not registered", "/facts", { body: { text: "a", scopes: ["org/nobody"] } }, 400, "/scopes"],
  ["a scope that climbs", "/facts", { body: { text: "a", scopes: [["org/../etc"]] } }, 400, "/scopes/0/0"],
  ["65 clauses", "/facts", { body: { text: "a", scopes: Array.from({ length: 65 }, (_, i) => `s${i}`) } }, 400, "/scopes"],
  [
    "17 paths in a clause",
    "/query",
    { body: { query: "a", lens: [Array.from({ length: 17 }, (_, i) => `s${i}`)] } },
    400,
    "/lens/0",
  ],
  ["k of 0", "/query", { body: { query: "a", k: 0 } }, 400, "/k"],
  ["k of 51", "/query", { body: { query: "a", k: 51 } }, 400, "/k"],
  ["k of 1.5", "/query", { body: { query: "a", k: 1.5 } }, 400, "/k"],
  ["k as text", "/query", { body: { query: "a", k: "10" } }, 400, "/k"],
  ["k beyond all numbers", "/query", { body: '{"query":"a","k":1e999}' }, 400, "/k"],
  ["k and limit that differ", "/query", { body: { query: "a", k: 3, limit: 4 } }, 400, "/limit"],
  ["k of 51 for a context block", "/context", { body: { query: "a", k: 51 } }, 400, "/k"],
  ["an unknown mode", "/query", { body: { query: "a", mode: "psychic" } }, 400, "/mode"],
  ["an unknown infer", "/facts", { body: { text: "a", infer: "guess" } }, 400, "/infer"],
  ["a time that is none", "/facts", { body: { text: "a", observed_at: "yesterday" } }, 400, "/observed_at"],
  ["a time without offset", "/facts", { body: { text: "a", observed_at: "2024-05-01T12:00:00" } }, 400, "/observed_at"],
  ["a day that is not", "/facts", { body: { text: "a", observedAt: "2024-02-31T00:00:00Z" } }, 400, "/observedAt"],
  ["a time in the year 0", "/facts", { body: { text: "a", observed_at: "0000-05-01T00:00:00Z" } }, 400, "/observed_at"],
  [
    "a time that is the year 10000 in UTC",
    "/facts",
    { body: { text: "a", observed_at: "9999-12-31T23:59:59-01:00" } },
    400,
    "/observed_at",
  ],
  [
    "a span that ends before it begins",
    "/query",
    { body: { query: "a", valid_from: "2025-01-01T00:00:00Z", valid_until: "2024-01-01T00:00:00Z" } },
    400,
    "/valid_until",
  ],
  ["a fourth memory category", "/facts", { body: { text: "a", memory_category: "episodic" } }, 400, "/memory_category"],
  [
    "a triple's fourth memory category",
    "/facts",
    { body: { infer: "triples", triples: [{ ...triple, memory_category: "x" }] } },
    400,
    "/triples/0/memory_category",
  ],
  ["1,001 triples", "/facts", { body: { infer: "triples", triples: Array.from({ length: 1001 }, () => triple) } }, 400, "/triples"],
  [
    "1,001 messages",
    "/facts/batch",
    { body: { messages: Array.from({ length: 1001 }, () => ({ role: "user", content: "a" })) } },
    400,
    "/messages",
  ],
  ["no messages", "/facts/batch", { body: { messages: [] } }, 400, "/messages"],
  ["an unknown role", "/facts/batch", messages({ role: "root", content: "a" }), 400, "/messages/0/role"],
  ["a ts that is none", "/facts/batch", messages({ role: "user", content: "a", ts: "noon" }), 400, "/messages/0/ts"],
  ["a session that is not", "/facts", { body: { text: "a", session_id: "'; drop table graph.turn; --" } }, 404],
  ["a session id of 257 characters", "/facts", { body: { text: "a", session_id: "s".repeat(257) } }, 400, "/session_id"],
  ["text for JSON", "/facts", { body: "{}", headers: { "content-type": "text/plain" } }, 415],
  ["another character set", "/facts", { body: "{}", headers: { "content-type": "application/json; charset=utf-16" } }, 415],
  ["a compressed body", "/facts", { body: "{}", headers: { "content-encoding": "gzip" } }, 415],
  ["a body of 11 MiB", "/facts", { body: () => ({ text: "a".repeat(11 << 20) }) }, 413],
  ["a method that a path has not", "/facts", { method: "PUT", body: {} }, 405],
  ["a route that is not", "/nowhere", { method: "GET" }, 404],
  ["a path that is no UTF-8", "/entities/Person/%ff", { method: "GET" }, 400],
  ["a NUL in a path", "/entities/Person/A%00na", { method: "GET" }, 400, "/entityName"],
  ["a parameter that is given twice", "/entities?limit=1&limit=2", { method: "GET" }, 400, "/limit"],
  ["a limit over 500", "/entities?limit=501", { method: "GET" }, 400, "/limit"],
  ["a trace that is not", "/traces/trace:nope", { method: "GET" }, 404],
  [
    "a key of 300 characters on whose behalf",
    "/me",
    { method: "GET", headers: { "x-service-on-behalf-of": "p".repeat(300) } },
    400,
    "/headers/x-service-on-behalf-of",
  ],
  [
    "an Idempotency-Key with a space",
    "/facts",
    { body: { text: "a" }, headers: { "idempotency-key": "a b" } },
    400,
    "/headers/idempotency-key",
  ],
];

/** What a caller must never see. */
const inside = /\bat .+:\d+:\d+|node_modules|SQLSTATE|insert into|select .+ from |DatabaseError|graph\./;

export function badRequests(world: World): void {
  const send = async (path: string, { method = "POST", headers = {}, body }: Sent) => {
    const given: unknown = typeof body === "function" ? (body as () => unknown)() : body;
    const raw = given === undefined || typeof given === "string" || given instanceof Uint8Array ? given : JSON.stringify(given);
    const answer = await fetch(`${world().server.url}/api/v1/dev${path}`, {
      method,
      headers: { authorization: `Bearer ${contextKey}`, "content-type": "application/json", ...headers },
      ...(raw === undefined ? {} : { body: raw }),
    });
    const text = await answer.text();
    return { answer, text, problem: (text.startsWith("{") ? JSON.parse(text) : {}) as Problem };
  };

  describe("a bad request", () => {
    it.each(rows)("%s is refused by name", async (...[, path, sent, status, pointer]) => {
      const { answer, text, problem } = await send(path, sent);
      expect(answer.status).toBe(status);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(problem).toMatchObject({ status, type: expect.stringMatching(/^urn:loci:problem:/), title: expect.any(String) });
      expect(problem.errors?.[0]?.pointer).toBe(pointer);
      expect(text).not.toMatch(inside);
      expect(text.length).toBeLessThan(20_000);
    });

    it("of methods without a body is answered by its headers", async () => {
      expect((await send("/facts", { method: "HEAD" })).answer.status).toBe(405);
      expect((await send("/me", { method: "HEAD" })).answer.status).toBe(200);
      const { answer } = await send("/facts", { method: "OPTIONS" });
      expect([answer.status, answer.headers.get("allow")]).toEqual([204, "POST"]);
    });

    it("with the same key twice means the last one, as JSON parsers have it", async () => {
      const { answer } = await send("/query", { body: '{"query":"a","k":51,"k":1}' });
      expect(answer.status).toBe(200);
    });

    it("names a hundred of its wrong fields, and says how many there are", async () => {
      const { problem } = await send("/facts", { body: { text: "a", labels: Array.from({ length: 1_000 }, () => "no pair") } });
      expect(problem.errors).toHaveLength(100);
      expect(problem.detail).toContain("(and 999 more)");
    });
  });

  describe("a question of any words", () => {
    it.each([
      ["on the last day there is", "What happens on 31 December 9999?"],
      ["in another script, at length", "我住在里斯本".repeat(500)],
      ["of many names in a row", "Ana Bob Cid ".repeat(800)],
      ["that looks like SQL", "'; drop table graph.turn; -- \" \\ % _ & | ! ( <->"],
      ["without a word", "🦊 … !!! \u202e\u200b"],
    ])("is answered: %s", async (_what, query) => {
      await world().admin.remember("Ana keeps bees.", { infer: "none" });
      for (const mode of [undefined, "hybrid", "vector", "bm25", "graph"]) {
        expect((await world().admin.post("/query", { query: query.slice(0, 10_000), mode })).status).toBe(200);
      }
    });
  });

  describe("a connection", () => {
    const headers = { authorization: `Bearer ${contextKey}`, "content-type": "application/json" };
    const query = (body: string) =>
      requestText("POST", "/api/v1/dev/query", { ...headers, "content-length": String(body.length) }, body);

    it("carries several requests at once, answered in their order", async () => {
      const text = query('{"query":"a"}') + query('{"query":7}') + requestText("GET", "/api/v1/dev/me", headers);
      expect((await exchange(world().port, text, { answers: 3 })).statuses).toEqual([200, 400, 200]);
    });

    it("is refused a body that goes beyond the limit without ever having told its length", async () => {
      const chunk = `100000\r\n${"a".repeat(1 << 20)}\r\n`;
      const text = requestText("POST", "/api/v1/dev/facts", { ...headers, "transfer-encoding": "chunked" }, chunk.repeat(11));
      const { statuses, text: answer } = await exchange(world().port, text, { answers: 1 });
      expect(statuses).toEqual([413]);
      expect(answer).toContain("urn:loci:problem:too-large");
    });

    it.each([
      ["what is no HTTP", "nonsense\r\n\r\n", 400],
      ["another protocol", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
      ["two lengths", requestText("POST", "/api/v1/dev/facts", { ...headers, "content-length": "5", "Content-Length": "6" }), 400],
      [
        "a length and chunks",
        requestText("POST", "/api/v1/dev/facts", { "content-length": "5", "transfer-encoding": "chunked" }),
        400,
      ],
      [
        "a chunk that is none",
        requestText("POST", "/api/v1/dev/facts", { ...headers, "transfer-encoding": "chunked" }, "zz\r\n"),
        400,
      ],
      ["headers of 20,000 characters", requestText("GET", "/api/v1/dev/me", { "x-long": "a".repeat(20_000) }), 431],
      ["a path of 20,000 characters", requestText("GET", `/api/v1/dev/${"a".repeat(20_000)}`, headers), 431],
    ])("is refused and closed: %s", async (_what, text, status) => {
      const { statuses, isClosed, text: answer } = await exchange(world().port, text);
      expect({ statuses, isClosed }).toEqual({ statuses: [status], isClosed: true });
      expect(answer).toContain("application/problem+json");
    });

    it("is answered where it expects what nobody knows", async () => {
      const text = requestText("GET", "/api/v1/health", { expect: "miracles" });
      expect((await exchange(world().port, text, { answers: 1 })).statuses).toEqual([200]);
    });

    it("is refused alike for whatever is wrong with its key", async () => {
      const ask = async (context: string, bearer: string | undefined) => {
        const answer = await fetch(`${world().server.url}/api/v1/${context}/me`, {
          headers: bearer === undefined ? {} : { authorization: bearer },
        });
        const { traceId: _trace, instance: _place, ...rest } = (await answer.json()) as Problem;
        return { ...rest, status: answer.status, challenge: answer.headers.get("www-authenticate") };
      };
      const refusals = await Promise.all([
        ask("dev", undefined),
        ask("dev", "Basic YTpi"),
        ask("dev", "Bearer nobody-knows-this-key-at-all"),
        ask("dev", `Bearer ${contextKey}x`),
        ask("nowhere", `Bearer ${contextKey}`),
        ask("NOT%20A%20CONTEXT", `Bearer ${contextKey}`),
        ask("dev", `Bearer ${"k".repeat(5_000)}`),
      ]);
      expect(refusals[0].status).toBe(401);
      for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
    });
  });

  describe("200 requests at once", () => {
    it("are all answered, writes and questions alike", async () => {
      const { admin } = world();
      const statuses = await Promise.all(
        Array.from({ length: 200 }, async (_, i) => {
          const { status } =
            i % 2 === 0
              ? await admin.post("/facts", { text: `Crate ${i} holds lamp ${i * 7}.`, infer: "none" })
              : await admin.post("/query", { query: `Where is lamp ${i * 7}?` });
          return status;
        }),
      );
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
      // The database has a second to say so, which a busy machine may take for itself.
      const ready = await eventually(
        async () => (await fetch(`${world().server.url}/api/v1/ready`)).status,
        (status) => status === 200,
      );
      expect(ready).toBe(200);
    });
  });
}
