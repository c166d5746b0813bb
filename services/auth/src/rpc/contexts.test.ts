import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { serviceCall } from "@loci/platform/call";
import { anonymous, contextWithKey, grants, management, member, openTestAuth, service, type TestAuth } from "../testing/auth.ts";

let test: TestAuth;
let adminKey: string;
beforeAll(async () => {
  test = await openTestAuth();
  adminKey = await contextWithKey(test, "acme");
});
afterAll(() => test.close());

const context = { id: "", displayName: "", configJson: "", policyJson: "", adminExternalId: "", owner: "", operation: null };
const principal = { contextId: "acme", id: "", displayName: "", kind: "", grants: null, externalId: "", operation: null };
const scope = { contextId: "", path: "", displayName: "", description: "", operation: null };
const list = { contextId: "", page: null, includeTombstoned: false };

describe("contexts", () => {
  it("are made with their settings, policy and reserved principals", async () => {
    const made = await test.auth.createContext(
      {
        id: "beta",
        displayName: "Beta",
        configJson: '{"stage":"x"}',
        policyJson: '{"maxTokenTtlSeconds":60}',
        adminExternalId: "idp|1",
        owner: "cluster/a/beta",
        operation: null,
      },
      management,
    );
    expect(await test.auth.getContext({ contextId: "beta" }, management)).toEqual(made);
    expect(JSON.parse(made.policyJson)).toEqual({ max_token_ttl_seconds: 60 });
    expect((await test.auth.listPrincipals({ contextId: "beta", page: null }, management)).principals).toMatchObject([
      { id: "admin", reserved: true, externalId: "idp|1", grants: { verbs: { "grant:manage": { paths: ["/"] } } } },
      { id: "system", reserved: true, externalId: "" },
    ]);
  });

  it("are listed, get an id when none is given, and exist once", async () => {
    const made = await test.auth.createContext(context, management);
    expect(made.id).toMatch(/^[0-9a-z]{26}$/);
    const ids = (await test.auth.listContexts({ page: null }, management)).contexts.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["acme", made.id]));
    await expect(test.auth.createContext({ ...context, id: "acme" }, management)).rejects.toMatchObject({ code: "conflict" });
    await expect(test.auth.createContext({ ...context, id: "contexts" }, management)).rejects.toMatchObject({ code: "invalid" });
    await expect(test.auth.getContext({ contextId: "nowhere" }, management)).rejects.toMatchObject({ code: "not_found" });
    await expect(test.auth.getContext({ contextId: "*" }, management)).rejects.toMatchObject({ code: "invalid" });
  });

  it("are managed with a management key only", async () => {
    for (const call of [anonymous, service, await test.as(adminKey, "acme")]) {
      if (call !== service)
        await expect(test.auth.listContexts({ page: null }, call)).rejects.toMatchObject({ code: "unauthenticated" });
      await expect(test.auth.createContext(context, call)).rejects.toMatchObject({ code: "unauthenticated" });
    }
  });
});

