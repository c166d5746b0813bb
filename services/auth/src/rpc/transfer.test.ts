import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { graph } from "@loci/protos";
import { contextWithKey, grants, management, member, openTestAuth, service, type TestAuth } from "../testing/auth.ts";

let here: TestAuth;
let there: TestAuth;
beforeAll(async () => void ([here, there] = await Promise.all([openTestAuth(), openTestAuth()])));
afterAll(() => Promise.all([here.close(), there.close()]));

const change = { operation: null };

/** A context with settings, scopes, and principals whose grants changed. */
async function livedIn(contextId: string): Promise<void> {
  const { auth, clock } = here;
  const configJson = JSON.stringify({
    token_limit: 500,
    ["__proto__"]: { kept: "as it is" },
    stages: { extraction: { provider: "openai", url: "https://models.example/v1", model: "m", api_key: "sk-hidden" } },
  });
  const policyJson = JSON.stringify({ max_token_ttl_seconds: 60 });
  await auth.createContext(
    { id: contextId, displayName: "Acme", configJson, policyJson, adminExternalId: "boss", owner: "", ...change },
    management,
  );
  for (const path of ["org", "org/a", "org/b"]) {
    await auth.registerContextScope({ contextId, path, displayName: path, description: "", ...change }, management);
  }
  const key = await contextWithKeyOf(contextId);
  await auth.deleteScope({ contextId: "", path: "org/b", ...change }, key);
  await member(here, contextId, "ann", { "memory:read": ["org/a"] });
  clock.now += 1_000;
  await auth.addGrants({ contextId, principalId: "ann", path: "org", verbs: ["memory:write"], ...change }, management);
  await member(here, contextId, "bob", { "memory:read": ["/"] });
  clock.now += 1_000;
  await auth.deletePrincipal({ contextId, id: "bob", ...change }, management);
}

async function contextWithKeyOf(contextId: string) {
  const wanted = { contextId, principalId: "admin", name: "k", grants: null, ttlSeconds: 60, operation: null };
  const { key } = await here.auth.mintPrincipalKey(wanted, management);
  return here.as(key, contextId);
}

async function exported({ auth }: TestAuth, contextId: string, call = management): Promise<string[]> {
  const lines: string[] = [];
  for await (const batch of auth.export({ contextId }, call)) lines.push(...batch.lines);
  return lines;
}

async function* asMessages(contextId: string, lines: readonly string[]): AsyncGenerator<graph.ImportLine> {
  for (const [i, line] of lines.entries()) yield { contextId, lines: [line], firstLine: i + 2, embedding: null, complete: false };
}

