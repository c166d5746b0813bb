import { sql } from "@loci/ports/database";
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createGateway, defaultGatewaySettings, type Listener } from "@loci/gateway";
import { idSource } from "@loci/kernel";
import { silentLogger } from "@loci/platform/telemetry";
import { loci, openWhole, type Whole } from "./testing/whole.ts";

const contextId = "house";

let whole: Whole;
let listener: Listener;
let contextKey = "";
beforeAll(async () => {
  whole = await openWhole();
  ({ contextKey } = await whole.auth.bootstrap({ contextId, contextKey, managementKey: "" }, loci("")));
  const { auth, graph, ingest, retrieval, clock } = whole;
  listener = await createGateway({
    ...{ auth, graph, ingest, retrieval, logger: silentLogger(), settings: defaultGatewaySettings },
    clock: () => clock.now,
    ids: idSource(() => clock.now, randomBytes),
    ready: async () => ({ ok: true, parts: {} }),
  }).listen("127.0.0.1", 0);
}, 60_000);
afterAll(async () => {
  await listener.close(100);
  await whole.close();
});

async function rows(): Promise<{ readonly fields: readonly unknown[]; readonly keyId: string; readonly entry: string }[]> {
  const found = await whole.database.inContext(contextId, (tx) =>
    tx.query<{ entry: string; keyId: string }>(
      sql`select entry, key_id as "keyId" from auth.audit where ctx = ${contextId} order by position`,
    ),
  );
  return found.map(({ entry, keyId }) => {
    const fields = JSON.parse(entry) as unknown[];
    return { fields: [fields[7], fields[15], fields[6], fields[9]], keyId, entry };
  });
}

async function untilRows(count: number): Promise<void> {
  for (const end = Date.now() + 20_000; (await rows()).length < count && Date.now() < end;) await pause(50);
}

async function send(message: object | string, key = contextKey): Promise<string> {
  const accept = "application/json, text/event-stream";
  const reply = await fetch(`http://127.0.0.1:${listener.port}/mcp`, {
    method: "POST",
    headers: { accept, "content-type": "application/json", authorization: `Bearer ${key}` },
    body: typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
  });
  return reply.text();
}

describe("the audit", () => {
  it("has a row of each message over MCP, also of a tool that there is not, and of a method that nobody knows", async () => {
    const client = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
    await send({ method: "initialize", params: client });
    await send({ method: "ping" });
    await send({ method: "tools/list" });
    await send({ method: "tools/call", params: { name: "Zanzibar", arguments: {} } });
    await send({ method: "tools/call", params: 7 });
    await send({ method: "secrets/Zanzibar" });
    await send("{");
    await send("[]");
    await send({ method: "tools/call", params: { name: "recall", arguments: { query: "tea" } } });
    await untilRows(9);
    const found = await rows();
    expect(found.map(({ fields }) => fields)).toEqual([
      ["mcp:initialize", 200, "access", "admin"],
      ["mcp:ping", 200, "access", "admin"],
      ["mcp:tools/list", 200, "access", "admin"],
      ["mcp:tools/call", 404, "access", "admin"],
      ["mcp:tools/call", expect.any(Number), "access", "admin"],
      ["mcp", expect.any(Number), "access", "admin"],
      ["mcp", 400, "access", "admin"],
      ["mcp", 400, "access", "admin"],
      ["recall", 200, "access", "admin"],
    ]);
    expect(found.filter(({ keyId, entry }) => keyId === "" || entry.includes("Zanzibar"))).toEqual([]);
  }, 60_000);

  it("has a trace id of each call, that of its answer and its record, though an agent gives all calls one trace", async () => {
    const before = (await rows()).length;
    const _meta = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" };
    const call = (name: string, args: object) => send({ method: "tools/call", params: { name, arguments: args, _meta } });
    await call("remember", { text: "Mina works at Acme." });
    const answer = await call("recall", { query: "Where does Mina work?" });
    await call("forget", { query: "Mina works at Acme", purge: true });
    await untilRows(before + 3);
    const found = (await rows()).slice(before).map(({ entry }) => JSON.parse(entry) as unknown[]);
    const traces = new Map(found.map((fields) => [fields[7], String(fields[12])]));
    expect(new Set(traces.values()).size).toBe(3);
    expect(answer).toContain(traces.get("recall"));
    const shown = await fetch(`http://127.0.0.1:${listener.port}/api/v1/${contextId}/traces/${traces.get("recall")}`, {
      headers: { authorization: `Bearer ${contextKey}` },
    });
    expect(shown.status).toBe(200);
    await untilRows(before + 4);
  }, 60_000);

  it("has no row of what no operation is meant by, as the guide says", async () => {
    const before = (await rows()).length;
    const headers = { authorization: `Bearer ${contextKey}` };
    const ask = async (path: string, method: string) =>
      (await fetch(`http://127.0.0.1:${listener.port}${path}`, { method, headers })).status;
    expect(await ask(`/api/v1/${contextId}/nosuch`, "GET")).toBe(404);
    expect(await ask(`/api/v1/${contextId}/facts`, "PUT")).toBe(405);
    expect(await ask("/mcp", "GET")).toBe(405);
    expect(await ask(`/api/v1/${contextId}/entities/%ff/x`, "GET")).toBe(400);
    expect(await ask(`/api/v1/${contextId}/me`, "GET")).toBe(200);
    await untilRows(before + 1);
    expect((await rows()).slice(before).map(({ fields }) => fields[0])).toEqual(["whoami"]);
  }, 60_000);

  it("counts the calls of who holds no key, whatever tool they name", async () => {
    const before = (await rows()).length;
    for (const name of ["recall", "Zanzibar"])
      await send({ method: "tools/call", params: { name, arguments: {} } }, "loci_ck_wrong");
    await listener.close(100);
    const denied = await whole.database.acrossContexts((tx) =>
      tx.query<{ count: number }>(sql`select sum((entry::jsonb ->> 18)::int)::int as count from auth.audit where kind = 'denied'`),
    );
    expect([(await rows()).length, denied[0]?.count]).toEqual([before, 2]);
  }, 60_000);
});
