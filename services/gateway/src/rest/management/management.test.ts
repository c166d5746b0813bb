import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { auth as messages } from "@loci/protos";
import { authOfOneKey, managementKey, startGateway, type RunningGateway, type Sent } from "../../testing/gateway.ts";

let gateway: RunningGateway;
let asked: unknown;

const time = "2024-05-01T10:00:00.000Z";
const minted: messages.MintedKey = { id: "key:1", key: "loci_ck_x", validUntil: "", name: "cli", principalId: "bot" };
const context: messages.Context = {
  id: "acme",
  displayName: "Acme",
  configJson: "",
  policyJson: '{"max_token_ttl_seconds":60}',
  createdAt: time,
  owner: "",
};
const principal: messages.Principal = {
  id: "bot",
  displayName: "Bot",
  kind: "agent",
  grants: { verbs: { "memory:read": { paths: ["org/a"] } } },
  externalId: "",
  createdAt: time,
  reserved: false,
};
const key: messages.KeyDetail = {
  id: "key:1",
  name: "cli",
  principalId: "bot",
  grants: null,
  createdAt: time,
  validUntil: "",
  lastUsedAt: "",
  state: "active",
  kind: "context",
  mintedBy: "*",
};
const scope: messages.ScopeNode = { path: "org/a", createdAt: time, tombstonedAt: "", displayName: "", description: "" };

function answers<T>(value: T): (request: unknown) => Promise<T> {
  return async (request) => {
    asked = request;
    return value;
  };
}

beforeAll(async () => {
  gateway = await startGateway({
    auth: authOfOneKey({
      createContext: answers(context),
      getContext: answers(context),
      createPrincipal: answers(principal),
      listPrincipals: answers({ principals: [principal], next: "" }),
      mintPrincipalKey: answers(minted),
      rotateContextKey: answers(minted),
      revokeContextKey: answers({ also: [] }),
      listContextKeys: answers({ keys: [key], next: "" }),
      registerContextScope: answers(scope),
      mintOwnKey: answers(minted),
      rotateKey: answers(minted),
      revokeKey: answers({ also: [] }),
      listKeys: answers({ keys: [key], next: "" }),
      registerScope: answers(scope),
      listScopes: answers({ scopes: [scope], next: "" }),
    }),
    graph: { countRecords: answers({ records: { turn: 3 }, health: { failed_documents: 1 }, revision: 7 }) },
    retrieval: { getIndexState: answers({ available: true, behind: 2, behindSince: time, degraded: ["vector: exact"] }) },
  });
});
afterAll(() => gateway.close());

const manage = (path: string, sent: Sent = {}) => gateway.send(`/api/v1${path}`, { key: managementKey, ...sent });
const contextBody = {
  id: "acme",
  displayName: "Acme",
  config: {},
  policy: { maxTokenTtlSeconds: 60 },
  createdAt: time,
  owner: null,
};
const principalBody = { id: "bot", displayName: "Bot", kind: "agent", grants: { "memory:read": ["org/a"] }, externalId: null };
const keyBody = {
  id: "key:1",
  name: "cli",
  grants: null,
  validUntil: null,
  lastUsedAt: null,
  state: "active",
  createdAt: time,
  mintedBy: "*",
};

