import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Call } from "@loci/platform/call";
import type { auth } from "@loci/protos";
import { anonymous, contextWithKey, management, member, openTestAuth, operation, type TestAuth } from "../testing/auth.ts";

let test: TestAuth;
let adminKey: string;
beforeAll(async () => {
  test = await openTestAuth();
  adminKey = await contextWithKey(test, "acme");
  await contextWithKey(test, "beta");
});
afterAll(() => test.close());

const scope = { contextId: "", path: "", displayName: "", description: "" };
const mint = { name: "", grants: null, ttlSeconds: 0 };
const conflict = { code: "conflict" };

describe("a repeated mutation", () => {
  it("gives the stored answer and has one effect", async () => {
    const admin = await test.as(adminKey, "acme");
    const wanted = {
      contextId: "",
      id: "",
      displayName: "Once",
      kind: "",
      grants: null,
      externalId: "",
      operation: operation("p1"),
    };
    const made = await test.auth.createPrincipal(wanted, admin);
    expect(await test.auth.createPrincipal(wanted, admin)).toEqual(made);
    const removal = { contextId: "acme", id: made.id, operation: operation("p2") };
    await test.auth.deletePrincipal(removal, management);
    expect(await test.auth.deletePrincipal(removal, management)).toEqual({});
  });

  it("is not done once nobody waits for it: its key would be one that nobody takes back", async () => {
    const removal = (id: string) => ({ contextId: "acme", id, operation: null });
    const wanted = {
      contextId: "acme",
      id: "late",
      displayName: "Late",
      kind: "",
      grants: null,
      externalId: "",
      operation: null,
    };
    const there = () => test.auth.getPrincipal(removal("late"), management);
    const gone = { ...management, signal: AbortSignal.abort() };
    await expect(test.auth.createPrincipal(wanted, gone)).rejects.toMatchObject({ code: "cancelled" });
    const late = { ...management, deadline: test.clock.now - 1 };
    for (const named of [wanted, { ...wanted, operation: operation("late") }])
      await expect(test.auth.createPrincipal(named, late)).rejects.toMatchObject({ code: "deadline_exceeded" });
    await expect(there()).rejects.toMatchObject({ code: "not_found" });
    await test.auth.createPrincipal({ ...wanted, operation: operation("late") }, management);
    expect(await there()).toMatchObject({ id: "late" });
  });

  it.each([
    ["by its operation's id", "leaky", operation("leak")],
    ["without one", "leakier", null],
  ])("that takes something away is done also where its caller has gone: %s", async (_how, contextId, named) => {
    const bearer = await contextWithKey(test, contextId);
    const gone = { ...(await test.as(bearer, contextId)), signal: AbortSignal.abort() };
    await test.auth.revokeKey({ contextId: "", principalId: "", name: "admin-key", operation: named }, gone);
    await expect(test.as(bearer, contextId)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("with another hash is a conflict; of another principal or context it is another mutation", async () => {
    const [admin, ada] = [
      await test.as(adminKey, "acme"),
      await test.as(await member(test, "acme", "ada", { "scope:create": ["/"] }), "acme"),
    ];
    const first = { ...scope, path: "a", operation: operation("same") };
    await test.auth.registerScope(first, admin);
    const other = { ...scope, path: "b", operation: operation("same", "other request") };
    await expect(test.auth.registerScope(other, admin)).rejects.toMatchObject(conflict);
    expect(await test.auth.registerScope(other, ada)).toMatchObject({ path: "b" });
    expect(await test.auth.registerContextScope({ ...other, contextId: "beta" }, management)).toMatchObject({ path: "b" });
    const delegated = await test.as(adminKey, "acme", "ada");
    expect(await test.auth.registerScope({ ...other, path: "c" }, delegated)).toMatchObject({ path: "c" });
  });

  it("that failed stored nothing and runs again", async () => {
    const admin = await test.as(adminKey, "acme");
    const removal = { contextId: "", path: "late", operation: operation("late") };
    await expect(test.auth.deleteScope(removal, admin)).rejects.toMatchObject({ code: "not_found" });
    await test.auth.registerScope({ ...scope, path: "late", operation: null }, admin);
    expect(await test.auth.deleteScope(removal, admin)).toEqual({});
  });

  it("is forgotten after 24 hours, and swept away", async () => {
    const admin = await test.as(adminKey, "acme");
    const asked = { ...mint, operation: operation("daily", "x", adminKey) };
    const first = await test.auth.mintOwnKey(asked, admin);
    test.clock.now += 24 * 3600_000 - 1;
    expect((await test.auth.mintOwnKey(asked, admin)).id).toBe(first.id);
    test.clock.now += 1;
    const again = await test.auth.mintOwnKey({ ...asked, operation: operation("daily", "y", adminKey) }, admin);
    expect(again.id).not.toBe(first.id);
    test.clock.now += 24 * 3600_000;
    const own = { ...anonymous, caller: { kind: "service", contextId: "acme" } as const };
    expect((await test.auth.sweepExpired({}, own)).removed).toBeGreaterThan(0);
    expect((await test.auth.sweepExpired({}, own)).removed).toBe(0);
    await expect(test.auth.sweepExpired({}, management)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("makes and deletes a context once, whoever chose its id", async () => {
    const wanted = {
      id: "",
      displayName: "",
      configJson: "",
      policyJson: "",
      adminExternalId: "",
      owner: "",
      operation: operation("c1"),
    };
    const made = await test.auth.createContext(wanted, management);
    expect(await test.auth.createContext(wanted, management)).toEqual(made);
    const removal = { contextId: made.id, operation: operation("c2") };
    await test.auth.deleteContext(removal, management);
    expect(await test.auth.deleteContext(removal, management)).toEqual({});
    await test.auth.sweepExpired({}, { ...anonymous, caller: { kind: "service", contextId: "*" } });
  });
});

const gone = (name: string) => ({ contextId: "acme", principalId: "gone", name, operation: null });

/** What ends something: whoever repeats it because the answer was lost must not be told that there is nothing to end. */
const endings = [
  {
    name: "deleteScope",
    prepare: (admin) => test.auth.registerScope({ ...scope, path: "gone", operation: null }, admin),
    end: (operation, admin) => test.auth.deleteScope({ contextId: "", path: "gone", operation }, admin),
  },
  {
    name: "revokeKey",
    prepare: (admin) => test.auth.mintOwnKey({ ...mint, name: "gone", operation: null }, admin),
    end: (operation, admin) => test.auth.revokeKey({ ...gone("gone"), contextId: "", principalId: "", operation }, admin),
  },
  {
    name: "revokeContextKey",
    prepare: () => member(test, "acme", "gone", {}),
    end: (operation, _admin, manager) => test.auth.revokeContextKey({ ...gone("gone-key"), operation }, manager),
  },
  {
    name: "deletePrincipal",
    prepare: async () => undefined,
    end: (operation, _admin, manager) => test.auth.deletePrincipal({ contextId: "acme", id: "gone", operation }, manager),
  },
  {
    name: "deleteContext",
    prepare: () => contextWithKey(test, "gone"),
    end: (operation, _admin, manager) => test.auth.deleteContext({ contextId: "gone", operation }, manager),
  },
] satisfies readonly {
  readonly name: string;
  readonly prepare: (admin: Call) => Promise<unknown>;
  readonly end: (operation: auth.Operation, admin: Call, manager: Call) => Promise<unknown>;
}[];

describe("a repeated ending", () => {
  it.each(endings)("of $name is answered as it was, which its caller learns", async ({ name, prepare, end }) => {
    let replays = 0;
    const noted = (call: Call): Call => ({ ...call, onReplayed: () => replays++ });
    const admin = await test.as(adminKey, "acme");
    await prepare(admin);
    const asked = operation(`end ${name}`);
    const answer = await end(asked, noted(admin), noted(management));
    expect(await end(asked, noted(admin), noted(management))).toEqual(answer);
    await expect(end(operation(`later ${name}`), noted(admin), noted(management))).rejects.toMatchObject({ code: "not_found" });
    expect(replays).toBe(1);
  });
});

describe("a repeated mint", () => {
  it("shows the same key to the bearer that asked, and to no other", async () => {
    const admin = await test.as(adminKey, "acme");
    const asked = { ...mint, name: "twice", operation: operation("mint", "m", adminKey) };
    const minted = await test.auth.mintOwnKey(asked, admin);
    expect(await test.auth.mintOwnKey(asked, admin)).toEqual(minted);
    const other = { ...asked, operation: operation("mint", "m", "another bearer") };
    await expect(test.auth.mintOwnKey(other, admin)).rejects.toMatchObject(conflict);
  });

  it("rotates once, and mints for a principal or a broker once", async () => {
    const admin = await test.as(adminKey, "acme");
    const rotation = {
      contextId: "",
      principalId: "",
      name: "twice",
      ttlSeconds: 0,
      overlapSeconds: 0,
      operation: operation("r", "r", adminKey),
    };
    expect(await test.auth.rotateKey(rotation, admin)).toEqual(await test.auth.rotateKey(rotation, admin));
    const order = {
      contextId: "acme",
      principalId: "admin",
      name: "ops",
      grants: null,
      ttlSeconds: 0,
      operation: operation("o", "o"),
    };
    expect(await test.auth.mintPrincipalKey(order, management)).toEqual(await test.auth.mintPrincipalKey(order, management));
    const token = {
      contextId: "acme",
      externalId: "e",
      ttlSeconds: 60,
      displayName: "",
      grants: null,
      operation: operation("t", "t"),
    };
    expect(await test.auth.mintAccessToken(token, management)).toEqual(await test.auth.mintAccessToken(token, management));
  });

  it("leaves no plaintext in the database, and is refused without a seal", async () => {
    const admin = await test.as(adminKey, "acme");
    const minted = await test.auth.mintOwnKey({ ...mint, operation: operation("plain", "p", adminKey) }, admin);
    const rows = await test.database.asOwner((tx) =>
      tx.query<{ row: string }>(sql`select o::text as row from auth.operations o where operation_id = 'plain'`),
    );
    expect(rows).toHaveLength(1);
    const secret = minted.key.slice(-39);
    for (const form of [secret, Buffer.from(secret).toString("hex")]) expect(rows[0]?.row).not.toContain(form);
    const bare = { ...mint, operation: { ...operation("bare"), seal: new Uint8Array() } };
    await expect(test.auth.mintOwnKey(bare, admin)).rejects.toMatchObject({ fields: [{ pointer: "/operation/seal" }] });
  });
});
