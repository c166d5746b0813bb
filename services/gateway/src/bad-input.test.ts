import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startGateway, type RunningGateway, type Sent } from "./testing/gateway.ts";

/** Every request here is refused before it reaches a service: the services of this gateway refuse to be called at all. */
let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway({ settings: { jsonLimitBytes: 4096 } });
});
afterAll(() => gateway.close());

type Row = readonly [what: string, path: string, sent: Sent, status: number, pointers: readonly string[]];

const facts = "/api/v1/acme/facts";
const batch = "/api/v1/acme/facts/batch";
const query = "/api/v1/acme/query";

const rows: readonly Row[] = [
  ["JSON that is cut off", facts, { body: '{"text": "a' }, 400, []],
  ["a body that is no object", facts, { body: "[]" }, 400, [""]],
  ["no body at all", facts, { method: "POST" }, 400, [""]],
  ["bytes that are not UTF-8", facts, { body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }, 400, []],
  ["a NUL in a text", facts, { body: '{"text": "a\\u0000b"}' }, 400, ["/text"]],
  ["a lone surrogate in a text", facts, { body: '{"text": "a\\ud800b"}' }, 400, ["/text"]],
  ["a lone surrogate in a field name", facts, { body: '{"\\udc00": "b"}' }, 400, [""]],
  ["a body nested too deep", facts, { body: `{"scopes": ${"[".repeat(40)}${"]".repeat(40)}}` }, 400, [`/scopes${"/0".repeat(31)}`]],
  ["a body over the limit", facts, { body: { text: "a".repeat(5000) } }, 413, []],
  ["a body that is a form", facts, { body: "text=a", headers: { "content-type": "application/x-www-form-urlencoded" } }, 415, []],
  [
    "a body in another character set",
    facts,
    { body: "{}", headers: { "content-type": "application/json; charset=latin1" } },
    415,
    [],
  ],
  ["a compressed body", facts, { body: "{}", headers: { "content-encoding": "gzip" } }, 415, []],
  ["an unknown field", facts, { body: { text: "a", colour: "red" } }, 400, ["/colour"]],
  ["a field named __proto__", facts, { body: '{"text": "a", "__proto__": {"infer": "none"}}' }, 400, ["/__proto__"]],
  [
    "a verb named __proto__",
    "/api/v1/acme/keys",
    { body: '{"name": "a", "grants": {"memory:read": ["/"], "__proto__": ["/"]}}' },
    400,
    ["/grants/__proto__"],
  ],
  [
    "a verb by the name of what every object inherits",
    "/api/v1/acme/keys",
    { body: '{"name": "a", "grants": {"constructor": ["/"]}}' },
    400,
    ["/grants/constructor"],
  ],
  [
    "a key of the vocabulary named __proto__",
    "/api/v1/acme/vocabulary",
    { method: "PUT", body: '{"keys": {"__proto__": "multi"}}' },
    400,
    ["/keys/__proto__"],
  ],
  ["an unknown nested field", batch, { body: { messages: [{ role: "user", content: "a", who: "b" }] } }, 400, ["/messages/0/who"]],
  ["several bad fields at once", facts, { body: { text: 1, infer: "maybe", size: 2 } }, 400, ["/size", "/text", "/infer"]],
  [
    "two spellings that differ",
    facts,
    { body: { text: "a", observedAt: "2024-01-01T00:00:00Z", observed_at: "2025-01-01T00:00:00Z" } },
    400,
    ["/observed_at"],
  ],
  ["two aliases that differ", query, { body: { query: "a", k: 3, limit: 4 } }, 400, ["/limit"]],
  ["observed_at that is no timestamp", facts, { body: { text: "a", observed_at: "yesterday" } }, 400, ["/observed_at"]],
  ["observedAt on a day that is not", facts, { body: { text: "a", observedAt: "2024-02-30T00:00:00Z" } }, 400, ["/observedAt"]],
  ["a memory_category outside its three", facts, { body: { text: "a", memory_category: "gossip" } }, 400, ["/memory_category"]],
  [
    "a triple's memory_category outside its three",
    facts,
    {
      body: {
        infer: "triples",
        triples: [{ entity: { type: "Person", name: "Ana" }, key: "likes", value: "tea", memory_category: "x" }],
      },
    },
    400,
    ["/triples/0/memory_category"],
  ],
  ["an unknown infer", facts, { body: { text: "a", infer: "guess" } }, 400, ["/infer"]],
  ["an unknown role", batch, { body: { messages: [{ role: "robot", content: "a" }] } }, 400, ["/messages/0/role"]],
  ["a batch without messages", batch, { body: { messages: [] } }, 400, ["/messages"]],
  [
    "a ts that is no timestamp",
    batch,
    { body: { messages: [{ role: "user", content: "a", ts: "noon" }] } },
    400,
    ["/messages/0/ts"],
  ],
  ["an unknown extract", batch, { body: { messages: [{ role: "user", content: "a" }], extract: "some" } }, 400, ["/extract"]],
  ["a label that is no pair", facts, { body: { text: "a", labels: ["a=b", "nope"] } }, 400, ["/labels/1"]],
  ["a label of the service's own", facts, { body: { text: "a", labels: ["_x=1"] } }, 400, ["/labels/0"]],
  ["a control character in a label", facts, { body: { text: "a", labels: ["a=\u0007"] } }, 400, ["/labels/0"]],
  ["a control character in an id", facts, { body: { text: "a", session_id: "s\u0001" } }, 400, ["/session_id"]],
  ["a control character in a path", facts, { body: { text: "a", scopes: ["org/\u0001"] } }, 400, ["/scopes/0"]],
  ["a scope with an empty segment", facts, { body: { text: "a", scope: [["org/a", "org//b"]] } }, 400, ["/scope/0/1"]],
  ["a scope clause without paths", facts, { body: { text: "a", scopes: [[]] } }, 400, ["/scopes/0"]],
  [
    "too many scope clauses",
    facts,
    { body: { text: "a", scopes: Array.from({ length: 65 }, (_, i) => `org/${i}`) } },
    400,
    ["/scopes"],
  ],
  [
    "too many paths in a clause",
    facts,
    { body: { text: "a", scopes: [Array.from({ length: 17 }, (_, i) => `org/${i}`)] } },
    400,
    ["/scopes/0"],
  ],
  ["scopes of another type", facts, { body: { text: "a", scopes: { org: 1 } } }, 400, ["/scopes"]],
  [
    "an Idempotency-Key with a space",
    facts,
    { body: { text: "a" }, headers: { "idempotency-key": "a b" } },
    400,
    ["/headers/idempotency-key"],
  ],
  [
    "an Idempotency-Key sent twice",
    facts,
    { body: { text: "a" }, headers: { "idempotency-key": ["a", "b"] } },
    400,
    ["/headers/idempotency-key"],
  ],
  ["k over 50", query, { body: { query: "a", k: 51 } }, 400, ["/k"]],
  ["k of 0", query, { body: { query: "a", k: 0 } }, 400, ["/k"]],
  ["k that is no whole number", query, { body: { query: "a", k: 1.5 } }, 400, ["/k"]],
  ["k as text", query, { body: { query: "a", k: "10" } }, 400, ["/k"]],
  ["k over 50 for a context block", "/api/v1/acme/context", { body: { query: "a", k: 51 } }, 400, ["/k"]],
  ["an unknown mode", query, { body: { query: "a", mode: "psychic" } }, 400, ["/mode"]],
  ["an unknown scope_view", query, { body: { query: "a", scope_view: "all" } }, 400, ["/scope_view"]],
  ["an unknown include", query, { body: { query: "a", include: ["facts", "rumours"] } }, 400, ["/include/1"]],
  ["as_of that is no timestamp", query, { body: { query: "a", as_of: "2024-01-01" } }, 400, ["/as_of"]],
  ["a location", query, { body: { query: "a", location: { within: "Lisbon" } } }, 400, ["/location"]],
  ["an empty query", query, { body: { query: "  " } }, 400, ["/query"]],
  ["a limit over 500", "/api/v1/acme/entities?limit=501", {}, 400, ["/limit"]],
  ["a limit that is no number", "/api/v1/acme/entities?limit=ten", {}, 400, ["/limit"]],
  ["a parameter given twice", "/api/v1/acme/entities?limit=1&limit=2", {}, 400, ["/limit"]],
  ["an unknown parameter", "/api/v1/acme/entities?colour=red", {}, 400, ["/colour"]],
  ["a time parameter that is no timestamp", "/api/v1/acme/entities/Person/Ana?atInstant=now", {}, 400, ["/atInstant"]],
  ["a query string that is not UTF-8", "/api/v1/acme/entities?type=%ff", {}, 400, []],
  ["a path that is not UTF-8", "/api/v1/acme/entities/Person/%ff", {}, 400, []],
  ["a NUL in a path", "/api/v1/acme/entities/Person/A%00na", {}, 400, ["/entityName"]],
  ["an unknown verb in grants", "/api/v1/acme/keys", { body: { grants: { read: ["/"] } } }, 400, ["/grants/read"]],
  [
    "a bad pattern in grants",
    "/api/v1/acme/keys",
    { body: { grants: { "memory:read": ["a/*/b"] } } },
    400,
    ["/grants/memory:read/0"],
  ],
  ["ttl_seconds of 0", "/api/v1/acme/keys?ttl_seconds=0", { method: "POST" }, 400, ["/ttl_seconds"]],
  ["a path that no route has", "/api/v1/acme/nowhere", {}, 404, []],
  ["a path outside the API", "/", {}, 404, []],
  ["a method that a path does not have", facts, { method: "PUT" }, 405, []],
];