describe("the control plane", () => {
  it("lists the verbs", async () => {
    const { status, text } = await manage("/verbs");
    expect([status, (JSON.parse(text) as { verb: string }[]).map(({ verb }) => verb)[0]]).toEqual([200, "memory:read"]);
  });

  it("creates a context by id in the path or in the body", async () => {
    const body = {
      display_name: "Acme",
      policy: { allow_self_service_keys: false },
      config: { Any_Field: 1 },
      admin_external_id: "a",
      owner: "cluster/a",
    };
    const { status, json } = await manage("/contexts/acme", { body });
    expect([status, json]).toEqual([201, contextBody]);
    const stored = {
      configJson: '{"Any_Field":1}',
      policyJson: '{"allow_self_service_keys":false}',
      adminExternalId: "a",
      owner: "cluster/a",
    };
    expect(asked).toEqual({ id: "acme", displayName: "Acme", ...stored, operation: null });
    await manage("/contexts", { body: { id: "acme" } });
    expect(asked).toMatchObject({ id: "acme", configJson: "", policyJson: "" });
    expect((await manage("/contexts/acme", { method: "POST" })).status).toBe(201);
  });

  it("refuses an id that is not that of the path, or that is reserved", async () => {
    expect((await manage("/contexts/acme", { body: { id: "other" } })).json["errors"]).toMatchObject([{ pointer: "/id" }]);
    expect((await manage("/contexts/health", { method: "POST" })).json["errors"]).toMatchObject([{ pointer: "/ctx" }]);
  });

  it("tells what a context holds, in numbers, and how its index is", async () => {
    const { status, json } = await manage("/contexts/acme/state");
    const index = { available: true, behind: 2, behindSince: time, degraded: ["vector: exact"] };
    expect([status, json]).toEqual([200, { records: { turn: 3 }, health: { failed_documents: 1 }, index }]);
    expect((await gateway.send("/api/v1/contexts/acme/state")).status).toBe(401);
  });

  it("creates and lists principals", async () => {
    const body = { display_name: "Bot", kind: "agent", grants: { "memory:read": ["/org/a/*"] } };
    const { status, json } = await manage("/contexts/acme/principals", { body });
    expect([status, json]).toMatchObject([201, principalBody]);
    expect(asked).toMatchObject({ contextId: "acme", id: "", grants: { verbs: { "memory:read": { paths: ["org/a"] } } } });
    expect((await manage("/contexts/acme/principals")).json).toMatchObject([principalBody]);
  });

  it("mints, lists, rotates and revokes a principal's keys", async () => {
    const path = "/contexts/acme/principals/bot/keys/cli";
    const { status, json } = await manage(path, { body: { ttl_seconds: 60 } });
    expect([status, json]).toEqual([201, { id: "key:1", name: "cli", key: "loci_ck_x", validUntil: null }]);
    expect(asked).toEqual({ contextId: "acme", principalId: "bot", name: "cli", grants: null, ttlSeconds: 60, operation: null });
    expect((await manage(`${path}/rotate?overlap_seconds=5`, { method: "POST" })).status).toBe(200);
    expect(asked).toEqual({
      contextId: "acme",
      principalId: "bot",
      name: "cli",
      ttlSeconds: 0,
      overlapSeconds: 5,
      operation: null,
    });
    const revoked = await manage(path, { method: "DELETE" });
    expect([revoked.status, revoked.text]).toEqual([204, ""]);
    expect((await manage("/contexts/acme/keys")).json).toMatchObject([keyBody]);
  });

  it("registers scopes", async () => {
    const { status, json } = await manage("/contexts/acme/scopes", { body: { path: "/org/a/" } });
    expect([status, json]).toEqual([201, { path: "org/a", createdAt: time, tombstonedAt: null, displayName: "", description: "" }]);
    expect(asked).toMatchObject({ contextId: "acme", path: "org/a" });
  });
});

describe("self-service", () => {
  it("mints with and without a body", async () => {
    const bare = await gateway.send("/api/v1/acme/keys", { method: "POST" });
    expect(bare.status).toBe(201);
    expect(asked).toEqual({ name: "", grants: null, ttlSeconds: 0, operation: null });
    await gateway.send("/api/v1/acme/keys?ttlSeconds=9", { body: { name: "cli", grants: { "memory:read": ["*"] } } });
    expect(asked).toEqual({
      name: "cli",
      grants: { verbs: { "memory:read": { paths: ["/"] } } },
      ttlSeconds: 9,
      operation: null,
    });
    expect((await gateway.send("/api/v1/acme/keys", { body: "null" })).status).toBe(201);
  });

  it("lists, rotates and revokes", async () => {
    expect((await gateway.send("/api/v1/acme/keys")).json).toMatchObject([keyBody]);
    expect((await gateway.send("/api/v1/acme/keys/cli/rotate?ttl_seconds=9", { method: "POST" })).json).toMatchObject({
      key: "loci_ck_x",
    });
    expect(asked).toEqual({ contextId: "", principalId: "", name: "cli", ttlSeconds: 9, overlapSeconds: 0, operation: null });
    expect((await gateway.send("/api/v1/acme/keys/cli", { method: "DELETE" })).status).toBe(204);
  });

  it("registers and lists scopes, and keeps sharing locked", async () => {
    expect((await gateway.send("/api/v1/acme/scopes", { body: { path: "org/a" } })).status).toBe(201);
    expect((await gateway.send("/api/v1/acme/scopes")).json).toMatchObject([{ path: "org/a" }]);
    expect((await gateway.send("/api/v1/acme/scope-grants", { body: { subject: "x" } })).status).toBe(501);
  });
});
