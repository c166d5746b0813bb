import { describe, expect, it } from "@jest/globals";
import { caller, memory as memoryOf } from "@loci/e2e/parts/memory";
import type { MintedKey } from "@loci/e2e/parts/tenants";
import type { World } from "../main-job/world.ts";
import { answered, refused, until } from "./asking.ts";

interface Key {
  readonly id: string;
  readonly name: string;
  readonly validUntil: string | null;
}

/** Contract: Self-service keys; Scopes and principals. */
export function access(world: World): void {
  describe("GET /me", () => {
    it("tells who asks and what the key may, and needs no grant", async () => {
      const tenant = await world().tenant("org/a");
      const nobody = await tenant.member({});
      expect(answered(await nobody.get("/me"), 200, "Whoami")).toMatchObject({
        kind: "agent",
        grants: {},
        effectiveGrants: {},
        delegatedPrincipalId: null,
      });
      const narrowed = await tenant.member(
        { "memory:read": ["/"], "memory:write": ["/"] },
        { keyGrants: { "memory:read": ["org/a"] } },
      );
      expect(answered(await narrowed.get("/me"), 200, "Whoami")).toMatchObject({
        principalId: narrowed.principalId,
        grants: { "memory:read": ["/"], "memory:write": ["/"] },
        tokenGrants: { "memory:read": ["org/a"] },
        effectiveGrants: { "memory:read": ["org/a"] },
      });
    });
  });

  describe("a caller's own keys", () => {
    const house = async () => {
      const tenant = await world().tenant("org/a");
      return { tenant, member: await tenant.member({ "memory:read": ["org/a"], "memory:write": ["org/a"] }) };
    };
    const holding = (contextId: string, { key }: MintedKey) => memoryOf(world().url, contextId, key);

    it("are minted with a name, a life and grants that narrow; the secret is shown once", async () => {
      const { tenant, member } = await house();
      const body = { name: "laptop", grants: { "memory:read": ["org/a"] } };
      const asked = Date.now();
      const minted = answered<MintedKey>(await member.post("/keys?ttlSeconds=600", body), 201, "MintedKey");
      expect(minted.key).toMatch(/^loci_ck_/);
      const end = Date.parse(minted.validUntil ?? "");
      expect(end - asked).toBeGreaterThan(599_000);
      expect(end - Date.now()).toBeLessThanOrEqual(600_000);
      const own = holding(tenant.contextId, minted);
      const listed = answered<Key[]>(await own.get("/keys"), 200, "KeyDetail[]");
      expect(listed).toMatchObject([{ name: "laptop", grants: body.grants }]);
      expect(JSON.stringify(listed)).not.toContain(minted.key);
      refused(await own.post("/facts", { text: "x" }), 403);
      for (const reply of [
        await member.post("/keys", undefined),
        await member.post("/keys", null),
        await member.post("/keys", { name: null, grants: null }),
      ]) {
        expect(answered<MintedKey>(reply, 201, "MintedKey").validUntil).toBeNull();
      }
    });

    it("cannot widen, share a name, or name a verb that is none", async () => {
      const { tenant, member } = await house();
      refused(await member.post("/keys", { grants: { "memory:read": ["/"] } }), 400, "/grants/memory:read");
      refused(await member.post("/keys", { grants: { "grant:manage": ["org/a"] } }), 400, "/grants/grant:manage");
      refused(await member.post("/keys", { grants: { read: ["org/a"] } }), 400, "/grants/read");
      answered(await member.post("/keys", { name: "twice" }), 201);
      refused(await member.post("/keys", { name: "twice" }), 409);
      refused(await tenant.post("/keys", { name: "twice" }), 409);
      refused(await member.post("/keys?ttlSeconds=0", {}), 400, "/ttlSeconds");
      refused(await member.post("/keys?ttl_seconds=soon", {}), 400, "/ttl_seconds");
      refused(await member.post("/keys", { scope: "org/a" }), 400, "/scope");
    });

    it("are seen by themselves alone, but for an administrator", async () => {
      const { tenant, member } = await house();
      const sibling = answered<MintedKey>(await member.post("/keys", { name: "sibling" }), 201);
      expect(answered<Key[]>(await member.get("/keys"), 200, "KeyDetail[]")).toHaveLength(1);
      for (const name of ["sibling", "admin", "never-was"]) {
        refused(await member.send("DELETE", `/keys/${name}`), 404);
        refused(await member.post(`/keys/${name}/rotate`, undefined), 404);
      }
      const all = answered<Key[]>(await tenant.get("/keys"), 200, "KeyDetail[]").map(({ name }) => name);
      expect(all).toEqual(expect.arrayContaining(["admin", "sibling"]));
      answered(await tenant.send("DELETE", "/keys/sibling"), 204);
      await until(
        () => holding(tenant.contextId, sibling).get("/me"),
        ({ status }) => status === 401,
      );
      refused(await holding(tenant.contextId, sibling).get("/me"), 401);
    });

    it("are rotated: the new secret opens, the old one does not", async () => {
      const { tenant, member } = await house();
      const first = answered<MintedKey>(await member.post("/keys", { name: "turning" }), 201);
      const second = answered<MintedKey>(
        await holding(tenant.contextId, first).post("/keys/turning/rotate?ttl_seconds=300", undefined),
        200,
        "MintedKey",
      );
      expect([second.id, second.key === first.key]).toEqual([first.id, false]);
      expect(Date.parse(second.validUntil ?? "") - Date.now()).toBeLessThanOrEqual(300_000);
      answered(await holding(tenant.contextId, second).get("/me"), 200);
      const old = await until(
        () => holding(tenant.contextId, first).get("/me"),
        ({ status }) => status === 401,
      );
      refused(old, 401);
      refused(await holding(tenant.contextId, second).post("/keys/turning/rotate?ttl_seconds=x", undefined), 400, "/ttl_seconds");
    });

    it("end with their life", async () => {
      const { tenant } = await house();
      const brief = await tenant.member({ "memory:read": ["/"] }, { ttlSeconds: 5 });
      answered(await brief.get("/me"), 200);
      refused(
        await until(
          () => brief.get("/me"),
          ({ status }) => status === 401,
        ),
        401,
      );
    });
  });

  describe("scopes", () => {
    it("are registered, listed and removed", async () => {
      const tenant = await world().tenant();
      const body = { path: "org/new/team/", displayName: "Team", description: null };
      expect(answered(await tenant.post("/scopes", body), 201, "ScopeNode")).toMatchObject({ path: "org/new/team" });
      answered(await tenant.post("/scopes", body), 201, "ScopeNode");
      expect(answered(await tenant.get("/scopes"), 200, "ScopeNode[]")).toMatchObject([{ path: "org/new/team" }]);
      answered(await tenant.post("/facts", { text: "x", scopes: "org/new", infer: "none" }), 200);
      answered(await tenant.send("DELETE", "/scopes?path=org%2Fnew%2Fteam"), 204);
      expect(answered(await tenant.get("/scopes"), 200)).toEqual([]);
      refused(await tenant.post("/facts", { text: "x", scopes: "org/new/team" }), 400, "/scopes");
      refused(await tenant.send("DELETE", "/scopes?path=org%2Fnever"), 404);
      refused(await tenant.send("DELETE", "/scopes"), 400, "/path");
    });

    it.each([
      ["a climbing path", "org/../x"],
      ["an empty segment", "org//x"],
      ["a wildcard", "org/*"],
      ["a control character", "org/\u0007"],
      ["a long segment", `org/${"x".repeat(129)}`],
      ["too many segments", Array.from({ length: 33 }, () => "s").join("/")],
    ])("refuse %s by its name", async (_what, path) => {
      refused(await (await world().tenant()).post("/scopes", { path }), 400, "/path");
    });

    it("are registered within the caller's region, and shared with nobody", async () => {
      const tenant = await world().tenant("org/a");
      const maker = await tenant.member({ "scope:create": ["org/a"], "scope:delete": ["org/a"], "scope:read": ["org/a"] });
      answered(await maker.post("/scopes", { path: "org/a/b" }), 201, "ScopeNode");
      refused(await maker.post("/scopes", { path: "org/b" }), 403);
      refused(await maker.send("DELETE", "/scopes?path=org"), 403);
      for (const body of [{}, { grants: { "memory:read": ["/"] }, subject: "admin" }])
        refused(await maker.post("/scope-grants", body), 501);
    });
  });

  describe("principals", () => {
    it("are made, listed and read; their grants are given and taken", async () => {
      const tenant = await world().tenant("org/a", "org/b");
      const body = { display_name: "Robot", kind: "agent", grants: { "memory:read": ["org/a"] } };
      const robot = answered<{ id: string }>(await tenant.post("/principals", body), 201, "Principal");
      expect(answered(await tenant.get(`/principals/${robot.id}`), 200, "Principal")).toEqual(robot);
      expect(answered<{ id: string }[]>(await tenant.get("/principals"), 200, "Principal[]").map(({ id }) => id)).toContain(
        robot.id,
      );
      const change = { path: "org/b", verbs: ["memory:read", "memory:write"] };
      const given = answered(await tenant.post(`/principals/${robot.id}/grants`, change), 200, "Principal");
      expect(given).toMatchObject({ grants: { "memory:read": ["org/a", "org/b"], "memory:write": ["org/b"] } });
      const taken = await tenant.send("DELETE", `/principals/${robot.id}/grants`, { path: "org/b", verbs: ["memory:read"] });
      expect(answered(taken, 200, "Principal")).toMatchObject({
        grants: { "memory:read": ["org/a"], "memory:write": ["org/b"] },
      });
      const effective = async (query: string) =>
        answered(await tenant.get(`/principals/${robot.id}/effective?${query}`), 200, "EffectiveGrants");
      expect(await effective("path=org%2Fa")).toMatchObject({ path: "org/a", verbs: ["memory:read"] });
      expect(await effective("path=org%2Fb")).toMatchObject({ verbs: ["memory:write"] });
      expect(await effective("path=org")).toMatchObject({ verbs: [] });
      expect(await effective("path=org%2Fa&asOf=2020-01-01T00%3A00%3A00Z")).toMatchObject({
        verbs: [],
        asOf: "2020-01-01T00:00:00.000Z",
      });
      refused(await tenant.get(`/principals/${robot.id}/effective`), 400, "/path");
      refused(await tenant.post("/principals", body), 409);
      refused(await tenant.post("/principals", { kind: "agent" }), 400, "/displayName");
      refused(await tenant.post("/principals", { ...body, display_name: "Other", grants: { write: ["/"] } }), 400, "/grants/write");
      refused(await tenant.post(`/principals/${robot.id}/grants`, { path: "org/a", verbs: ["write"] }), 400, "/verbs/0");
      refused(await tenant.post("/principals/admin/grants", change), 409);
      refused(await tenant.get("/principals/principal:nope"), 404);
      refused(await tenant.get("/principals/principal:nope/effective?path=org"), 404);
      refused(await tenant.post("/principals/principal:nope/grants", change), 404);
    });

    it("are made for somebody known elsewhere once only", async () => {
      const tenant = await world().tenant();
      const body = { displayName: "Mina", kind: "user", externalId: "idp|42" };
      const first = answered<{ id: string }>(await tenant.post("/principals", body), 201, "Principal");
      expect(answered<{ id: string }>(await tenant.post("/principals", body), 201, "Principal").id).toBe(first.id);
    });

    it("are managed by who may, within that region", async () => {
      const tenant = await world().tenant("org/a", "org/b");
      const lead = await tenant.member({ "grant:manage": ["org/a"], "memory:read": ["org/a"] });
      const inside = { display_name: "Inside", kind: "agent", grants: { "memory:read": ["org/a"] } };
      const made = answered<{ id: string }>(await lead.post("/principals", inside), 201, "Principal");
      refused(await lead.post("/principals", { ...inside, display_name: "O", grants: { "memory:read": ["org/b"] } }), 403);
      refused(await lead.post("/principals", { ...inside, display_name: "W", grants: { "memory:write": ["org/a"] } }), 403);
      refused(await lead.post(`/principals/${made.id}/grants`, { path: "org/b", verbs: ["memory:read"] }), 403);
      refused(await lead.get("/principals/admin"), 404);
      const nobody = await tenant.member({});
      answered(await nobody.get(`/principals/${nobody.principalId}/effective?path=org`), 200, "EffectiveGrants");
    });
  });

  describe("a credential", () => {
    it.each([
      ["none", {}],
      ["API-KEY", { "api-key": "KEY" }],
      ["X-API-Key", { "x-api-key": "KEY" }],
      ["another scheme", { authorization: "Basic KEY" }],
      ["a key that is none", { authorization: "Bearer loci_ck_nobody_knows_this" }],
    ])("is refused: %s", async (_what, headers) => {
      const tenant = await world().tenant();
      const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace("KEY", tenant.key)]));
      const reply = await caller(`${world().url}/api/v1/${tenant.contextId}`, "").get("/me", sent);
      refused(reply, 401);
      expect(reply.headers.get("www-authenticate")).toMatch(/^Bearer/);
    });

    it("is refused in a query string, in another context, and on the other plane", async () => {
      const [one, other] = [await world().tenant(), await world().tenant()];
      const at = (path: string, key: string) => caller(`${world().url}/api/v1`, key).get(path);
      for (const name of ["key", "api_key", "access_token"]) refused(await at(`/${one.contextId}/me?${name}=${one.key}`, ""), 401);
      refused(await at(`/${other.contextId}/me`, one.key), 401);
      refused(await at("/no-such-context/me", one.key), 401);
      refused(await at("/contexts", one.key), 401);
      refused(await at(`/contexts/${one.contextId}/scopes`, one.key), 401);
      refused(await at("/verbs", one.key), 401);
      refused(await at("/verbs", ""), 401);
    });
  });
}
