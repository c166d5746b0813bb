import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Call } from "@loci/platform/call";
import { anonymous, contextWithKey, grants, management, member, openTestAuth, type TestAuth } from "../testing/auth.ts";

let test: TestAuth;
let admin: Call;
let lead: Call;
beforeAll(async () => {
  test = await openTestAuth();
  admin = await test.as(await contextWithKey(test, "acme"), "acme");
  await contextWithKey(test, "beta");
  lead = await test.as(
    await member(test, "acme", "lead", { "grant:manage": ["org/a"], "memory:read": ["org"], "memory:write": ["org/a/x"] }),
    "acme",
  );
  await member(test, "acme", "ada", { "memory:read": ["org/a/x"] });
  await member(test, "acme", "bob", { "memory:read": ["org/b"] });
  await member(test, "acme", "idle", {});
});
afterAll(() => test.close());

const wanted = { contextId: "", id: "", displayName: "", kind: "", grants: null, externalId: "", operation: null };
const page = { contextId: "", page: null };
const ref = (id: string) => ({ contextId: "", id });
const change = (principalId: string, path: string, ...verbs: string[]) => ({
  contextId: "",
  principalId,
  path,
  verbs,
  operation: null,
});
const asked = (principalId: string, path: string, asOf = "") => ({ contextId: "", principalId, path, asOf });
const forbidden = { code: "forbidden" };
const absent = { code: "not_found", message: "There is no such principal." };

