import { literal, sql, type Sql } from "@loci/ports/database";
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { verifyAudit } from "@loci/client";
import { createGateway, defaultGatewaySettings, type Listener } from "@loci/gateway";
import { idSource } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { auditEntry } from "@loci/platform/messages";
import { silentLogger } from "@loci/platform/telemetry";
import { loci, openWhole, type Whole } from "./testing/whole.ts";

const management: Call = { ...loci(""), caller: { kind: "management" } };

let whole: Whole;
let listener: Listener;
let managementKey = "";
/** A key of each context. */
const keys = new Map<string, string>();

beforeAll(async () => {
  whole = await openWhole({ auditRetentionDays: 1 });
  ({ managementKey } = await whole.auth.bootstrap({ contextId: "first", contextKey: "", managementKey: "" }, loci("")));
  listener = await serve();
}, 60_000);
afterAll(async () => {
  await listener.close(100);
  await whole.close();
});

function serve(): Promise<Listener> {
  const { auth, graph, ingest, retrieval, clock } = whole;
  return createGateway({
    ...{ auth, graph, ingest, retrieval, logger: silentLogger(), settings: defaultGatewaySettings },
    clock: () => clock.now,
    ids: idSource(() => clock.now, randomBytes),
    ready: async () => ({ ok: true, parts: {} }),
  }).listen("127.0.0.1", 0);
}

