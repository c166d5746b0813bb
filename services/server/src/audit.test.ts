import { sql, type Sql } from "@loci/ports/database";
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { verifyAudit } from "@loci/client";
import { createGateway, defaultGatewaySettings, type Gateway, type Listener } from "@loci/gateway";
import { idSource } from "@loci/kernel";
import { silentLogger } from "@loci/platform/telemetry";
import { loci, openWhole, type Whole } from "./testing/whole.ts";

const contextId = "house";
let contextKey = "";
let managementKey = "";

interface Row {
  readonly entry: string;
  readonly operation: string;
  readonly kind: string;
  readonly principal: string;
  readonly keyId: string;
  readonly traceId: string;
  readonly status: number;
  readonly count: number;
  readonly door: string;
}

let whole: Whole;
let served: { readonly url: string; readonly gateway: Gateway; readonly listener: Listener };

beforeAll(async () => {
  whole = await openWhole();
  ({ contextKey, managementKey } = await whole.auth.bootstrap({ contextId, contextKey, managementKey }, loci("")));
  served = await serve();
}, 60_000);
afterAll(async () => {
  await served.listener.close(100);
  await whole.close();
});

async function serve() {
  const { auth, graph, ingest, retrieval, clock } = whole;
  const gateway = createGateway({
    ...{ auth, graph, ingest, retrieval, logger: silentLogger(), settings: defaultGatewaySettings },
    clock: () => clock.now,
    ids: idSource(() => clock.now, randomBytes),
    ready: async () => ({ ok: true, parts: {} }),
  });
  const listener = await gateway.listen("127.0.0.1", 0);
  return { url: `http://127.0.0.1:${listener.port}`, gateway, listener };
}

/** What is in the database now, whatever is still to be written. */
async function rowsOf(chain: string): Promise<Row[]> {
  const read = (tx: Parameters<Parameters<Whole["database"]["inContext"]>[1]>[0]) =>
    tx.query<Row>(sql`select entry, entry::jsonb ->> 7 as operation, kind, principal, key_id as "keyId", trace_id as "traceId",
          (entry::jsonb ->> 15)::int as status, (entry::jsonb ->> 18)::int as count, entry::jsonb ->> 8 as door
        from auth.audit where ctx = ${chain} order by position`);
  return chain === "*" ? whole.database.acrossContexts(read) : whole.database.inContext(chain, read);
}

interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly plane: "data" | "management" | "open";
}

/** The gateway's routes, as its API document is made of them. */
async function operations(): Promise<Operation[]> {
  const reply = await fetch(`${served.url}/openapi.json`);
  const { paths } = (await reply.json()) as {
    paths: Record<string, Record<string, { operationId?: string; security?: unknown[] }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, security }]) => {
      if (operationId === undefined) return [];
      const isOpen = security?.length === 0;
      return { operationId, method, path, plane: isOpen ? "open" : path.includes("{contextId}") ? "data" : "management" };
    }),
  ) as Operation[];
}

