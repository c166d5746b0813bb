import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { principalOf, type Call } from "@loci/platform/call";
import {
  authOfOneKey,
  contextKey,
  managementKey,
  startGateway,
  type Reply,
  type RunningGateway,
  type Sent,
} from "./testing/gateway.ts";

let gateway: RunningGateway;
const calls: Call[] = [];
const whoami = {
  principalId: "agent",
  displayName: "Agent",
  kind: "agent",
  grants: { verbs: { "memory:read": { paths: ["org/a"] } } },
  tokenGrants: null,
  effectiveGrants: null,
  delegatedPrincipalId: "",
};

beforeAll(async () => {
  const auth = authOfOneKey({
    async whoami(_request, call) {
      calls.push(call);
      return whoami;
    },
    listContexts: async () => ({ contexts: [], next: "" }),
  });
  gateway = await startGateway({ auth, settings: { headerAliases: { "X-Vendor-On-Behalf-Of": "X-Service-On-Behalf-Of" } } });
});
afterAll(() => gateway.close());

const me = "/api/v1/acme/me";

function withoutTrace(reply: Reply): unknown {
  const { traceId: _its, instance: _own, ...rest } = reply.json;
  return rest;
}

describe("a request without a key that fits", () => {
  const rows: readonly (readonly [string, string, Sent])[] = [
    ["no key", me, { key: undefined }],
    ["an unknown key", me, { key: "loci_ck_other" }],
    ["a key of another scheme", me, { key: undefined, headers: { authorization: `Basic ${contextKey}` } }],
    ["the key in another header", me, { key: undefined, headers: { "x-api-key": contextKey } }],
    ["the key in the query string", `${me}?api_key=${contextKey}`, { key: undefined }],
    ["two keys", me, { key: undefined, headers: { authorization: [`Bearer ${contextKey}`, "Bearer other"] } }],
    ["another context", "/api/v1/umbrella/me", {}],
    ["a context id that cannot be", "/api/v1/UPPER%00/me", {}],
    ["a management key on the data plane", me, { key: managementKey }],
    ["a context key on the control plane", "/api/v1/contexts", { key: contextKey }],
    ["a context key on a data route of the context 'contexts'", "/api/v1/contexts/me", {}],
    ["a bad body without a key", "/api/v1/acme/facts", { key: undefined, body: "{" }],
  ];

  it.each(rows)("is refused alike: %s", async (_what, path, sent) => {
    const reply = await gateway.send(path, sent);
    expect(reply.status).toBe(401);
    expect(reply.headers["www-authenticate"]).toBe('Bearer realm="loci"');
    expect(withoutTrace(reply)).toEqual({
      type: "urn:loci:problem:unauthenticated",
      title: "Authentication failed",
      status: 401,
      detail: "The key is missing, unknown, expired or not for this resource.",
    });
  });
});

describe("a request with a key", () => {
  it("reaches the service as its principal, with the signed token, a trace and a deadline", async () => {
    const before = Date.now();
    const reply = await gateway.send(me);
    expect(reply.json).toEqual({
      principalId: "agent",
      displayName: "Agent",
      kind: "agent",
      grants: { "memory:read": ["org/a"] },
      tokenGrants: null,
      effectiveGrants: {},
      delegatedPrincipalId: null,
    });
    const call = calls.at(-1);
    expect(call && principalOf(call)).toMatchObject({
      contextId: "acme",
      principalId: "agent",
      principalSince: "2024-05-01T00:00:00.000Z",
      secretMark: "mark",
      keyId: "key:1",
      delegatedPrincipalId: "",
    });
    expect(call?.token).toBe("signed");
    expect(call?.deadline).toBeGreaterThanOrEqual(before + 60_000);
    expect(call?.traceId).toMatch(/^trace:/);
  });

  it("may act for another principal, by the contract's header or an alias of it", async () => {
    for (const header of ["X-Service-On-Behalf-Of", "X-Vendor-On-Behalf-Of"]) {
      expect((await gateway.send(me, { headers: { [header]: "helper" } })).status).toBe(200);
      const call = calls.at(-1);
      expect(call && principalOf(call).delegatedPrincipalId).toBe("helper");
    }
  });

  it("may act for one principal only, and for one that there is", async () => {
    const twice = await gateway.send(me, { headers: { "X-Service-On-Behalf-Of": ["helper", "helper"] } });
    expect(twice.status).toBe(400);
    const both = await gateway.send(me, { headers: { "X-Service-On-Behalf-Of": "helper", "X-Vendor-On-Behalf-Of": "other" } });
    expect(both.status).toBe(400);
    expect((await gateway.send(me, { headers: { "X-Service-On-Behalf-Of": "nobody" } })).status).toBe(403);
    const management = await gateway.send("/api/v1/contexts", {
      key: managementKey,
      headers: { "X-Service-On-Behalf-Of": "helper" },
    });
    expect(management.status).toBe(400);
  });

  it.each(["", " ", "\t"])(
    "is refused where it delegates to nobody: it would be answered with all that its key may do (%j)",
    async (name) => {
      const reply = await gateway.send(me, { headers: { "X-Service-On-Behalf-Of": name } });
      const named: unknown = expect.objectContaining({ pointer: "/headers/x-service-on-behalf-of" });
      expect([reply.status, reply.json["errors"]]).toEqual([400, [named]]);
    },
  );

  it("is refused where it names a principal by a header that is not known: it would be answered as if it had named none", async () => {
    for (const header of [
      "X-Other-On-Behalf-Of",
      "On-Behalf-Of",
      "x-service-context-on-behalf-of",
      "X_Service_On_Behalf_Of",
      "X-OnBehalfOf",
    ]) {
      const headers = { [header]: "helper" };
      const reply = await gateway.send(me, { headers });
      const named: unknown = expect.objectContaining({ pointer: `/headers/${header.toLowerCase()}` });
      expect([reply.status, reply.json["errors"]]).toEqual([400, [named]]);
      expect((await gateway.send("/api/v1/contexts", { key: managementKey, headers })).status).toBe(400);
      expect((await gateway.send(me, { key: "wrong", headers })).status).toBe(401);
    }
  });
});

describe("health", () => {
  it("needs no key and says nothing of the parts", async () => {
    const reply = await gateway.send("/api/v1/health", { key: undefined });
    expect([reply.status, reply.json]).toEqual([200, { status: "ok" }]);
  });

  it("tells readiness part by part", async () => {
    const ready = await gateway.send("/api/v1/ready", { key: undefined });
    expect([ready.status, ready.json]).toEqual([200, { status: "ready", parts: { database: "ok" }, degraded: {} }]);
    const down = await startGateway({ ready: async () => ({ ok: false, parts: { database: "does not answer" } }) });
    const reply = await down.send("/api/v1/ready", { key: undefined });
    expect([reply.status, reply.headers["retry-after"], reply.json["parts"]]).toEqual([503, "1", { database: "does not answer" }]);
    await down.close();
  });
});