describe("principals on the data plane", () => {
  it("are seen by a manager where all that they hold lies in its region; the rest answers as if it were not there", async () => {
    expect((await test.auth.listPrincipals(page, lead)).principals.map(({ id }) => id)).toEqual(["ada"]);
    expect(await test.auth.getPrincipal(ref("ada"), lead)).toMatchObject({ id: "ada", kind: "agent", reserved: false });
    for (const id of ["bob", "idle", "lead", "admin", "nobody", "a\0b"]) {
      await expect(test.auth.getPrincipal(ref(id), lead)).rejects.toMatchObject(absent);
      await expect(test.auth.addGrants(change(id, "org/a", "memory:read"), lead)).rejects.toMatchObject(absent);
    }
    const all = (await test.auth.listPrincipals(page, admin)).principals.map(({ id }) => id);
    expect(all).toEqual(expect.arrayContaining(["ada", "admin", "bob", "idle", "lead", "system"]));
  });

  it("are made with what their maker holds, where it manages", async () => {
    const made = await test.auth.createPrincipal(
      { ...wanted, displayName: "Made", grants: grants({ "memory:read": ["org/a/y"] }) },
      lead,
    );
    expect(await test.auth.getPrincipal(ref(made.id), lead)).toEqual(made);
    for (const wider of [{ "memory:read": ["org/b"] }, { "memory:write": ["org/a"] }, { "scope:read": ["org/a"] }]) {
      const asks = test.auth.createPrincipal({ ...wanted, displayName: "Wider", grants: grants(wider) }, lead);
      await expect(asks).rejects.toMatchObject(forbidden);
    }
  });

  it("without grants belong to who made them", async () => {
    const { id } = await test.auth.createPrincipal({ ...wanted, displayName: "Empty" }, lead);
    expect(await test.auth.getPrincipal(ref(id), lead)).toMatchObject({ id });
    const other = await test.as(await member(test, "acme", "lead2", { "grant:manage": ["org/a"] }), "acme");
    await expect(test.auth.getPrincipal(ref(id), other)).rejects.toMatchObject(absent);
  });

  it("of an external id that the caller does not see are not told", async () => {
    await test.auth.createPrincipal({ ...wanted, contextId: "acme", displayName: "Ext", externalId: "idp|1" }, management);
    const asks = test.auth.createPrincipal({ ...wanted, displayName: "Mine", externalId: "idp|1" }, lead);
    await expect(asks).rejects.toMatchObject({ code: "conflict", message: "This external id is taken." });
  });

  it("need grant:manage, and the caller's own context", async () => {
    const ada = await test.as(await member(test, "acme", "reader", { "memory:read": ["/"] }), "acme");
    for (const ask of [
      () => test.auth.listPrincipals(page, ada),
      () => test.auth.getPrincipal(ref("ada"), ada),
      () => test.auth.createPrincipal({ ...wanted, displayName: "x" }, ada),
      () => test.auth.addGrants(change("ada", "org/a", "memory:read"), ada),
      () => test.auth.effectiveGrants(asked("ada", "org"), ada),
      () => test.auth.listPrincipals({ ...page, contextId: "beta" }, admin),
    ]) {
      await expect(ask()).rejects.toMatchObject(forbidden);
    }
    await expect(test.auth.listPrincipals(page, anonymous)).rejects.toMatchObject({ code: "unauthenticated" });
    for (const rpc of ["updatePrincipal", "deletePrincipal"] as const) {
      const request = { ...wanted, clearExternalId: false, contextId: "acme", id: "ada" };
      await expect(test.auth[rpc](request, admin)).rejects.toMatchObject({ code: "unauthenticated" });
    }
  });

  it("come in pages, of which a manager's hold only what it sees", async () => {
    for (let i = 0; i < 5; i++) await member(test, "acme", `paged-${i}`, { "memory:read": [i % 2 === 0 ? "org/a/p" : "org/b"] });
    const seen: string[] = [];
    for (let after = ""; ;) {
      const answer = await test.auth.listPrincipals({ contextId: "", page: { limit: 2, after } }, lead);
      seen.push(...answer.principals.map(({ id }) => id));
      if (answer.next === "") break;
      after = answer.next;
    }
    expect(seen).toEqual((await test.auth.listPrincipals(page, lead)).principals.map(({ id }) => id));
    expect(seen).toEqual(expect.arrayContaining(["paged-0", "paged-2", "paged-4"]));
    const wrong = { contextId: "", page: { limit: 2, after: "!" } };
    await expect(test.auth.listPrincipals(wrong, lead)).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("grants", () => {
  it("are given and taken away, and felt at once", async () => {
    const zoe = await member(test, "acme", "zoe", { "memory:read": ["org/a/x"] });
    const given = await test.auth.addGrants(change("zoe", "org/a/x/*", "memory:write"), lead);
    expect(given.grants).toEqual(grants({ "memory:read": ["org/a/x"], "memory:write": ["org/a/x"] }));
    expect(await test.auth.whoami({}, await test.as(zoe, "acme"))).toMatchObject({ effectiveGrants: given.grants });
    const left = await test.auth.removeGrants(change("zoe", "org/a", "memory:read", "scope:read"), lead);
    expect(left.grants).toEqual(grants({ "memory:write": ["org/a/x"] }));
    expect(await test.auth.whoami({}, await test.as(zoe, "acme"))).toMatchObject({ effectiveGrants: left.grants });
  });

  it("reach other replicas within five seconds", async () => {
    const other = test.replica();
    const bearer = await member(test, "acme", "yan", { "memory:read": ["org/a"] });
    const ask = async () => (await other.authenticate({ bearer, contextId: "acme", onBehalfOf: "" }, anonymous)).grants;
    expect(await ask()).toEqual(grants({ "memory:read": ["org/a"] }));
    await test.auth.removeGrants(change("yan", "org/a", "memory:read"), admin);
    test.clock.now += 5_000;
    expect(await ask()).toEqual(grants({}));
    await other.close();
  });

  it("cannot be given beyond what the giver holds, nor taken where it does not manage, nor taken in half", async () => {
    for (const [path, verb] of [
      ["org/b", "memory:read"],
      ["org/a", "memory:write"],
      ["/", "memory:read"],
    ] as const) {
      await expect(test.auth.addGrants(change("ada", path, verb), lead)).rejects.toMatchObject(forbidden);
    }
    await expect(test.auth.removeGrants(change("ada", "org", "memory:read"), lead)).rejects.toMatchObject(forbidden);
    const half = test.auth.removeGrants(change("ada", "org/a/x/y", "memory:read"), lead);
    await expect(half).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("org/a/x") });
    for (const id of ["admin", "system"]) {
      await expect(test.auth.addGrants(change(id, "org", "memory:read"), admin)).rejects.toMatchObject({ code: "conflict" });
    }
    await expect(test.auth.addGrants(change("ada", "org/a", "read"), admin)).rejects.toMatchObject({ code: "invalid" });
  });

  it("given by two at once are both there", async () => {
    await member(test, "acme", "both", { "memory:read": ["org/a/0"] });
    const paths = Array.from({ length: 8 }, (_, i) => `org/a/${i}`);
    await Promise.all(paths.map((path) => test.auth.addGrants(change("both", path, "memory:read"), admin)));
    expect((await test.auth.getPrincipal(ref("both"), admin)).grants).toEqual(grants({ "memory:read": paths }));
  });
});

describe("effective grants", () => {
  it("are the verbs over the whole path, now and on a day that is past", async () => {
    const before = new Date(test.clock.now).toISOString();
    test.clock.now += 60_000;
    const key = await member(test, "acme", "hist", { "memory:read": ["org/a"] });
    const first = new Date(test.clock.now).toISOString();
    test.clock.now += 60_000;
    await test.auth.addGrants(change("hist", "org/a", "scope:read"), admin);
    expect(await test.auth.effectiveGrants(asked("hist", "/org/a/x/"), lead)).toEqual({
      path: "org/a/x",
      verbs: ["memory:read", "scope:read"],
      asOf: "",
    });
    expect((await test.auth.effectiveGrants(asked("hist", "org"), admin)).verbs).toEqual([]);
    expect((await test.auth.effectiveGrants(asked("hist", "org/a", first), lead)).verbs).toEqual(["memory:read"]);
    expect(await test.auth.effectiveGrants(asked("hist", "org/a", before), lead)).toMatchObject({ verbs: [], asOf: before });
    const self = await test.as(key, "acme");
    expect((await test.auth.effectiveGrants(asked("hist", "org/a"), self)).verbs).toHaveLength(2);
    await expect(test.auth.effectiveGrants(asked("hist", "org/b"), lead)).rejects.toMatchObject(forbidden);
    await expect(test.auth.effectiveGrants(asked("hist", "org/a", "yesterday"), lead)).rejects.toMatchObject({ code: "invalid" });
  });

  it("of a caller itself are those of its key, and of whom it acts for", async () => {
    await member(test, "acme", "w-owner", { "memory:read": ["org/w"], "memory:write": ["org/w"] });
    await member(test, "acme", "w-reader", { "memory:read": ["org/w"] });
    const order = { contextId: "acme", principalId: "w-owner", name: "narrow", ttlSeconds: 0, operation: null };
    const narrow = grants({ "memory:read": ["org/w/x"], "memory:write": ["org/w"] });
    const { key } = await test.auth.mintPrincipalKey({ ...order, grants: narrow }, management);
    const verbsOf = async (path: string, call: Call, asOf = "") =>
      (await test.auth.effectiveGrants(asked("w-owner", path, asOf), call)).verbs;
    const self = await test.as(key, "acme");
    const now = new Date(test.clock.now).toISOString();
    for (const asOf of ["", now]) {
      expect(await verbsOf("org/w", self, asOf)).toEqual(["memory:write"]);
      expect(await verbsOf("org/w/x", self, asOf)).toEqual(["memory:read", "memory:write"]);
    }
    expect(await verbsOf("org/w/x", await test.as(key, "acme", "w-reader"))).toEqual(["memory:read"]);
    expect(await verbsOf("org/w", admin)).toEqual(["memory:read", "memory:write"]);
  });

  it("of who was deleted are told to those who see all, and to no other context", async () => {
    await member(test, "acme", "gone", { "memory:read": ["org/a"] });
    const then = new Date(test.clock.now).toISOString();
    test.clock.now += 1_000;
    await test.auth.deletePrincipal({ contextId: "acme", id: "gone", operation: null }, management);
    const now = new Date(test.clock.now).toISOString();
    expect((await test.auth.effectiveGrants(asked("gone", "org/a", then), admin)).verbs).toEqual(["memory:read"]);
    expect((await test.auth.effectiveGrants(asked("gone", "org/a", now), admin)).verbs).toEqual([]);
    await expect(test.auth.effectiveGrants(asked("gone", "org/a", then), lead)).rejects.toMatchObject(absent);
    await expect(test.auth.effectiveGrants(asked("gone", "org/a"), admin)).rejects.toMatchObject(absent);
    const elsewhere = { ...asked("gone", "org/a", then), contextId: "beta" };
    await expect(test.auth.effectiveGrants(elsewhere, management)).rejects.toMatchObject(absent);
  });
});

describe("a principal's later life", () => {
  const patch = {
    contextId: "acme",
    id: "",
    displayName: "",
    kind: "",
    grants: null,
    externalId: "",
    clearExternalId: false,
    operation: null,
  };

  it("changes what is named and leaves the rest", async () => {
    await member(test, "acme", "mona", { "memory:read": ["org/a"] });
    const named = await test.auth.updatePrincipal(
      { ...patch, id: "mona", displayName: "Mona", externalId: "idp|mona" },
      management,
    );
    expect(named).toMatchObject({
      displayName: "Mona",
      kind: "agent",
      externalId: "idp|mona",
      grants: grants({ "memory:read": ["org/a"] }),
    });
    const cleared = await test.auth.updatePrincipal(
      { ...patch, id: "mona", kind: "person", grants: grants({}), clearExternalId: true },
      management,
    );
    expect(cleared).toMatchObject({ displayName: "Mona", kind: "person", externalId: "", grants: grants({}) });
    expect(await test.auth.getPrincipal({ contextId: "acme", id: "mona" }, management)).toEqual(cleared);
  });

  it("ends with its keys; the reserved ones stay as they are, and names stay unique", async () => {
    const key = await member(test, "acme", "nils", { "memory:read": ["org/a"] });
    const taken = test.auth.updatePrincipal({ ...patch, id: "nils", displayName: "ada" }, management);
    await expect(taken).rejects.toMatchObject({ code: "conflict" });
    await test.as(key, "acme");
    await test.auth.deletePrincipal({ contextId: "acme", id: "nils", operation: null }, management);
    await expect(test.as(key, "acme")).rejects.toMatchObject({ code: "unauthenticated" });
    for (const id of ["admin", "system"]) {
      await expect(test.auth.deletePrincipal({ ...patch, id }, management)).rejects.toMatchObject({ code: "conflict" });
      await expect(test.auth.updatePrincipal({ ...patch, id, kind: "x" }, management)).rejects.toMatchObject({
        code: "conflict",
      });
    }
    await expect(test.auth.deletePrincipal({ ...patch, id: "nils" }, management)).rejects.toMatchObject(absent);
  });
});