const ask = (path: string, method = "GET", key?: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(served.url + path, {
    method: method.toUpperCase(),
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const filled = (path: string) =>
  path
    .replace("{contextId}", contextId)
    .replace("{ctx}", contextId)
    .replace(/\{\w+\}/g, "nothing");

async function eventually<T>(look: () => Promise<T>, met: (found: T) => boolean): Promise<T> {
  for (const end = Date.now() + 20_000; ; await pause(50)) {
    const found = await look();
    if (met(found) || Date.now() > end) return found;
  }
}

describe("the audit", () => {
  it("has a row of each operation of the API, by whoever holds the key", async () => {
    const all = (await operations()).filter(({ plane }) => plane !== "open");
    expect(all.length).toBeGreaterThan(90);
    for (const { method, path, plane, operationId } of all) {
      // It ends the context: what comes after it would be nobody's.
      if (operationId === "deleteContext") continue;
      const body = method === "get" || method === "delete" ? undefined : {};
      const key = plane === "management" ? managementKey : contextKey;
      await (await ask(filled(path), method, key, body)).arrayBuffer();
    }
    const wanted = (plane: string) =>
      all.flatMap((one) => (one.plane === plane && one.operationId !== "deleteContext" ? one.operationId : []));
    const left = (rows: readonly Row[], plane: string) => {
      const known = new Set(rows.map(({ operation }) => operation));
      return wanted(plane).filter((operation) => !known.has(operation));
    };
    expect(
      left(
        await eventually(
          () => rowsOf(contextId),
          (rows) => left(rows, "data").length === 0,
        ),
        "data",
      ),
    ).toEqual([]);
    expect(
      left(
        await eventually(
          () => rowsOf("*"),
          (rows) => left(rows, "management").length === 0,
        ),
        "management",
      ),
    ).toEqual([]);
    const own = (await rowsOf(contextId)).filter(({ operation }) => wanted("data").includes(operation));
    expect(new Set(own.map(({ principal }) => principal))).toEqual(new Set(["admin"]));
    expect(own.every(({ keyId, traceId }) => keyId.startsWith("key:") && traceId.startsWith("trace:"))).toBe(true);
  }, 60_000);

  it("has a row of each request with a key that is refused for a header that delegates, by whoever holds the key", async () => {
    const headers = { "x-other-on-behalf-of": "helper" };
    const path = `/api/v1/${contextId}/state`;
    const before = (await rowsOf(contextId)).length;
    for (let i = 0; i < 3; i++) expect((await ask(path, "GET", contextKey, undefined, headers)).status).toBe(400);
    expect((await ask("/api/v1/contexts", "GET", managementKey, undefined, headers)).status).toBe(400);
    const refused = ({ status, keyId }: Row) => status === 400 && keyId !== "";
    const rows = async () => (await rowsOf(contextId)).slice(before).filter(refused);
    const own = await eventually(rows, (found) => found.length === 3);
    expect(own.map(({ operation, principal, count }) => [operation, principal, count])).toEqual(
      Array.from({ length: 3 }, () => ["getState", "admin", 1]),
    );
    const managed = async () =>
      (await rowsOf("*")).filter(({ status, operation }) => status === 400 && operation === "listContexts");
    expect(await eventually(managed, (found) => found.length > 0)).toMatchObject([{ principal: "*" }]);
  });

  it("shows a key with grants of its own nothing that its principal asked with others", async () => {
    const api = `/api/v1/${contextId}`;
    const grants = { "memory:read": ["org/a"] };
    const keys = await Promise.all(
      ["one", "two"].map(async (name) => {
        const made = await ask(`${api}/keys`, "POST", contextKey, { name, grants });
        return ((await made.json()) as { key: string }).key;
      }),
    );
    for (const key of keys) expect((await ask(`${api}/query`, "POST", key, { query: "Who knows?" })).status).toBe(200);
    const seen = async (path: string, list: string) => {
      const body = (await (await ask(api + path, "GET", keys[0])).json()) as Record<string, readonly { key?: string }[]>;
      return body[list] ?? [];
    };
    expect(await seen("/traces", "traces")).toHaveLength(1);
    expect(await seen("/audit", "rows")).toHaveLength(1);
    expect(new Set((await seen("/audit?kind=request", "rows")).map(({ key }) => key)).size).toBe(1);
  });

  it("has a row of each tool, by its own door", async () => {
    const call = (method: string, params: object) =>
      ask("/mcp", "POST", contextKey, { jsonrpc: "2.0", id: 1, method, params }, { accept: "application/json, text/event-stream" });
    const listed = (await (await call("tools/list", {})).json()) as { result: { tools: { name: string }[] } };
    const names = listed.result.tools.map(({ name }) => name);
    for (const name of names)
      await (await call("tools/call", { name, arguments: { text: "x", query: "x", content: "x" } })).arrayBuffer();
    const byMcp = async () =>
      (await rowsOf(contextId)).filter(({ door, operation }) => door === "mcp" && !operation.startsWith("mcp:"));
    const rows = await eventually(byMcp, (found) => found.length >= names.length);
    expect(rows.map(({ operation }) => operation).sort()).toEqual([
      "context",
      "forget",
      "inspect",
      "recall",
      "reflect",
      "remember",
      "uploadDocument",
    ]);
  }, 60_000);

  it("has the row of what changes something before its answer, and of a read soon after", async () => {
    const before = (await rowsOf(contextId)).length;
    const stored = await ask(`/api/v1/${contextId}/facts`, "POST", contextKey, { text: "Mina likes tea.", infer: "none" });
    expect(stored.status).toBe(200);
    expect((await rowsOf(contextId)).slice(before)).toMatchObject([{ operation: "remember", kind: "mutation", status: 200 }]);
    await (await ask(`/api/v1/${contextId}/query`, "POST", contextKey, { query: "tea" })).arrayBuffer();
    const rows = await eventually(
      () => rowsOf(contextId),
      (found) => found.length >= before + 2,
    );
    expect(rows.slice(before + 1)).toMatchObject([{ operation: "recall", kind: "access", status: 200 }]);
  }, 60_000);
  it("writes down what management did to a context in both chains, and who was refused", async () => {
    const minted = await ask(`/api/v1/contexts/${contextId}/principals/admin/keys/second`, "POST", managementKey, {});
    expect(minted.status).toBe(201);
    const byKey = { kind: "mutation", principal: "*", keyId: expect.stringMatching(/^key:/) };
    for (const chain of [contextId, "*"]) expect((await rowsOf(chain)).at(-1)).toMatchObject({ ...byKey, status: 201 });
    expect((await ask("/api/v1/contexts", "POST", managementKey, { id: "brief", displayName: "Brief" })).status).toBe(201);
    expect((await ask("/api/v1/contexts/brief", "DELETE", managementKey)).status).toBeLessThan(300);
    expect((await rowsOf("*")).at(-1)).toMatchObject({ ...byKey, operation: "deleteContext" });
    const narrow = { id: "reader", displayName: "reader", kind: "agent", grants: { "memory:read": ["org/a"] } };
    expect((await ask(`/api/v1/contexts/${contextId}/principals`, "POST", managementKey, narrow)).status).toBe(201);
    const key = (await (await ask(`/api/v1/contexts/${contextId}/principals/reader/keys/r`, "POST", managementKey, {})).json()) as {
      key: string;
    };
    expect((await ask(`/api/v1/${contextId}/facts`, "POST", key.key, { text: "Tom likes tea." })).status).toBe(403);
    const denied = async () =>
      (await rowsOf(contextId)).filter(({ kind, principal }) => kind === "denied" && principal === "reader");
    expect(await eventually(denied, (rows) => rows.length > 0)).toMatchObject([{ operation: "remember", status: 403 }]);
    const delegating = await ask(`/api/v1/${contextId}/me`, "GET", key.key, undefined, {
      "x-service-on-behalf-of": "nobody-there",
    });
    expect(delegating.status).toBe(403);
    expect(await eventually(denied, (rows) => rows.length > 1)).toMatchObject([{}, { status: 403, principal: "reader" }]);
  }, 60_000);

  it("says for whom a key was to act that was refused so, in the words of an id alone", async () => {
    const before = (await rowsOf(contextId)).length;
    for (const target of ["system", "nobody-there", "Mina's secret"]) {
      const headers = { "x-service-on-behalf-of": target };
      expect((await ask(`/api/v1/${contextId}/me`, "GET", contextKey, undefined, headers)).status).toBe(403);
      const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
      await (
        await ask("/mcp", "POST", contextKey, message, { accept: "application/json, text/event-stream", ...headers })
      ).arrayBuffer();
    }
    const forWhom = async () =>
      (await rowsOf(contextId)).slice(before).map(({ entry }) => {
        const fields = JSON.parse(entry) as unknown[];
        return [fields[6], fields[8], fields[9], fields[10]];
      });
    expect((await eventually(forWhom, (rows) => rows.length === 6)).toSorted()).toEqual(
      ["system", "nobody-there", ""]
        .flatMap((target) => [
          ["denied", "rest", "admin", target],
          ["denied", "mcp", "admin", target],
        ])
        .toSorted(),
    );
    const listed = await ask(`/api/v1/${contextId}/audit?kind=denied&limit=2`, "GET", contextKey);
    const { rows } = (await listed.json()) as { rows: { delegatedPrincipal: string | null }[] };
    expect(rows.map(({ delegatedPrincipal }) => delegatedPrincipal)).toEqual([null, null]);
  }, 60_000);

  it("has a row of each key that ended with the one that minted it", async () => {
    const at = (path: string) => `/api/v1/${contextId}${path}`;
    const mint = async (name: string, key: string) => {
      const minted = await ask(at("/keys"), "POST", key, { name });
      return (await minted.json()) as { id: string; key: string };
    };
    const parent = await mint("parent", contextKey);
    const child = await mint("child", parent.key);
    const grandchild = await mint("grandchild", child.key);
    expect((await ask(at("/keys/parent"), "DELETE", contextKey)).status).toBe(204);
    expect((await ask(at("/me"), "GET", grandchild.key)).status).toBe(401);
    const ended = (await rowsOf(contextId)).filter(({ operation, status }) => operation === "revokeKey" && status === 204);
    expect(new Set(ended.map(({ traceId }) => traceId)).size).toBe(1);
    const paths = ended.map(({ entry }) => (JSON.parse(entry) as unknown[])[13]).toSorted();
    expect(paths).toEqual([`/keys/${child.id}`, `/keys/${grandchild.id}`, "/keys/parent"].toSorted());
  }, 60_000);

  it("has a row of what the clock asked for, and changed something", async () => {
    await (await ask(`/api/v1/${contextId}/facts`, "POST", contextKey, { text: "Lena works for Acme." })).arrayBuffer();
    await whole.upkeep.start();
    await whole.runner.start();
    whole.clock.now += 3 * 86_400_000;
    await whole.runner.submit("decay", { contextId, id: "daily" });
    const decayed = async () => (await rowsOf(contextId)).filter(({ operation }) => operation === "decay");
    const rows = await eventually(decayed, (found) => found.some(({ door }) => door === "schedule"));
    expect(rows.find(({ door }) => door === "schedule")).toMatchObject({
      operation: "decay",
      principal: "system",
      kind: "mutation",
    });
  }, 60_000);

  it("counts refusals of those who hold no key, however many come", async () => {
    const before = (await rowsOf(contextId)).length;
    for (let i = 0; i < 30; i++) await (await ask(`/api/v1/${contextId}/me`)).arrayBuffer();
    await (await ask("/api/v1/nowhere/me")).arrayBuffer();
    await served.listener.close(100);
    served = await serve();
    const rows = (await rowsOf(contextId)).slice(before).filter(({ status }) => status === 401);
    expect(rows.length).toBeLessThanOrEqual(2);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(30);
    expect((await rowsOf("*")).at(-1)).toMatchObject({ kind: "denied", status: 401, operation: "whoami" });
  }, 60_000);

  it("holds no content", async () => {
    const marker = "Zanzibarquux";
    const key = contextKey;
    const at = (path: string) => `/api/v1/${contextId}${path}`;
    await (await ask(at("/facts"), "POST", key, { text: `${marker} lives in Lisbon.` })).arrayBuffer();
    await (await ask(at("/query"), "POST", key, { query: `Where does ${marker} live?`, source: marker })).arrayBuffer();
    await (await ask(at(`/entities/Person/${marker}`), "GET", key)).arrayBuffer();
    await (await ask(at(`/inspect?ref=entity:Person/${marker}`), "GET", key)).arrayBuffer();
    await (await ask(at("/forget"), "POST", key, { query: marker, dryRun: true })).arrayBuffer();
    await (await ask(at("/audit?kind=request"), "GET", key)).arrayBuffer();
    const rows = [...(await rowsOf(contextId)), ...(await rowsOf("*"))];
    expect(rows.some(({ operation }) => operation === "getEntity")).toBe(true);
    expect(rows.filter(({ entry }) => entry.toLowerCase().includes(marker.toLowerCase()))).toEqual([]);
  }, 60_000);

  it("can be checked row by row by who exports it, and says which row was changed first", async () => {
    const file = async () => (await ask(`/api/v1/${contextId}/audit/export`, "GET", contextKey)).text();
    const lines = (await file()).split("\n");
    const verdict = await verifyAudit(lines);
    expect(verdict).toMatchObject({ ok: true, chain: contextId, from: 1, signedTo: verdict.to });
    expect(verdict.rows).toBe(verdict.to);
    expect(verdict.publicKeys).toHaveLength(1);

    const own = (statement: Sql) => whole.database.inContext(contextId, (tx) => tx.query(statement));
    const third = await own(sql`select entry from auth.audit where ctx = ${contextId} and position = 3`);
    const before = String(third[0]?.["entry"]);
    await own(sql`update auth.audit set entry = replace(entry, '"rest"', '"mcp"') where ctx = ${contextId} and position = 3`);
    expect(await verifyAudit((await file()).split("\n"))).toMatchObject({ ok: false, broken: { position: 3 } });
    await own(sql`update auth.audit set entry = ${before} where ctx = ${contextId} and position = 3`);
    expect(await verifyAudit((await file()).split("\n"))).toMatchObject({ ok: true });

    const without = (position: number) => lines.filter((line) => !line.startsWith(`{"type":"row","position":${position},`));
    expect(await verifyAudit(without(5))).toMatchObject({ ok: false, broken: { position: 5 } });
    expect(await verifyAudit(without(1))).toMatchObject({ ok: false, broken: { position: 1 } });
    expect(await verifyAudit(without(verdict.to))).toMatchObject({ ok: false, broken: { position: verdict.to } });
    const expected = { position: 4, hash: "0".repeat(64) };
    expect(await verifyAudit(lines, { expected })).toMatchObject({ ok: false, broken: { position: 4 } });
    expect(await verifyAudit(lines, { publicKeys: ["0".repeat(64)] })).toMatchObject({ ok: false });
    const forged = lines.map((line) => line.replace(/"signature":"../, '"signature":"00'));
    expect(await verifyAudit(forged)).toMatchObject({ ok: false, broken: { problem: expect.stringContaining("signature") } });
  }, 60_000);

  it("is for its context's administrators as a whole, and for everybody else its own rows", async () => {
    const wanted = { id: "watcher", displayName: "watcher", kind: "agent", grants: { "memory:read": ["org/a"] } };
    await ask(`/api/v1/contexts/${contextId}/principals`, "POST", managementKey, wanted);
    const minted = await ask(`/api/v1/contexts/${contextId}/principals/watcher/keys/w`, "POST", managementKey, {});
    const { key } = (await minted.json()) as { key: string };
    await (await ask(`/api/v1/${contextId}/me`, "GET", key)).arrayBuffer();
    const listed = await ask(`/api/v1/${contextId}/audit?kind=request`, "GET", key);
    const { rows } = (await listed.json()) as { rows: { principal: string; operation: string }[] };
    expect(rows.map(({ principal, operation }) => [principal, operation])).toEqual([["watcher", "whoami"]]);
    // Their places would tell how many requests others make.
    expect(Object.keys(rows[0] ?? {}).filter((field) => ["position", "hash"].includes(field))).toEqual([]);
    for (const [path, whole] of [
      [`/api/v1/${contextId}/audit`, contextKey],
      [`/api/v1/contexts/${contextId}/audit`, managementKey],
    ] as const)
      expect(await (await ask(`${path}?kind=request&limit=1`, "GET", whole)).json()).toMatchObject({
        rows: [{ position: expect.any(Number), hash: expect.any(String) }],
      });
    expect((await ask(`/api/v1/${contextId}/audit/export`, "GET", key)).status).toBe(403);
    const deployment = await ask("/api/v1/contexts/-/audit/export", "GET", managementKey);
    expect(await verifyAudit((await deployment.text()).split("\n"))).toMatchObject({ ok: true, chain: "*" });
    expect((await ask(`/api/v1/contexts/${contextId}/audit?kind=denied`, "GET", managementKey)).status).toBe(200);
  }, 60_000);
});

describe("a request's trace", () => {
  const at = (path: string) => `/api/v1/${contextId}${path}`;
  const post = async (path: string, body: object, headers = {}) => ask(at(path), "POST", contextKey, body, headers);
  interface Trace {
    readonly kind: string;
    readonly id: string;
    readonly resolutionTier: string;
    readonly retrievals: unknown[] | null;
    readonly memoryUpdates: { traceId: string }[];
  }
  const traceOf = async (id: string) => (await (await ask(at(`/traces/${id}`), "GET", contextKey)).json()) as Trace;

  it("is answered for each write that the audit names, with what was decided", async () => {
    await (await post("/facts", { text: "Ivo lives in Porto." })).arrayBuffer();
    const learned = (await rowsOf(contextId)).at(-1);
    expect(await traceOf(learned?.traceId ?? "")).toMatchObject({ kind: "decision", id: learned?.traceId, retrievals: null });
    expect((await traceOf(learned?.traceId ?? "")).memoryUpdates.length).toBeGreaterThan(0);
    await (await post("/facts", { text: "Ivo likes rain.", infer: "none" })).arrayBuffer();
    const kept = (await rowsOf(contextId)).at(-1);
    expect(await traceOf(kept?.traceId ?? "")).toMatchObject({ kind: "decision", memoryUpdates: [] });
    const listed = await ask(at("/traces?kind=decision&limit=500"), "GET", contextKey);
    const { traces } = (await listed.json()) as { traces: Trace[] };
    expect(traces.map(({ id }) => id)).toContain(learned?.traceId);
    const audit = await ask(at("/audit?kind=decision"), "GET", contextKey);
    const { rows } = (await audit.json()) as { rows: { traceId: string }[] };
    expect(rows.map(({ traceId }) => traceId)).toContain(learned?.traceId);
    expect((await ask(at(`/traces/trace:${"0".repeat(26)}`), "GET", contextKey)).status).toBe(404);
  }, 60_000);

  it("is one for a chat's answer, its recall, its decisions and its row", async () => {
    const reply = await post("/chat", { message: "Petra lives in Graz." });
    const { traceId, memoryUpdates } = (await reply.json()) as { traceId: string; memoryUpdates: { attributes: unknown[] } };
    expect(memoryUpdates.attributes.length).toBeGreaterThan(0);
    expect((await rowsOf(contextId)).at(-1)).toMatchObject({ operation: "chat", traceId });
    const trace = await traceOf(traceId);
    expect(trace).toMatchObject({ kind: "response", retrievals: [{ id: expect.stringMatching(/^trace:/) }] });
    expect(trace.resolutionTier).not.toBe("");
    expect(new Set(trace.memoryUpdates.map((update) => update.traceId))).toEqual(new Set([traceId]));
    expect((await post("/query", { query: "Where does Petra live?" })).status).toBe(200);
  }, 60_000);

  it("is that of the first where a chat comes again with its Idempotency-Key, which stores nothing again", async () => {
    const headers = { "idempotency-key": "one-chat" };
    const turns = () =>
      whole.database.inContext(contextId, (tx) => tx.query(sql`select 1 from graph.turn where ctx = ${contextId}`));
    const first = await post("/chat", { message: "Rosa lives in Turin." }, headers);
    const answer: unknown = await first.json();
    const stored = (await turns()).length;
    const again = await post("/chat", { message: "Rosa lives in Turin." }, headers);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect(await again.json()).toEqual(answer);
    expect((await post("/chat", { message: "Rosa lives in Rome." }, headers)).status).toBe(409);
    // As after a crash between what was written and the answer that is kept.
    await whole.database.inContext(contextId, (tx) => tx.query(sql`delete from graph.reservation where ctx = ${contextId}`));
    const once = (await (await post("/chat", { message: "Rosa lives in Turin." }, headers)).json()) as { userTurnId: string };
    expect(once.userTurnId).toBe((answer as { userTurnId: string }).userTurnId);
    expect((await turns()).length).toBe(stored);
    const stream = await post("/chat", { message: "Rosa lives in Turin.", stream: true }, { "idempotency-key": "one-stream" });
    expect(stream.status).toBe(400);
    expect(await stream.text()).toContain("/headers/idempotency-key");
  }, 60_000);
});
