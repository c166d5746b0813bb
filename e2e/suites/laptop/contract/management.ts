import { describe, expect, it } from "@jest/globals";
import { memory as memoryOf } from "@loci/e2e/parts/memory";
import type { MintedKey } from "@loci/e2e/parts/tenants";
import type { World } from "../main-job/world.ts";
import { answered, refused, until } from "./asking.ts";
import { words } from "./shapes.ts";

interface Context {
  readonly id: string;
  readonly displayName: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly policy: Readonly<Record<string, unknown>>;
}

/** Contract: Management API. */
export function management(world: World): void {
  let made = 0;
  const context = async (body: object = {}) => {
    const id = `managed-${++made}`;
    answered(await world().post("/contexts", { id, ...body }), 201);
    return id;
  };

  describe("GET /verbs", () => {
    it("is the catalogue of the seven", async () => {
      const catalogue = answered<{ verb: string }[]>(await world().get("/verbs"), 200);
      expect(catalogue.map(({ verb }) => verb)).toEqual([...words.Verb]);
    });
  });

  describe("contexts", () => {
    it("are made by either path, listed, read, changed by merging, and deleted", async () => {
      const id = `managed-${++made}`;
      const first = answered<Context>(
        await world().post(`/contexts/${id}`, { displayName: "One", config: { a: { b: 1, c: 2 } } }),
        201,
      );
      expect(first).toMatchObject({ id, displayName: "One", config: { a: { b: 1, c: 2 } } });
      expect(answered<Context>(await world().get(`/contexts/${id}`), 200)).toEqual(first);
      expect(answered<Context[]>(await world().get("/contexts"), 200).map((each) => each.id)).toContain(id);
      const changed = await world().send("PATCH", `/contexts/${id}`, {
        config: { a: { b: 3, c: null } },
        policy: { max_token_ttl_seconds: 60 },
      });
      expect(answered(changed, 200)).toMatchObject({
        displayName: "One",
        config: { a: { b: 3 } },
        policy: { maxTokenTtlSeconds: 60 },
      });
      answered(await world().send("DELETE", `/contexts/${id}`), 204);
      refused(await world().get(`/contexts/${id}`), 404);
      refused(await world().send("DELETE", `/contexts/${id}`), 404);
      answered(await world().post("/contexts", {}), 201);
    });

    it("are refused a bad, reserved or taken id", async () => {
      const id = await context();
      refused(await world().post("/contexts", { id }), 409);
      for (const bad of [
        "contexts",
        "verbs",
        "health",
        "ready",
        "migrations",
        "openapi",
        "docs",
        "UPPER",
        "-x",
        "x".repeat(129),
        "",
      ]) {
        refused(await world().post("/contexts", { id: bad }), 400, "/id");
      }
      refused(await world().post(`/contexts/${id}-x`, { id: "other" }), 400, "/id");
      refused(
        await world().post("/contexts", { id: `${id}-y`, policy: { max_token_ttl_seconds: -1 } }),
        400,
        "/policy/max_token_ttl_seconds",
      );
      refused(await world().post("/contexts", { id: `${id}-z`, colour: "red" }), 400, "/colour");
    });

    it("never show a provider's key", async () => {
      const api_key = "sk-canary-provider-key";
      const config = { stages: { synthesis: { provider: "openai", url: "http://127.0.0.1:9/v1", model: "m", api_key } } };
      const id = await context({ config });
      expect(JSON.stringify((await world().get(`/contexts/${id}`)).body)).not.toContain(api_key);
    });

    it.each([
      "http://10.0.0.7:8000/v1",
      "http://2852039166/v1",
      "http://[64:ff9b::a00:1]/v1",
      "https://metadata.google.internal/v1",
    ])("do not send the server to %s for a model", async (url) => {
      const id = await context();
      const config = { stages: { synthesis: { provider: "openai", url, model: "m" } } };
      refused(await world().send("PATCH", `/contexts/${id}`, { config }), 400, "/config/stages/synthesis/url");
      refused(await world().post("/contexts", { id: `${id}-m`, config }), 400, "/config/stages/synthesis/url");
    });

    it("bound what their models may spend in a month, and tell what was spent", async () => {
      const tenant = await world().tenant();
      answered(
        await world().send("PATCH", `/contexts/${tenant.contextId}`, { config: { token_limit: 0, enforcement_blocked: true } }),
        200,
      );
      expect(answered(await world().get(`/contexts/${tenant.contextId}/usage`), 200)).toMatchObject({
        used: 0,
        tokenLimit: 0,
        enforcementBlocked: true,
      });
    });

    it("have scopes and a vocabulary, which management sees and changes", async () => {
      const id = await context();
      answered(await world().post(`/contexts/${id}/scopes`, { path: "org/a" }), 201, "ScopeNode");
      expect(answered(await world().get(`/contexts/${id}/scopes`), 200, "ScopeNode[]")).toMatchObject([{ path: "org/a" }]);
      const vocabulary = `/contexts/${id}/vocabulary`;
      expect(answered(await world().send("PUT", vocabulary, { keys: { badge: "multi" } }), 200)).toMatchObject({
        version: 1,
        keys: { badge: "multi" },
      });
      expect(answered(await world().get(vocabulary), 200)).toMatchObject({ version: 1, keys: { badge: "multi" } });
      refused(await world().send("PUT", vocabulary, { keys: { badge: "many" } }), 400, "/keys/badge");
      refused(await world().send("PUT", vocabulary, { keys: { badge: "multi" }, version: 0 }), 409);
      for (const path of ["/scopes", "/principals", "/keys", "/vocabulary", "/usage", "/state"])
        refused(await world().get(`/contexts/no-such${path}`), 404);
    });

    it("tell how much they hold and how their index is, and nothing of what was said", async () => {
      const tenant = await world().tenant();
      await tenant.remember("Mina lives in Lisbon.");
      const state = answered(await world().get(`/contexts/${tenant.contextId}/state`), 200);
      expect(state).toMatchObject({ records: { turn: 1 }, health: {}, index: { available: true, behind: 0, behindSince: null } });
      expect(JSON.stringify(state)).not.toContain("Lisbon");
    });

    it("are faded and indexed anew as jobs", async () => {
      const tenant = await world().tenant();
      await tenant.remember("Mina lives in Lisbon.");
      expect(answered(await world().post(`/contexts/${tenant.contextId}/lifecycle/decay`, undefined), 200)).toMatchObject({
        state: "done",
      });
      const done = answered(await world().post(`/contexts/${tenant.contextId}/lifecycle/reindex`, undefined), 200);
      expect(done).toMatchObject({ state: "done", indexed: expect.any(Number) });
      expect((await tenant.recall("Where does Mina live?", { mode: "bm25" })).hits.length).toBeGreaterThan(0);
      refused(await world().post("/contexts/no-such/lifecycle/reindex", undefined), 404);
      refused(await world().post("/contexts/no-such/lifecycle/decay", undefined), 404);
    });
  });

  describe("principals and their keys", () => {
    it("are made, changed and deleted; a deleted one's keys stop", async () => {
      const id = await context();
      const base = `/contexts/${id}/principals`;
      const body = { display_name: "Robot", kind: "agent", grants: { "memory:read": ["/"] } };
      const robot = answered<{ id: string }>(await world().post(base, body), 201, "Principal");
      answered(await world().get(base), 200, "Principal[]");
      expect(answered(await world().get(`${base}/${robot.id}`), 200, "Principal")).toEqual(robot);
      const changed = await world().send("PATCH", `${base}/${robot.id}`, { grants: { "memory:write": ["/"] } });
      expect(answered(changed, 200, "Principal")).toMatchObject({ displayName: "Robot", grants: { "memory:write": ["/"] } });
      const { key } = answered<MintedKey>(await world().post(`${base}/${robot.id}/keys/one`, {}), 201, "MintedKey");
      answered(await world().get(`${base}/${robot.id}/keys`), 200, "KeyDetail[]");
      answered(await world().get(`/contexts/${id}/keys`), 200, "KeyDetail[]");
      refused(await world().post(`${base}/${robot.id}/keys/one`, {}), 409);
      refused(await world().post(`${base}/admin/keys/one`, {}), 409);
      refused(
        await world().post(`${base}/${robot.id}/keys/wide`, { grants: { "memory:read": ["/"] } }),
        400,
        "/grants/memory:read",
      );
      refused(await world().post(`${base}/principal:nope/keys/x`, {}), 404);
      refused(await world().post(base, body), 409);
      answered(await memoryOf(world().url, id, key).get("/me"), 200);
      answered(await world().send("DELETE", `${base}/${robot.id}`), 204);
      refused(
        await until(
          () => memoryOf(world().url, id, key).get("/me"),
          ({ status }) => status === 401,
        ),
        401,
      );
      for (const reserved of ["admin", "system"]) refused(await world().send("DELETE", `${base}/${reserved}`), 409);
    });

    it("have keys that are rotated, revoked, and registered by who made the secret", async () => {
      const id = await context();
      const path = `/contexts/${id}/principals/admin/keys/one`;
      const first = answered<MintedKey>(await world().post(path, { ttlSeconds: 600 }), 201, "MintedKey");
      expect(first.validUntil).not.toBeNull();
      const second = answered<MintedKey>(await world().post(`${path}/rotate?ttl_seconds=300`, undefined), 200, "MintedKey");
      expect(second.key).not.toBe(first.key);
      answered(await world().send("DELETE", path), 204);
      refused(await world().send("DELETE", path), 404);
      refused(await world().post(`${path}/rotate`, undefined), 404);
      const verifier = { keyId: "0".repeat(26), verifier: "ab".repeat(32) };
      const put = () => world().send("PUT", `/contexts/${id}/principals/admin/keys/own`, verifier);
      expect(answered(await put(), 200, "KeyDetail")).toEqual(answered(await put(), 200, "KeyDetail"));
      refused(
        await world().send("PUT", `/contexts/${id}/principals/admin/keys/own`, { ...verifier, verifier: "ab" }),
        400,
        "/verifier",
      );
    });
  });

  describe("a brokered token", () => {
    it("needs an external id and a life, is clamped by the policy, and makes its principal once", async () => {
      const id = await context({ policy: { max_token_ttl_seconds: 120, allow_self_service_keys: false } });
      const path = `/contexts/${id}/access-tokens`;
      const body = { external_id: "idp|7", ttl_seconds: 9_999, display_name: "Mina", grants: { "memory:read": ["/"] } };
      const token = answered<MintedKey & { principalId: string }>(await world().post(path, body), 201, "MintedKey");
      expect(Date.parse(token.validUntil ?? "") - Date.now()).toBeLessThanOrEqual(120_000);
      const again = answered<{ principalId: string }>(
        await world().post(path, { external_id: "idp|7", ttl_seconds: 60 }),
        201,
        "MintedKey",
      );
      expect(again.principalId).toBe(token.principalId);
      const member = memoryOf(world().url, id, token.key);
      expect(answered(await member.get("/me"), 200, "Whoami")).toMatchObject({
        principalId: token.principalId,
        effectiveGrants: { "memory:read": ["/"] },
      });
      refused(await member.post("/keys", {}), 403);
      refused(await world().post(path, { external_id: "idp|8" }), 400, "/ttlSeconds");
      refused(await world().post(path, { ttl_seconds: 60 }), 400, "/externalId");
      refused(await world().post(path, { external_id: "idp|8", ttl_seconds: 0 }), 400, "/ttl_seconds");
    });

    it("and every other way to a key heed the policy's life", async () => {
      const id = await context({ policy: { max_token_ttl_seconds: 120 } });
      const minted = answered<MintedKey>(await world().post(`/contexts/${id}/principals/admin/keys/one`, {}), 201);
      const lives = [minted];
      const own = memoryOf(world().url, id, minted.key);
      lives.push(answered<MintedKey>(await own.post("/keys?ttlSeconds=9999", { name: "two" }), 201));
      lives.push(answered<MintedKey>(await own.post("/keys/two/rotate?ttl_seconds=9999", undefined), 200));
      for (const { validUntil } of lives) expect(Date.parse(validUntil ?? "never") - Date.now()).toBeLessThanOrEqual(120_000);
    });
  });
}