async function ask(path: string, key?: string, body?: object) {
  const reply = await fetch(`http://127.0.0.1:${listener.port}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: reply.status, text: await reply.text() };
}

async function tenant(): Promise<string> {
  const contextId = await whole.context();
  const wanted = { contextId, principalId: "admin", name: "default", grants: null, ttlSeconds: 0, operation: null };
  keys.set(contextId, (await whole.auth.mintPrincipalKey(wanted, management)).key);
  expect((await write(contextId)).status).toBe(200);
  return contextId;
}

const of = (contextId: string, path: string, body?: object) => ask(`/api/v1/${contextId}${path}`, keys.get(contextId), body);
const write = (contextId: string) => of(contextId, "/facts", { text: "Mina likes tea.", infer: "none" });

const owner = (statement: Sql) => whole.database.asOwner((tx) => tx.query(statement));

/** Puts a row behind the end of a chain, as who owns the database can. @returns its position */
async function forge(chain: string): Promise<number> {
  const [row] = await owner(
    sql`insert into auth.audit (ctx, position, entry, hash)
      select h.ctx, h.position + 1, jsonb_set(a.entry::jsonb, '{2}', to_jsonb(h.position + 1))::text, h.hash
      from auth.audit_heads h join auth.audit a on a.ctx = h.ctx and a.position = h.position where h.ctx = ${chain} returning position`,
  );
  return Number(row?.["position"]);
}

interface Row {
  readonly operation: string;
  readonly principal: string;
  readonly path: string;
  readonly door: string;
  readonly status: number;
}

/** The deployment's rows that concern a context. */
async function kept(contextId: string): Promise<Row[]> {
  const rows = await owner(
    sql`select entry::jsonb ->> 7 as operation, principal, entry::jsonb ->> 13 as path, entry::jsonb ->> 8 as door,
        (entry::jsonb ->> 15)::int as status
      from auth.audit where ctx = '*' and entry::jsonb ->> 19 = ${contextId} order by position`,
  );
  return rows as unknown as Row[];
}

async function eventually<T>(look: () => Promise<T>, met: (found: T) => boolean): Promise<T> {
  for (const end = Date.now() + 20_000; ; await pause(50)) {
    const found = await look();
    if (met(found) || Date.now() > end) return found;
  }
}

const verdict = async (contextId: string) => verifyAudit((await of(contextId, "/audit/export")).text.split("\n"));
const degraded = async () =>
  (JSON.parse((await ask("/api/v1/ready")).text) as { status: string; degraded: Record<string, string> }).degraded;

describe("a row that somebody put behind the end of a tenant's chain", () => {
  it("holds up neither that tenant nor another: what is done goes on, and has its row in the deployment's chain", async () => {
    const [broken, other] = [await tenant(), await tenant()];
    expect(await degraded()).toEqual({});
    const position = await forge(broken);
    expect((await of(broken, "/me")).status).toBe(200);
    expect((await write(other)).status).toBe(200);
    expect((await of(other, "/audit?kind=request")).status).toBe(200);
    expect((await verdict(other)).ok).toBe(true);

    expect((await write(broken)).status).toBe(200);
    const rows = await eventually(
      () => kept(broken),
      (found) => found.some(({ operation }) => operation === "whoami"),
    );
    expect(rows).toContainEqual(expect.objectContaining({ operation: "remember", principal: "admin", door: "rest", status: 200 }));
    expect(rows).toContainEqual(expect.objectContaining({ operation: "whoami", principal: "admin" }));
    expect(rows).toContainEqual(
      expect.objectContaining({ operation: "audit-chain-broken", path: `audit/${position}`, status: 500 }),
    );
    expect(await degraded()).toEqual({ audit: expect.stringMatching(/^1 chain takes no rows/) });
  }, 60_000);

  it("is named by a check, and the audit can be read", async () => {
    const broken = await tenant();
    const position = await forge(broken);
    const listed = await of(broken, "/audit?kind=request");
    expect(listed.status).toBe(200);
    expect(listed.text).toContain('"operation":"remember"');
    expect(await verdict(broken)).toMatchObject({
      ok: false,
      broken: { position, problem: `stands behind the end of the chain, which is ${position - 1}` },
    });
    expect((await ask(`/api/v1/contexts/${broken}/audit/export`, managementKey)).text).toContain('{"type":"end"');
  }, 60_000);

  it("is told once an hour, however much is done", async () => {
    const broken = await tenant();
    await forge(broken);
    for (let i = 0; i < 3; i++) await write(broken);
    const told = async () => (await kept(broken)).filter(({ operation }) => operation === "audit-chain-broken").length;
    expect(await told()).toBe(1);
    whole.clock.now += 3_600_000;
    await write(broken);
    expect(await told()).toBe(2);
  }, 60_000);

  it("is known after a restart before anybody asks for anything", async () => {
    const broken = await tenant();
    await forge(broken);
    await write(broken);
    await listener.close(100);
    listener = await serve();
    expect(await degraded()).toHaveProperty("audit");
    expect((await write(broken)).status).toBe(200);
  }, 60_000);

  it("is over when it is taken away: the chain goes on where it ended, and is whole", async () => {
    const broken = await tenant();
    const position = await forge(broken);
    await write(broken);
    const { broken: before } = await whole.auth.countBrokenChains({}, loci(""));
    await owner(sql`delete from auth.audit where ctx = ${broken} and position = ${position}`);
    await write(broken);
    expect(await verdict(broken)).toMatchObject({ ok: true });
    expect((await whole.auth.countBrokenChains({}, loci(""))).broken).toBe(before - 1);
  }, 60_000);

  it("is the same where the chain's end was taken away, or moved beyond every number", async () => {
    for (const change of [
      (ctx: string) => sql`delete from auth.audit_heads where ctx = ${ctx}`,
      (ctx: string) => sql`update auth.audit_heads set position = 9223372036854775807 where ctx = ${ctx}`,
    ]) {
      const broken = await tenant();
      await owner(change(broken));
      expect((await write(broken)).status).toBe(200);
      expect((await kept(broken)).map(({ operation }) => operation)).toContain("remember");
    }
  }, 60_000);

  it("keeps no old row from being kept: retention leaves such a chain as it is, and fails nothing", async () => {
    const broken = await tenant();
    whole.clock.now += 3 * 86_400_000;
    await write(broken);
    await forge(broken);
    await whole.auth.sweepExpired({}, loci(broken));
    const [{ rows = 0 } = {}] = await owner(
      sql`select count(*)::int as rows from auth.audit where ctx = ${broken} and position = 1`,
    );
    expect(rows).toBe(1);
  }, 60_000);
});

describe("a chain that takes no rows for a while", () => {
  it("holds up its own tenant alone, and has all rows in the end", async () => {
    const [stuck, other] = [await tenant(), await tenant()];
    await owner(sql`create function auth.stuck() returns trigger language plpgsql as 'begin raise exception ''not now''; end'`);
    await owner(
      sql`create trigger stuck before insert on auth.audit for each row when (new.ctx = ${literal(stuck)}) execute function auth.stuck()`,
    );
    const late = write(stuck);
    await pause(300);
    expect((await write(other)).status).toBe(200);
    expect((await of(other, "/audit?kind=request")).status).toBe(200);
    expect((await verdict(other)).ok).toBe(true);
    await owner(sql`drop trigger stuck on auth.audit`);
    expect((await late).status).toBe(200);
    expect(await kept(stuck)).toEqual([]);
    const { ok, rows } = await verdict(stuck);
    expect({ ok, rows }).toEqual({ ok: true, rows: 2 });
  }, 60_000);

  it("leaves what was recovered of the others' deeds recorded, and its own for the next round", async () => {
    const [stuck, other] = [await tenant(), await tenant()];
    const entries = [stuck, other].map((contextId) =>
      auditEntry({
        id: `of ${contextId}`,
        contextId,
        operation: "remember",
        traceId: "t",
        at: 0,
        door: "recovered",
        principal: "p",
      }),
    );
    await owner(
      sql`create trigger stuck before insert on auth.audit for each row when (new.ctx = ${literal(stuck)}) execute function auth.stuck()`,
    );
    const request = { entries, again: true, unlessTraced: true };
    expect(await whole.auth.appendAudit(request, loci(""))).toEqual({ failed: [stuck] });
    await owner(sql`drop trigger stuck on auth.audit`);
    expect(await whole.auth.appendAudit(request, loci(""))).toEqual({ failed: [] });
    for (const contextId of [stuck, other]) {
      const rows = await owner(sql`select id from auth.audit where ctx = ${contextId} and id like 'of %'`);
      expect(rows).toHaveLength(1);
    }
  }, 60_000);
});

describe("a row that somebody put behind the end of the deployment's chain", () => {
  it("holds up nobody: management's rows are kept beside it, and a check names it", async () => {
    const contextId = await tenant();
    await ask("/api/v1/contexts", managementKey);
    await eventually(
      () => owner(sql`select 1 from auth.audit where ctx = '*'`),
      (rows) => rows.length > 0,
    );
    const position = await forge("*");
    const made = await ask(`/api/v1/contexts/${contextId}/principals`, managementKey, {
      id: "aide",
      displayName: "aide",
      kind: "agent",
    });
    expect(made.status).toBe(201);
    expect((await write(contextId)).status).toBe(200);
    const file = (await ask("/api/v1/contexts/-/audit/export", managementKey)).text;
    expect(await verifyAudit(file.split("\n"))).toMatchObject({ ok: false, broken: { position } });
    const beside = await owner(sql`select entry::jsonb ->> 3 as operation from auth.audit_unchained where ctx = '*'`);
    expect(beside.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(["createContextPrincipal", "exportContextAudit", "audit-chain-broken"]),
    );
  }, 60_000);
});