describe("principals", () => {
  it("are made as agents with the grants given", async () => {
    const made = await test.auth.createPrincipal(
      { ...principal, displayName: "Ada", grants: grants({ "memory:read": ["org/*"] }) },
      management,
    );
    expect(made).toMatchObject({ kind: "agent", reserved: false, grants: { verbs: { "memory:read": { paths: ["org"] } } } });
    expect(made.id).toMatch(/^principal:[0-9a-z]{26}$/);
    expect(await test.auth.getPrincipal({ contextId: "acme", id: made.id }, management)).toEqual(made);
  });

  it("of one external id are one, whoever asks", async () => {
    const wanted = { ...principal, displayName: "Bob", externalId: "idp|bob" };
    const made = await Promise.all([test.auth.createPrincipal(wanted, management), test.auth.createPrincipal(wanted, management)]);
    expect(made[0]).toEqual(made[1]);
    expect(await test.auth.createPrincipal({ ...wanted, displayName: "Robert" }, management)).toEqual(made[0]);
    await expect(test.auth.createPrincipal({ ...wanted, id: "bob" }, management)).rejects.toMatchObject({ code: "conflict" });
  });

  it("collide by display name and by id, with the reserved ones too", async () => {
    await test.auth.createPrincipal({ ...principal, id: "carl", displayName: "Carl" }, management);
    for (const taken of [
      { displayName: "Carl" },
      { id: "carl", displayName: "Other" },
      { id: "admin", displayName: "Boss" },
      { displayName: "system" },
    ]) {
      await expect(test.auth.createPrincipal({ ...principal, ...taken }, management)).rejects.toMatchObject({ code: "conflict" });
    }
  });

  it("are refused without a name, with flat verbs, and in a context that is not there", async () => {
    await expect(test.auth.createPrincipal(principal, management)).rejects.toMatchObject({
      fields: [{ pointer: "/displayName" }],
    });
    await expect(
      test.auth.createPrincipal({ ...principal, displayName: "x", grants: grants({ read: ["/"] }) }, management),
    ).rejects.toMatchObject({
      message: expect.stringContaining("memory:read"),
    });
    await expect(
      test.auth.createPrincipal({ ...principal, contextId: "nowhere", displayName: "x" }, management),
    ).rejects.toMatchObject({ code: "not_found" });
    await expect(test.auth.getPrincipal({ contextId: "acme", id: "a\0b" }, management)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("scopes", () => {
  it("are registered once, where scope:create covers them", async () => {
    const dora = await test.as(await member(test, "acme", "dora", { "scope:create": ["org/acme"] }), "acme");
    const made = await test.auth.registerScope({ ...scope, path: "/org/acme/user/dora/", displayName: "Dora" }, dora);
    expect(made).toMatchObject({ path: "org/acme/user/dora", displayName: "Dora", tombstonedAt: "" });
    expect(await test.auth.registerScope({ ...scope, path: "org/acme/user/dora", displayName: "Else" }, dora)).toEqual(made);
    await expect(test.auth.registerScope({ ...scope, path: "org/acmecorp" }, dora)).rejects.toMatchObject({ code: "forbidden" });
    await expect(test.auth.listScopes(list, dora)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("count as registered with their ancestors, by whole segments; the root always does", async () => {
    await test.auth.registerContextScope({ ...scope, contextId: "acme", path: "tree/a-b/leaf_1" }, management);
    const asked = ["/", "tree", "tree/a-b", "tree/a-b/leaf_1", "tree/a", "tree/a-b/leaf", "tree/a-b/leaf_1/x", "tre%", "tree"];
    const unregistered = { paths: ["tree/a", "tree/a-b/leaf", "tree/a-b/leaf_1/x", "tre%"] };
    expect(await test.auth.findUnregistered({ paths: asked }, await test.as(adminKey, "acme"))).toEqual(unregistered);
    expect(await test.auth.findUnregistered({ paths: asked }, serviceCall("acme", "", 0))).toEqual(unregistered);
    expect(await test.auth.findUnregistered({ paths: ["tree"] }, serviceCall("beta", "", 0))).toEqual({ paths: ["tree"] });
    await expect(test.auth.findUnregistered({ paths: Array(257).fill("x") as string[] }, service)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await expect(
      test.auth.findUnregistered({ paths: Array(257).fill("x") as string[] }, serviceCall("acme", "", 0)),
    ).rejects.toMatchObject({ code: "invalid" });
  });

  it("are listed as far as scope:read reaches", async () => {
    for (const path of ["list/one", "list/one/a", "list/one-two", "list/two"]) {
      await test.auth.registerContextScope({ ...scope, contextId: "acme", path }, management);
    }
    const eve = await test.as(await member(test, "acme", "eve", { "scope:read": ["list/one", "list/two/below"] }), "acme");
    expect((await test.auth.listScopes(list, eve)).scopes.map(({ path }) => path)).toEqual(["list/one", "list/one/a"]);
    const all = (await test.auth.listContextScopes({ ...list, contextId: "acme" }, management)).scopes.map(({ path }) => path);
    expect(all).toEqual(expect.arrayContaining(["list/one", "list/one-two", "list/two"]));
    expect((await test.auth.listScopes(list, await test.as(adminKey, "acme"))).scopes).toHaveLength(all.length);
  });
});

describe("bootstrap", () => {
  const pinned = {
    contextId: "boot",
    contextKey: "a-context-key-of-the-operators-own",
    managementKey: "a-management-key-of-the-operators-own",
  };

  it("makes a context with its admin's key and a management key, once", async () => {
    const made = await test.auth.bootstrap({ contextId: "dev", contextKey: "", managementKey: "" }, service);
    expect(made).toMatchObject({
      created: true,
      contextKey: expect.stringMatching(/^loci_ck_/),
      managementKey: expect.stringMatching(/^loci_mk_/),
    });
    const admin = await test.as(made.contextKey, "dev");
    expect(await test.auth.listKeys({ contextId: "", principalId: "", page: null }, admin)).toMatchObject({
      keys: [{ name: "default", principalId: "admin", validUntil: "" }],
    });
    expect(await test.auth.authenticateManagement({ bearer: made.managementKey }, anonymous)).toEqual({
      token: expect.any(String),
      keyId: expect.stringMatching(/^key:/),
    });
    expect((await test.auth.listScopes(list, admin)).scopes).toEqual([]);
    expect(await test.auth.findUnregistered({ paths: ["/"] }, admin)).toEqual({ paths: [] });
    const again = await test.auth.bootstrap({ contextId: "dev", contextKey: "", managementKey: "" }, service);
    expect(again).toEqual({ created: false, contextId: "dev", contextKey: "", managementKey: "" });
  });

  it("keeps to pinned keys, which rotate and are revoked like all others", async () => {
    expect(await test.auth.bootstrap(pinned, service)).toEqual({ created: true, ...pinned });
    const admin = await test.as(pinned.contextKey, "boot");
    await test.auth.authenticateManagement({ bearer: pinned.managementKey }, anonymous);
    const order = { contextId: "", principalId: "", name: "default", ttlSeconds: 0, overlapSeconds: 60, operation: null };
    const renewed = await test.auth.rotateKey(order, admin);
    await test.as(renewed.key, "boot");
    await test.as(pinned.contextKey, "boot");
    test.clock.now += 61_000;
    await expect(test.as(pinned.contextKey, "boot")).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("makes no second management key unless one is pinned", async () => {
    expect(await test.auth.bootstrap({ contextId: "dev2", contextKey: "", managementKey: "" }, service)).toMatchObject({
      created: true,
      managementKey: "",
    });
    const again = await test.auth.bootstrap({ ...pinned, contextId: "dev3", contextKey: "" }, service);
    expect(again.managementKey).toBe(pinned.managementKey);
  });

  it("lets a pinned management key in also where the context is there, beside those that are", async () => {
    const renewed = { ...pinned, managementKey: "another-management-key-of-the-operators" };
    const none = { created: false, contextId: "boot", contextKey: "", managementKey: "" };
    for (let time = 0; time < 2; time++) expect(await test.auth.bootstrap(renewed, service)).toEqual(none);
    for (const { managementKey } of [pinned, renewed])
      expect(await test.auth.authenticateManagement({ bearer: managementKey }, anonymous)).toEqual({
        token: expect.any(String),
        keyId: expect.stringMatching(/^key:/),
      });
  });

  it("has every management key but one ended when that is rotated, and none of them comes back", async () => {
    const works = (bearer: string) => {
      test.clock.now += 5_000;
      return test.auth.authenticateManagement({ bearer }, anonymous).then(
        () => true,
        () => false,
      );
    };
    await test.auth.bootstrap(pinned, service);
    const { managementKey: leaked } = await test.auth.rotateManagementKey({ managementKey: "" }, service);
    expect(await works(pinned.managementKey)).toBe(false);
    const own = "the-management-key-of-the-operators-own-after-it";
    expect(await test.auth.rotateManagementKey({ managementKey: own }, service)).toEqual({ managementKey: own, revoked: 1 });
    expect([await works(leaked), await works(own)]).toEqual([false, true]);
    for (const managementKey of [leaked, pinned.managementKey]) {
      const revoked = { code: "conflict", message: expect.stringContaining("was revoked") };
      await expect(test.auth.bootstrap({ ...pinned, managementKey }, service)).rejects.toMatchObject(revoked);
      await expect(test.auth.rotateManagementKey({ managementKey }, service)).rejects.toMatchObject(revoked);
    }
    expect(await works(own)).toBe(true);
    await expect(test.auth.rotateManagementKey({ managementKey: "" }, management)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("leaves nothing behind when it fails, and refuses what cannot be a key", async () => {
    const wrong = { contextId: "broken", contextKey: "", managementKey: "" };
    for (const change of [
      { managementKey: "short" },
      { contextKey: "short" },
      { contextKey: pinned.managementKey, managementKey: pinned.managementKey },
    ]) {
      await expect(test.auth.bootstrap({ ...wrong, ...change }, service)).rejects.toMatchObject({ code: "invalid" });
    }
    await expect(test.auth.getContext({ contextId: "broken" }, management)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is Loci's own step, which no caller may take", async () => {
    for (const call of [anonymous, management, await test.as(adminKey, "acme")]) {
      await expect(test.auth.bootstrap(pinned, call)).rejects.toMatchObject({ code: "forbidden" });
    }
  });
});
