import { expect } from "@jest/globals";
import { caller, memory as memoryOf, type Caller } from "@loci/e2e/parts/memory";
import type { MintedKey, Tenant } from "@loci/e2e/parts/tenants";
import type { World } from "../../main-job/world.ts";
import { answered, refused, until } from "../asking.ts";
import { statements } from "./statements.ts";

/** Contract: Authentication; Management API; Health; Errors; Versioning. */
export function credentials(world: World): void {
  const bare = () => caller(world().url, "");
  const ttlOf = ({ validUntil }: MintedKey) => (Date.parse(validUntil ?? "never") - Date.now()) / 1000;

  statements<Tenant>("the contract's sentences on credentials and errors", () => world().tenant("org/a", "org/b"), [
    [
      "health needs no credential, and takes a wrong one",
      async () => {
        for (const authorization of [undefined, "Bearer nonsense", "Basic x"]) {
          const reply = await bare().get("/api/v1/health", authorization === undefined ? {} : { authorization });
          expect(reply.status).toBe(200);
        }
      },
    ],
    [
      "a management key opens no context, and a context key no management route",
      async (memory) => {
        const { key } = answered<MintedKey>(
          await world().post(`/contexts/${memory.contextId}/principals/admin/keys/plain`, {}),
          201,
          "MintedKey",
        );
        const own = caller(`${world().url}/api/v1`, key);
        for (const path of ["/verbs", "/contexts", `/contexts/${memory.contextId}`, `/contexts/${memory.contextId}/principals`])
          refused(await own.get(path), 401);
        for (const path of ["/me", "/entities"]) refused(await world().get(`/${memory.contextId}${path}`), 401);
      },
    ],
    [
      "the context of a request stands in its path: a header neither names another nor replaces it",
      async (memory) => {
        const other = await world().tenant();
        const me = await memory.get("/me", { "x-service-context": other.contextId });
        expect(answered(me, 200, "Whoami")).toMatchObject({ principalId: "admin" });
        const url = `${world().url}/api/v1`;
        const reply = await caller(url, memory.key).get("/me", { "x-service-context": memory.contextId });
        expect([401, 404]).toContain(reply.status);
      },
    ],
    [
      "the bearer's scheme is read in any case",
      async (memory) => {
        const reply = await bare().get(`/api/v1/${memory.contextId}/me`, { authorization: `bearer ${memory.key}` });
        expect(reply.status).toBe(200);
      },
    ],
    [
      "every way to a key heeds the policy's life, and self-service ends where the policy forbids it",
      async () => {
        const id = `policy-${Math.trunc(performance.now())}`;
        answered(await world().post("/contexts", { id, policy: { max_token_ttl_seconds: 90 } }), 201);
        const keys = `/contexts/${id}/principals/admin/keys`;
        const first = answered<MintedKey>(await world().post(`${keys}/one`, { ttl_seconds: 9_999 }), 201, "MintedKey");
        const own: Caller = memoryOf(world().url, id, first.key);
        const minted = [
          first,
          answered<MintedKey>(await world().post(`${keys}/one-b`, {}), 201, "MintedKey"),
          answered<MintedKey>(await world().post(`${keys}/one-b/rotate?ttlSeconds=9999`, undefined), 200, "MintedKey"),
          answered<MintedKey>(await world().post(`${keys}/one-b/rotate`, undefined), 200, "MintedKey"),
          answered<MintedKey>(await own.post("/keys", { name: "two" }), 201, "MintedKey"),
          answered<MintedKey>(await own.post("/keys?ttl_seconds=9999", { name: "three" }), 201, "MintedKey"),
          answered<MintedKey>(await own.post("/keys/two/rotate", undefined), 200, "MintedKey"),
          answered<MintedKey>(
            await world().post(`/contexts/${id}/access-tokens`, { external_id: "e", ttl_seconds: 9_999 }),
            201,
            "MintedKey",
          ),
        ];
        for (const each of minted) expect(ttlOf(each)).toBeLessThanOrEqual(90);
        const shorter = answered<MintedKey>(await own.post("/keys?ttlSeconds=30", { name: "four" }), 201, "MintedKey");
        expect(ttlOf(shorter)).toBeLessThanOrEqual(30);
        answered(await world().send("PATCH", `/contexts/${id}`, { policy: { allow_self_service_keys: false } }), 200);
        refused(await own.post("/keys", { name: "five" }), 403);
        answered(await world().post(`/contexts/${id}/access-tokens`, { externalId: "e", ttlSeconds: 30 }), 201, "MintedKey");
        answered(await world().send("DELETE", `/contexts/${id}`), 204);
      },
    ],
    [
      "a context's key does not tell of others': another's, a sibling's and one that never was are one and the same 404",
      async (memory) => {
        const member = await memory.member({ "memory:read": ["org/a"] });
        answered(await member.post("/keys", { name: "sibling-key" }), 201);
        const problems = await Promise.all(
          ["sibling-key", "plain", "never-was"].map(async (name) =>
            JSON.stringify(refused(await member.send("DELETE", `/keys/${name}`), 404)).replaceAll(name, "NAME"),
          ),
        );
        const unlike = (text: string) => text.replace(/"traceId":"[^"]*"/, "");
        expect(new Set(problems.map(unlike)).size).toBe(1);
      },
    ],
    [
      "an ordinary key deletes itself, and is then refused",
      async (memory) => {
        const member = await memory.member({ "memory:read": ["org/a"] });
        const minted = answered<MintedKey>(await member.post("/keys", { name: "own-end" }), 201);
        const own = memoryOf(world().url, memory.contextId, minted.key);
        answered(await own.send("DELETE", "/keys/own-end"), 204);
        const after = await until(
          () => own.get("/me"),
          ({ status }) => status === 401,
        );
        refused(after, 401);
      },
    ],
    [
      "an idempotency key is scoped to its context and principal, not to the key that sends it",
      async (memory) => {
        const member = await memory.member({ "memory:write": ["org/a"] });
        const second = answered<MintedKey>(await member.post("/keys", { name: "second-hand" }), 201);
        const send = (by: Caller) =>
          by.post<{ turnId: string }>("/facts", { text: "Once only.", infer: "none" }, { "idempotency-key": "one" });
        const [first, again] = [await send(member), await send(memoryOf(world().url, memory.contextId, second.key))];
        expect([again.status, again.body.turnId]).toEqual([200, first.body.turnId]);
      },
    ],
    [
      "a chat under an idempotency key answers the same again",
      async (memory) => {
        const send = () =>
          memory.post<{ traceId: string; reply: string }>("/chat", { message: "Who is Mina?" }, { "idempotency-key": "chat" });
        const [first, again] = [await send(), await send()];
        expect(again.body).toEqual(first.body);
      },
    ],
    [
      "each kind of refusal is a problem document with title, status and detail",
      async (memory) => {
        const member = await memory.member({ "memory:read": ["org/a"] });
        refused(await memory.post("/query", { query: "x", mode: "y" }), 400, "/mode");
        refused(await bare().get(`/api/v1/${memory.contextId}/me`), 401);
        refused(await member.post("/facts", { text: "x" }), 403);
        refused(await member.post("/query", { query: "x", lens: "org/b" }), 403);
        refused(await memory.get("/entities/Person/Nobody"), 404);
        refused(await memory.post("/scope-grants", {}), 501);
      },
    ],
    [
      "a broken body is a 400 and not an answer",
      async (memory) => {
        for (const body of ['{"query":', "", "[]", '"x"', "7", "null"]) {
          const reply = await fetch(`${world().url}/api/v1/${memory.contextId}/query`, {
            method: "POST",
            headers: { authorization: `Bearer ${memory.key}`, "content-type": "application/json" },
            body,
          });
          expect([body, reply.status, reply.headers.get("content-type")]).toEqual([body, 400, "application/problem+json"]);
        }
      },
    ],
    [
      "the version stands in the path: /api/v1, and none at /mcp",
      async (memory) => {
        for (const path of [`/api/v2/${memory.contextId}/me`, `/api/${memory.contextId}/me`, "/api/v1/mcp", "/v1/mcp"]) {
          const reply = await bare().get(path, { authorization: `Bearer ${memory.key}` });
          expect([path, reply.status === 404 || reply.status === 401]).toEqual([path, true]);
        }
      },
    ],
    [
      "GET /me names who asks, its grants, those of its key and what is left of both",
      async (memory) => {
        expect(answered(await memory.get("/me"), 200, "Whoami")).toMatchObject({
          ...{ principalId: "admin", kind: expect.any(String), displayName: expect.any(String) },
          ...{ delegatedPrincipalId: null, tokenGrants: null, effectiveGrants: { "grant:manage": ["/"] } },
        });
      },
    ],
    [
      "effective grants name the verbs over a path",
      async (memory) => {
        const member = await memory.member({ "memory:read": ["org/a"], "scope:read": ["/"] });
        const reply = await memory.get(`/principals/${encodeURIComponent(member.principalId)}/effective?path=org%2Fa`);
        expect(answered<{ verbs: string[] }>(reply, 200, "EffectiveGrants").verbs.sort()).toEqual(["memory:read", "scope:read"]);
      },
    ],
  ]);
}
