import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Call } from "@loci/platform/call";
import {
  anonymous,
  contextWithKey,
  grants,
  management,
  member,
  memberKey,
  openTestAuth,
  type TestAuth,
} from "../testing/auth.ts";

let test: TestAuth;
let admin: Call;
beforeAll(async () => {
  test = await openTestAuth();
  admin = await test.as(await contextWithKey(test, "acme"), "acme");
});
afterAll(() => test.close());

const own = { contextId: "", principalId: "", operation: null };
const all = { contextId: "", principalId: "", page: null };
const mint = { name: "", grants: null, ttlSeconds: 0, operation: null };
const rotate = { ...own, ttlSeconds: 0, overlapSeconds: 0 };

async function opens(key: string, contextId = "acme"): Promise<boolean> {
  const asked = test.auth.authenticate({ bearer: key, contextId, onBehalfOf: "" }, anonymous);
  return asked.then(
    () => true,
    () => false,
  );
}

describe("a key minted by its own principal", () => {
  it("works, does not end, and has a name even when none was given", async () => {
    const ada = await test.as(await member(test, "acme", "ada", { "memory:read": ["org"] }), "acme");
    const minted = await test.auth.mintOwnKey(mint, ada);
    expect(minted).toMatchObject({ validUntil: "", name: expect.stringMatching(/^key-[0-9a-z]{26}$/) });
    expect(await opens(minted.key)).toBe(true);
    const named = await test.auth.mintOwnKey({ ...mint, name: "laptop", ttlSeconds: 60 }, ada);
    expect(named).toMatchObject({ name: "laptop", validUntil: new Date(test.clock.now + 60_000).toISOString() });
    await expect(test.auth.mintOwnKey({ ...mint, name: "laptop" }, ada)).rejects.toMatchObject({ code: "conflict" });
  });

  it("only narrows, and cannot shake off the narrowing of the key that made it", async () => {
    const bob = await test.as(await member(test, "acme", "bob", { "memory:read": ["org"], "memory:write": ["org"] }), "acme");
    const narrow = { ...mint, grants: grants({ "memory:read": ["org/team"] }) };
    const narrowed = await test.as((await test.auth.mintOwnKey(narrow, bob)).key, "acme");
    const child = await test.as((await test.auth.mintOwnKey(mint, narrowed)).key, "acme");
    expect(await test.auth.whoami({}, child)).toMatchObject({
      principalId: "bob",
      kind: "agent",
      grants: { verbs: { "memory:read": { paths: ["org"] }, "memory:write": { paths: ["org"] } } },
      tokenGrants: { verbs: { "memory:read": { paths: ["org/team"] } } },
      effectiveGrants: { verbs: { "memory:read": { paths: ["org/team"] } } },
    });
    for (const wider of [{ "memory:read": ["org"] }, { "memory:write": ["org/team"] }]) {
      await expect(test.auth.mintOwnKey({ ...mint, grants: grants(wider) }, narrowed)).rejects.toMatchObject({
        code: "invalid",
        message: expect.stringContaining(Object.keys(wider)[0] ?? ""),
      });
    }
  });

  it("is refused while delegating, and where the policy asks for brokered keys; its life is clamped by the policy", async () => {
    await expect(
      test.auth.mintOwnKey(mint, await test.as(await memberKey(test.auth, "acme", "admin", "delegate"), "acme", "ada")),
    ).rejects.toMatchObject({
      code: "forbidden",
    });
    const strict = await test.as(
      await contextWithKey(test, "strict", { allow_self_service_keys: false, max_token_ttl_seconds: 60 }),
      "strict",
    );
    await expect(test.auth.mintOwnKey(mint, strict)).rejects.toMatchObject({ code: "forbidden" });
    const brokered = {
      contextId: "strict",
      principalId: "admin",
      name: "brokered",
      grants: null,
      ttlSeconds: 3600,
      operation: null,
    };
    expect(await test.auth.mintPrincipalKey(brokered, management)).toMatchObject({
      validUntil: new Date(test.clock.now + 60_000).toISOString(),
    });
  });
});

