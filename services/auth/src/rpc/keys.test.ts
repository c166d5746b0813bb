import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Call } from "@loci/platform/call";
import { anonymous, contextWithKey, grants, management, member, memberKey, openTestAuth, type TestAuth } from "../testing/auth.ts";

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
    const states = (await test.auth.listKeys(all, admin)).keys.filter(({ name }) => name === "emil-key").map(({ state }) => state);
    expect(states).toEqual(["active", "revoked"]);
  });

  it("rotate to a new secret under the same id: the old one stops at once", async () => {
    const old = await member(test, "acme", "finn", {});
    const finn = await test.as(old, "acme");
    const renewed = await test.auth.rotateKey({ ...rotate, name: "finn-key", ttlSeconds: 90 }, finn);
    expect(renewed).toMatchObject({ name: "finn-key", validUntil: new Date(test.clock.now + 90_000).toISOString() });
    expect(await opens(old)).toBe(false);
    expect(await opens(renewed.key)).toBe(true);
    const wrong = test.auth.rotateKey({ ...rotate, name: "finn-key", overlapSeconds: -1 }, await test.as(renewed.key, "acme"));
    await expect(wrong).rejects.toMatchObject({ code: "invalid" });
  });
});

/** Who was authenticated stays so for seconds on another replica: each call here is of a caller known before. */
describe("a caller whose credential ended since it was known", () => {
  const gone = { code: "unauthenticated", message: "The key is missing, invalid or expired." };
  const makesNothing = async (name: string, call: Call) => {
    await expect(test.auth.mintOwnKey(mint, call)).rejects.toMatchObject(gone);
    await expect(test.auth.rotateKey({ ...rotate, name }, call)).rejects.toMatchObject(gone);
  };

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["revoked", (id) => test.auth.revokeKey({ ...own, name: `${id}-key` }, admin)],
    ["rotated", (id) => test.auth.rotateKey({ ...rotate, name: `${id}-key` }, admin)],
    ["its principal deleted", (id) => test.auth.deletePrincipal({ contextId: "acme", id, operation: null }, management)],
  ])("makes no key and rotates none: %s", async (how, end) => {
    const id = `gone ${how}`.replaceAll(" ", "-");
    const all = { "grant:manage": ["/"], "memory:read": ["/"] };
    const call = await test.as(await member(test, "acme", id, all), "acme");
    await member(test, "acme", `other-${id}`, {});
    await end(id);
    await makesNothing(`${id}-key`, call);
    await makesNothing(`other-${id}-key`, call);
  });

  it("makes no key and rotates none: ended", async () => {
    await member(test, "acme", "hugo", {});
    const brief = await test.as(await memberKey(test.auth, "acme", "hugo", "brief", 1), "acme");
    test.clock.now += 1_000;
    await makesNothing("brief", brief);
  });

  it("holds what its principal holds now", async () => {
    const ines = await test.as(await member(test, "acme", "ines", { "memory:read": ["org"] }), "acme");
    const less = { contextId: "acme", id: "ines", displayName: "", kind: "", externalId: "", clearExternalId: false };
    await test.auth.updatePrincipal({ ...less, grants: grants({ "memory:read": ["org/a"] }), operation: null }, management);
    const wide = test.auth.mintOwnKey({ ...mint, grants: grants({ "memory:read": ["org"] }) }, ines);
    await expect(wide).rejects.toMatchObject({ code: "invalid" });
  });

  it("comes with a replaced secret: while that is accepted it makes keys which end with it, and takes the key from nobody", async () => {
    const joan = await test.as(await member(test, "acme", "joan", {}), "acme");
    const present = await test.auth.rotateKey({ ...rotate, name: "joan-key", overlapSeconds: 60 }, joan);
    const end = new Date(test.clock.now + 60_000).toISOString();
    expect(await test.auth.mintOwnKey({ ...mint, ttlSeconds: 3600 }, joan)).toMatchObject({ validUntil: end });
    await expect(test.auth.rotateKey({ ...rotate, name: "joan-key" }, joan)).rejects.toMatchObject({ code: "forbidden" });
    expect(await opens(present.key)).toBe(true);
    test.clock.now += 60_000;
    await makesNothing("joan-key", joan);
  });
});

describe("a key that ends", () => {
  const after = (seconds: number) => new Date(test.clock.now + seconds * 1000).toISOString();

  it("makes none that outlives it, and renews itself for as long as it was given", async () => {
    await member(test, "acme", "kim", {});
    const brief = await test.as(await memberKey(test.auth, "acme", "kim", "kims", 60), "acme");
    for (const ttlSeconds of [0, 3600])
      expect(await test.auth.mintOwnKey({ ...mint, ttlSeconds }, brief)).toMatchObject({ validUntil: after(60) });
    expect(await test.auth.mintOwnKey({ ...mint, ttlSeconds: 5 }, brief)).toMatchObject({ validUntil: after(5) });
    test.clock.now += 20_000;
    const child = await test.auth.mintOwnKey({ ...mint, name: "kims-child" }, brief);
    expect(child).toMatchObject({ validUntil: after(40) });
    const asChild = await test.as(child.key, "acme");
    test.clock.now += 10_000;
    expect(await test.auth.rotateKey({ ...rotate, name: "kims-child", ttlSeconds: 3600 }, asChild)).toMatchObject({
      validUntil: after(40),
    });
  });
});

describe("the rotation of another's key", () => {
  const everything = { "grant:manage": ["/"], "memory:read": ["/"], "memory:write": ["/"] };

  it("hands out no more than its administrator could give, which may revoke it all the same", async () => {
    const lena = await test.as(await member(test, "acme", "lena", { "grant:manage": ["/"], "memory:read": ["org"] }), "acme");
    await member(test, "acme", "mo", { "memory:read": ["org/a"] });
    await member(test, "acme", "nia", everything);
    expect(await opens((await test.auth.rotateKey({ ...rotate, name: "mo-key" }, lena)).key)).toBe(true);
    const nias = await memberKey(test.auth, "acme", "nia", "nias");
    for (const name of ["admin-key", "nias"])
      await expect(test.auth.rotateKey({ ...rotate, name }, lena)).rejects.toMatchObject({ code: "forbidden" });
    expect(await opens(nias)).toBe(true);
    await test.auth.revokeKey({ ...own, name: "nias" }, lena);
    expect(await opens(nias)).toBe(false);
  });

  it("goes by what the key may do, and by what the administrator's own may", async () => {
    const olga = await test.as(await member(test, "acme", "olga", everything), "acme");
    const narrow = { ...mint, name: "olgas-narrow", grants: grants({ "grant:manage": ["/"], "memory:read": ["org"] }) };
    const narrowed = await test.as((await test.auth.mintOwnKey(narrow, olga)).key, "acme");
    await expect(test.auth.rotateKey({ ...rotate, name: "olga-key" }, narrowed)).rejects.toMatchObject({ code: "forbidden" });
    const small = { ...mint, name: "olgas-small", grants: grants({ "memory:read": ["org/a"] }) };
    await test.auth.mintOwnKey(small, olga);
    expect(await test.auth.rotateKey({ ...rotate, name: "olgas-small" }, narrowed)).toMatchObject({ name: "olgas-small" });
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
    const rows = await test.database.asOwner((tx) => tx.query(sql`select k::text as row from auth.keys k`));
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