describe("bad input", () => {
  it.each(rows)("%s is refused by name", async (_what, path, sent, status, pointers) => {
    const reply = await gateway.send(path, sent);
    expect(reply.status).toBe(status);
    expect(reply.headers["content-type"]).toBe("application/problem+json");
    expect(reply.json).toMatchObject({ status, instance: path.split("?")[0], traceId: expect.stringMatching(/^trace:/) });
    const errors = (reply.json["errors"] ?? []) as { pointer: string; detail: string }[];
    expect(errors.map((error) => error.pointer)).toEqual(pointers);
    expect(reply.text).not.toContain("at file:");
  });

  it("is told in plain words what is missing, and what a value should have been", async () => {
    const { json } = await gateway.send(query, { body: { labels: "a=b", k: "10", includeDuplicates: 1 } });
    expect(json["errors"]).toEqual([
      { pointer: "/query", detail: "is missing" },
      { pointer: "/k", detail: "must be a whole number from 1 to 50" },
      { pointer: "/labels", detail: "must be a list" },
      { pointer: "/includeDuplicates", detail: "must be true or false" },
    ]);
  });

  it("names the methods of a path that does not have the one asked for", async () => {
    const reply = await gateway.send("/api/v1/acme/keys", { method: "PATCH" });
    expect(reply.status).toBe(405);
    expect(reply.headers["allow"]).toBe("GET, POST");
  });

  it("keeps working after bytes that are not HTTP", async () => {
    const { connect } = await import("node:net");
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(gateway.port, "127.0.0.1", () => socket.write("nonsense\r\n\r\n"));
      socket.on("data", (data) => resolve(data.toString()));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await gateway.send("/api/v1/health")).status).toBe(200);
  });
});