describe("what auth knows of a context", () => {
  it("comes back as it was, without keys and secrets", async () => {
    await livedIn("acme");
    const before = here.clock.now - 1_500;
    const lines = await exported(here, "acme");
    expect(lines[0]).toContain('"__proto__":{"kept":"as it is"}');
    expect(lines.join("\n")).not.toMatch(/sk-hidden|api_key|loci_|verifier|boss/);
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
      ...["context", "scope", "scope", "scope", "principal", "grantChange", "grantChange", "grantChange", "grantChange"],
    ]);
    await contextWithKey(there, "copy");
    const answer = await there.auth.import(asMessages("copy", lines), management);
    expect(answer).toMatchObject({ imported: { context: 1, scope: 3, principal: 1, grantChange: 4 }, skipped: {} });
    expect(await exported(there, "copy")).toEqual(lines);
    const held = (auth: TestAuth["auth"], contextId: string, asOf: string) =>
      auth.effectiveGrants({ contextId, principalId: "ann", path: "org/a", asOf }, management);
    for (const asOf of ["", new Date(before).toISOString()])
      expect((await held(there.auth, "copy", asOf)).verbs).toEqual((await held(here.auth, "acme", asOf)).verbs);
  });

  it("may be imported again and again, and does not touch what is there", async () => {
    await livedIn("again");
    await contextWithKey(there, "again");
    await member(there, "again", "ann", { "memory:forget": ["/"] });
    const lines = await exported(here, "again");
    const first = await there.auth.import(asMessages("again", lines), management);
    expect(first).toMatchObject({
      imported: { context: 1, scope: 3, grantChange: 2 },
      skipped: { principal: 1, grantChange: 2 },
    });
    expect(await there.auth.import(asMessages("again", lines), service)).toMatchObject({
      imported: {},
      skipped: { context: 1, scope: 3 },
    });
    const ann = await there.auth.getPrincipal({ contextId: "again", id: "ann" }, management);
    expect(ann.grants).toEqual(grants({ "memory:forget": ["/"] }));
    const { verbs } = await there.auth.effectiveGrants(
      { contextId: "again", principalId: "ann", path: "org/a", asOf: "" },
      management,
    );
    expect(verbs).toEqual(["memory:forget"]);
  });

  it("is a principal's to move where it holds grant:manage over all, within what it holds, and never the settings", async () => {
    await livedIn("mine");
    const lines = await exported(here, "mine");
    await contextWithKey(there, "mine");
    const part = await there.as(await member(there, "mine", "part", { "grant:manage": ["org"] }), "mine");
    await expect(exported(there, "", part)).rejects.toMatchObject({ code: "forbidden" });
    const narrow = await there.as(await member(there, "mine", "narrow", { "grant:manage": ["/"] }), "mine");
    await expect(there.auth.import(asMessages("", lines), narrow)).rejects.toMatchObject({ code: "forbidden" });
    const whole = { "grant:manage": ["/"], "memory:read": ["/"], "memory:write": ["/"] };
    const wide = await there.as(await member(there, "mine", "wide", whole), "mine");
    expect((await there.auth.import(asMessages("", lines), wide)).skipped).toMatchObject({ context: 1 });
    await expect(exported(there, "other", wide)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("does not go on in a context that was made later under its id", async () => {
    const contextId = "brief";
    await livedIn(contextId);
    const lines = (await exported(here, contextId)).filter((line) => line.includes('"scope"'));
    await contextWithKey(there, contextId);
    async function* slow(): AsyncGenerator<graph.ImportLine> {
      yield* asMessages(contextId, lines.slice(0, 1));
      await there.auth.deleteContext({ contextId, ...change }, management);
      const deletedAt = new Date(there.clock.now).toISOString();
      await there.auth.confirmContextPurged({ contextId, deletedAt }, service);
      there.clock.now += 1_000;
      await contextWithKey(there, contextId);
      yield* asMessages(contextId, lines.slice(1));
    }
    await expect(there.auth.import(slow(), management)).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await exported(there, contextId)).toHaveLength(1);
  });

  it("never tells of grants other than was decided here, or than another brought in", async () => {
    const contextId = "history";
    await contextWithKey(there, contextId);
    await member(there, contextId, "zoe", { "memory:read": ["org"] });
    const { createdAt } = await there.auth.getPrincipal({ contextId, id: "zoe" }, management);
    const since = new Date(there.clock.now).toISOString();
    const principal = (id: string, at: string, paths: string[]) =>
      JSON.stringify({
        ...{ type: "principal", id, displayName: id, kind: "agent", grants: { "memory:read": paths } },
        ...{ externalId: null, createdAt: at, createdBy: "" },
      });
    const change = (principalId: string, verb: string) =>
      JSON.stringify({ type: "grantChange", principalId, grants: { [verb]: ["/"] }, changedBy: "", recordedAt: since });
    const held = async (principalId: string) =>
      (await there.auth.effectiveGrants({ contextId, principalId, path: "org", asOf: since }, management)).verbs;

    const restored = [principal("yan", since, ["org"]), change("yan", "memory:read")];
    expect((await there.auth.import(asMessages(contextId, restored), management)).imported).toEqual({
      principal: 1,
      grantChange: 1,
    });
    const keeper = await there.as(
      await member(there, contextId, "keeper", { "grant:manage": ["/"], "memory:read": ["/"] }),
      contextId,
    );
    const forged = [
      ...[principal("zoe", createdAt, ["org"]), change("zoe", "memory:forget")],
      ...[principal("yan", since, ["org"]), change("yan", "memory:forget")],
      ...[principal("xia", since, ["org"]), change("xia", "memory:read")],
    ];
    const { imported, skipped } = await there.auth.import(asMessages("", forged), keeper);
    expect([imported, skipped]).toEqual([
      { principal: 1, grantChange: 1 },
      { principal: 2, grantChange: 2 },
    ]);
    expect([await held("zoe"), await held("yan"), await held("xia")]).toEqual([["memory:read"], ["memory:read"], ["memory:read"]]);
    await there.auth.deletePrincipal({ contextId, id: "zoe", operation: null }, management);
    await there.auth.import(asMessages("", [change("zoe", "memory:forget")]), keeper);
    expect(await held("zoe")).toEqual([]);
  });

  it.each([
    ["{}", "/2/type"],
    ['{"type":"key"}', "/2/type"],
    [
      '{"type":"scope","path":"a//b","displayName":"","description":"","createdAt":"2024-01-01T00:00:00Z","tombstonedAt":null}',
      "/2/path",
    ],
    ['{"type":"context","displayName":"x","config":{"token_limit":-1},"policy":{}}', "/config/token_limit"],
    [
      '{"type":"grantChange","principalId":"x","grants":{"fly":["/"]},"changedBy":"","recordedAt":"2024-01-01T00:00:00Z"}',
      "/2/grants/fly",
    ],
    [
      '{"type":"grantChange","principalId":"x","grants":{"__proto__":["/"]},"changedBy":"","recordedAt":"2024-01-01T00:00:00Z"}',
      "/2/grants/__proto__",
    ],
  ])("is refused where a line is wrong: %s", async (line, pointer) => {
    await contextWithKey(there, `c${pointer.replace(/\W/g, "")}${line.length}`);
    const contextId = `c${pointer.replace(/\W/g, "")}${line.length}`;
    const refused = there.auth.import(asMessages(contextId, [line]), management);
    await expect(refused).rejects.toMatchObject({ code: "invalid", fields: [{ pointer }] });
  });
});