describe("keys on the data plane", () => {
  it("show the caller its own key only, and a context's administrator all of them", async () => {
    const carl = await test.as(await member(test, "acme", "carl", { "grant:manage": ["org"] }), "acme");
    const { keys } = await test.auth.listKeys(all, carl);
    expect(keys).toMatchObject([{ name: "carl-key", principalId: "carl", grants: null, state: "active" }]);
    expect((await test.auth.listKeys(all, admin)).keys.length).toBeGreaterThan(3);
  });

  it("let the caller manage its own key; a sibling and an unknown one answer alike", async () => {
    const key = await member(test, "acme", "dora", { "memory:read": ["org"] });
    await memberKey(test.auth, "acme", "dora", "sibling");
    const dora = await test.as(key, "acme");
    for (const name of ["sibling", "admin-key", "unknown", "", "a\0b", ".."]) {
      const failure = { code: "not_found", message: "There is no such key." };
      await expect(test.auth.revokeKey({ ...own, name }, dora)).rejects.toMatchObject(failure);
      await expect(test.auth.rotateKey({ ...rotate, name }, dora)).rejects.toMatchObject(failure);
    }
    await test.auth.revokeKey({ ...own, name: "dora-key" }, dora);
    expect(await opens(key)).toBe(false);
    await test.auth.revokeKey({ ...own, name: "sibling" }, admin);
  });

  it("free a revoked key's name, and show the key as revoked", async () => {
    await member(test, "acme", "emil", {});
    await test.auth.revokeKey({ ...own, name: "emil-key" }, admin);
    expect(await opens(await memberKey(test.auth, "acme", "emil"))).toBe(true);
    const states = (await test.auth.listKeys(all, admin)).keys
      .filter(({ name }) => name === "emil-key")
      .map(({ state }) => state);
    expect(states).toEqual(["active", "revoked"]);
  });

  it("rotate to a new secret under the same id: the old one stops at once", async () => {
    const old = await member(test, "acme", "finn", {});
    const finn = await test.as(old, "acme");
    const renewed = await test.auth.rotateKey({ ...rotate, name: "finn-key", ttlSeconds: 90 }, finn);
    expect(renewed).toMatchObject({ name: "finn-key", validUntil: new Date(test.clock.now + 90_000).toISOString() });
    expect(await opens(old)).toBe(false);
    expect(await opens(renewed.key)).toBe(true);
    await expect(test.auth.rotateKey({ ...rotate, name: "finn-key", overlapSeconds: -1 }, finn)).rejects.toMatchObject({
      code: "invalid",
    });
  });
});

describe("keys under management", () => {
  it("rotate with an overlap in which both secrets open", async () => {
    const old = await member(test, "acme", "gina", {});
    const order = {
      contextId: "acme",
      principalId: "gina",
      name: "gina-key",
      ttlSeconds: 0,
      overlapSeconds: 60,
      operation: null,
    };
    const renewed = await test.auth.rotateContextKey(order, management);
    expect([await opens(old), await opens(renewed.key)]).toEqual([true, true]);
    test.clock.now += 61_000;
    expect([await opens(old), await opens(renewed.key)]).toEqual([false, true]);
  });

  it("are found under their own principal only", async () => {
    const ref = { contextId: "acme", principalId: "admin", name: "gina-key", operation: null };
    await expect(test.auth.revokeContextKey(ref, management)).rejects.toMatchObject({ code: "not_found" });
    await test.auth.revokeContextKey({ ...ref, principalId: "gina" }, management);
    await expect(test.auth.revokeContextKey({ ...ref, principalId: "" }, management)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("are minted for principals that are there, within their grants, and never for the background's own", async () => {
    const order = { ...mint, contextId: "acme", principalId: "ada", name: "ops" };
    await expect(
      test.auth.mintPrincipalKey({ ...order, grants: grants({ "memory:read": ["/"] }) }, management),
    ).rejects.toMatchObject({ code: "invalid" });
    await expect(test.auth.mintPrincipalKey({ ...order, principalId: "nobody" }, management)).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(test.auth.mintPrincipalKey({ ...order, contextId: "nowhere" }, management)).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(test.auth.mintPrincipalKey({ ...order, principalId: "system" }, management)).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("never appear in the database in the clear", async () => {
    const key = await memberKey(test.auth, "acme", "admin", "secretive");
    const rows = await test.database.asOwner((tx) => tx.query({ text: "select k::text as row from auth.keys k" }));
    const secret = key.slice(35);
    expect(JSON.stringify(rows)).toContain("secretive");
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString("hex"));
  });

  it("need a management key's call", async () => {
    for (const call of [anonymous, admin]) {
      await expect(test.auth.listContextKeys({ ...all, contextId: "acme" }, call)).rejects.toMatchObject({
        code: "unauthenticated",
      });
      await expect(test.auth.rotateContextKey({ ...rotate, contextId: "acme", name: "x" }, call)).rejects.toMatchObject({
        code: "unauthenticated",
      });
    }
  });
});
