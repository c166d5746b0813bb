import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { gatewayCall, principalOf } from "@loci/platform/call";
import { type Database, numbered } from "@loci/ports/database";
import type { auth } from "@loci/protos";
import { contextWithKey, grants, management, member, openTestAuth, type TestAuth } from "../testing/auth.ts";

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

const gateway = gatewayCall("trace", Number.MAX_SAFE_INTEGER, new AbortController().signal);
const entry = (contextId: string, id: string): auth.AuditEntry => ({
  ...{ id, contextId, at: "2030-01-01T00:00:00.000Z", kind: "mutation", operation: 'say "ü"', door: "rest" },
  ...{ principal: "p", delegated: "", keyId: "k", traceId: `trace-${id}`, path: "/facts\\", region: ["a/b", "c"] },
  ...{ status: 200, latencyMs: 3, address: "", count: 1 },
});

/** Counts what the database is asked. */
function counting(database: Database): { readonly database: Database; readonly asked: string[] } {
  const asked: string[] = [];
  const inContext: Database["inContext"] = (contextId, work, options) =>
    database.inContext(
      contextId,
      (tx) =>
        work({
          query: (statement, statementOptions) => {
            asked.push(statementOptions?.name ?? numbered(statement).text);
            return tx.query(statement, statementOptions);
          },
        }),
      options,
    );
  return { asked, database: { ...database, inContext } };
}

describe.each<[string, () => Promise<Database>]>([
  ["PGlite", () => openPglite({ folder: undefined })],
  ["Postgres", async () => openPostgres({ connectionString: await server.createDatabase("audit") })],
])("the audit's chain on %s", (_name, open) => {
  let test: TestAuth;
  beforeAll(async () => void (test = await openTestAuth(open)));
  afterAll(() => test.close());

  const rowsOf = async (contextId: string) => {
    const { rows } = await test.auth.readAuditChain({ contextId, after: 0, limit: 1_000 }, management);
    return rows;
  };

  it("is one chain though several append to it at once, each row with the hash of the one before", async () => {
    await contextWithKey(test, "crowd");
    const replicas = [test.auth, test.replica(), test.replica()];
    await Promise.all(
      Array.from({ length: 45 }, async (_, i) => {
        const entries = Array.from({ length: 1 + (i % 3) }, (_row, j) => entry("crowd", `${i}-${j}`));
        await replicas[i % 3]?.appendAudit({ entries, again: false, unlessTraced: false }, gateway);
      }),
    );
    const rows = await rowsOf("crowd");
    expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 90 }, (_, i) => i + 1));
    expect(new Set(rows.map((row) => row.entry?.id)).size).toBe(90);
    let before = "0".repeat(64);
    for (const { position, text, hash, entry: read } of rows) {
      // The fields of a text that JSON.stringify wrote: format, chain, position, the hash before, and the entry's.
      expect(JSON.stringify(JSON.parse(text))).toBe(text);
      expect((JSON.parse(text) as unknown[]).slice(0, 4)).toEqual(["loci-audit-1", "crowd", position, before]);
      expect(read).toEqual(entry("crowd", read?.id ?? ""));
      expect(hash).toBe(createHash("sha256").update(text).digest("hex"));
      before = hash;
    }
  });

  it("takes what was perhaps written before once", async () => {
    await contextWithKey(test, "twice");
    const entries = ["a", "b"].map((id) => entry("twice", id));
    await test.auth.appendAudit({ entries: entries.slice(0, 1), again: false, unlessTraced: false }, gateway);
    await test.auth.appendAudit({ entries, again: true, unlessTraced: false }, gateway);
    await test.auth.appendAudit({ entries, again: true, unlessTraced: false }, gateway);
    expect((await rowsOf("twice")).map((row) => row.entry?.id)).toEqual(["a", "b"]);
  });

  it("tells of a deed whose trace a schedule's row has, and not of one whose request has its row", async () => {
    await contextWithKey(test, "deeds");
    const followed = { ...entry("deeds", "followed"), principal: "system", door: "schedule", traceId: "trace-purge" };
    const request = { ...entry("deeds", "request"), traceId: "trace-write" };
    await test.auth.appendAudit({ entries: [followed, request], again: false, unlessTraced: false }, gateway);
    const deeds = [
      { ...entry("deeds", "purge"), traceId: "trace-purge" },
      { ...entry("deeds", "write"), traceId: "trace-write" },
    ];
    await test.auth.appendAudit({ entries: deeds, again: true, unlessTraced: true }, gateway);
    expect((await rowsOf("deeds")).map((row) => row.entry?.id)).toEqual(["followed", "request", "purge"]);
  });

  it("has the rows of a context that is not there in the deployment's chain", async () => {
    await test.auth.appendAudit({ entries: [entry("nowhere", "lost")], again: false, unlessTraced: false }, gateway);
    expect((await rowsOf("*")).map((row) => row.entry?.id)).toEqual(["lost"]);
  });

  it("costs an answer that waits for its row one statement, however many rows go with it", async () => {
    await contextWithKey(test, "cheap");
    await test.auth.appendAudit({ entries: [entry("cheap", "first")], again: false, unlessTraced: false }, gateway);
    const counted = counting(test.database);
    const cheap = test.replica({ database: counted.database });
    await cheap.appendAudit(
      { entries: Array.from({ length: 20 }, (_, i) => entry("cheap", `${i}`)), again: false, unlessTraced: false },
      gateway,
    );
    expect(counted.asked).toEqual(["auth.append_audit"]);
  });

  it("shows a key with grants of its own the rows of that key, and not of its principal's others", async () => {
    const { auth } = test;
    await contextWithKey(test, "keys");
    const full = await member(test, "keys", "p", { "memory:read": ["org/a", "org/b"] });
    const holder = await test.as(full, "keys");
    const wanted = { name: "narrow", ttlSeconds: 0, grants: grants({ "memory:read": ["org/a"] }), operation: null };
    const { key } = await auth.mintOwnKey(wanted, holder);
    const narrow = await test.as(key, "keys");
    const made = async (call: typeof holder, id: string) => {
      const { keyId } = principalOf(call);
      const at = new Date(test.clock.now).toISOString();
      const entries = [{ ...entry("keys", id), at, keyId, region: [id] }];
      await auth.appendAudit({ entries, again: false, unlessTraced: false }, gateway);
      return keyId;
    };
    const fullId = await made(holder, "org/b/patient-4711");
    const narrowId = await made(narrow, "org/a");
    const all = { contextId: "", kind: "", principal: "", keyId: "", traceId: "", since: "", until: "", limit: 0 };
    const seen = async (call: typeof holder, over = {}) =>
      (await auth.listAudit({ ...all, ...over }, call)).rows.map((row) => row.entry?.keyId);
    expect(await seen(narrow)).toEqual([narrowId]);
    expect(await seen(narrow, { keyId: fullId })).toEqual([]);
    expect(await seen(narrow, { traceId: "trace-org/b/patient-4711" })).toEqual([]);
    expect(await seen(holder)).toEqual([narrowId, fullId]);
  });

  it("is signed after a thousand rows", async () => {
    await contextWithKey(test, "long");
    for (let i = 0; i < 3; i++) {
      const entries = Array.from({ length: 400 }, (_, j) => entry("long", `${i}-${j}`));
      await test.auth.appendAudit({ entries, again: false, unlessTraced: false }, gateway);
    }
    const { checkpoints } = await test.auth.readAuditChain({ contextId: "long", after: 1_000, limit: 1_000 }, management);
    expect(checkpoints.map(({ position }) => position)).toEqual([1_200]);
  });
});
