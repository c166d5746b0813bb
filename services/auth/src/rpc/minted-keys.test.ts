import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import type { Call } from "@loci/platform/call";
import {
  anonymous,
  contextWithKey,
  management,
  member,
  memberKey,
  openTestAuth,
  operation,
  service,
  type TestAuth,
} from "../testing/auth.ts";

let server: TestPostgres;
let test: TestAuth;
let admin: Call;
beforeAll(async () => {
  server = await startPostgres();
  test = await openTestAuth(async () => openPostgres({ connectionString: await server.createDatabase("minted") }));
  admin = await test.as(await contextWithKey(test, "acme"), "acme");
}, 60_000);
afterAll(async () => {
  await test.close();
  await server.stop();
});

const own = { contextId: "", principalId: "", operation: null };
const rotate = { ...own, ttlSeconds: 0, overlapSeconds: 0 };
const mint = (name: string, call: Call) => test.auth.mintOwnKey({ name, grants: null, ttlSeconds: 0, operation: null }, call);

async function opens(key: string): Promise<boolean> {
  return test.auth.authenticate({ bearer: key, contextId: "acme", onBehalfOf: "" }, anonymous).then(
    () => true,
    () => false,
  );
}

const minters = async () => {
  const { keys } = await test.auth.listKeys({ contextId: "", principalId: "", page: null }, admin);
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  return new Map(keys.map(({ name, mintedBy }) => [name, names.get(mintedBy) ?? mintedBy]));
};

/** A principal's key, one that it minted, and one that this minted. */
async function family(id: string) {
  const first = await member(test, "acme", id, { "memory:read": ["/"] });
  const second = (await mint(`${id}-second`, await test.as(first, "acme"))).key;
  const third = (await mint(`${id}-third`, await test.as(second, "acme"))).key;
  return { first, second, third };
}

describe("keys that a key minted", () => {
  it("are listed with the one that minted them; management's, and those of before it was noted, with none", async () => {
    await family("ada");
    await test.database.asOwner((tx) => tx.query(sql`update auth.keys set minted_by = null where name = 'admin-key'`));
    expect(await minters()).toEqual(
      new Map([
        ["admin-key", ""],
        ["ada-key", "*"],
        ["ada-second", "ada-key"],
        ["ada-third", "ada-second"],
      ]),
    );
  });

  it.each<[string, (name: string) => Promise<{ also: string[] }>]>([
    ["on the data plane", (name) => test.auth.revokeKey({ ...own, name }, admin)],
    ["under management", (name) => test.auth.revokeContextKey({ ...own, contextId: "acme", name }, management)],
  ])("end with it, and those that they minted, and no others: %s", async (how, revoke) => {
    const id = `of-${how.replaceAll(" ", "-")}`;
    const { first, second, third } = await family(id);
    const sibling = await memberKey(test.auth, "acme", id, `${id}-sibling`);
    const { also } = await revoke(`${id}-key`);
    expect(also).toHaveLength(2);
    expect([await opens(first), await opens(second), await opens(third), await opens(sibling)]).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it("are named by the note of what was done, and by the answer that a repetition gets", async () => {
    await family("bob");
    const asked = { ...own, name: "bob-key", operation: operation("revoke-bob") };
    const { also } = await test.auth.revokeKey(asked, admin);
    expect(also).toHaveLength(2);
    expect(await test.auth.revokeKey(asked, admin)).toEqual({ also });
    const { deeds } = await test.auth.listDeeds({ before: "9999-01-01T00:00:00Z" }, service);
    expect(deeds.map(({ path }) => path)).toContain(`/bob-key/${also.join("/")}`);
  });

  it("stay where it is rotated, also to another id, and end with it then", async () => {
    const { second } = await family("cleo");
    const keys = async () => (await test.auth.listKeys({ contextId: "", principalId: "", page: null }, admin)).keys;
    const registered = { contextId: "acme", principalId: "cleo", name: "cleo-key", grants: null, expiresAt: "", operation: null };
    await test.auth.rotateKey({ ...rotate, name: "cleo-key" }, admin);
    const keyId = `key:${"0".repeat(25)}1`;
    await test.auth.registerKeyVerifier({ ...registered, keyId, verifier: "ab".repeat(32) }, management);
    expect(await opens(second)).toBe(true);
    expect((await keys()).find(({ name }) => name === "cleo-second")?.mintedBy).toBe(keyId);
    await test.auth.revokeKey({ ...own, name: "cleo-key" }, admin);
    expect(await opens(second)).toBe(false);
  });

  it("cannot be minted so that they outlive it, however many ask while it ends", async () => {
    const { first, second } = await family("dan");
    const callers = [await test.as(first, "acme"), await test.as(second, "acme")];
    const minting = Array.from({ length: 12 }, (_, i) => mint(`dan-${i}`, callers[i % 2] ?? admin).catch(() => undefined));
    await test.auth.revokeKey({ ...own, name: "dan-key" }, admin);
    await Promise.all(minting);
    const { keys } = await test.auth.listKeys({ contextId: "", principalId: "", page: null }, admin);
    expect(keys.filter(({ principalId, state }) => principalId === "dan" && state === "active")).toEqual([]);
  });
});

describe("a key that holds more than who ends it", () => {
  it("is ended all the same by an administrator of grants alone, also the admin's: management mints another", async () => {
    const grantor = await test.as(await member(test, "acme", "grantor", { "grant:manage": ["/"] }), "acme");
    const leaked = await memberKey(test.auth, "acme", "admin", "leaked");
    await expect(test.auth.rotateKey({ ...rotate, name: "leaked" }, grantor)).rejects.toMatchObject({ code: "forbidden" });
    await test.auth.revokeKey({ ...own, name: "leaked" }, grantor);
    expect(await opens(leaked)).toBe(false);
    expect(await opens(await memberKey(test.auth, "acme", "admin", "another"))).toBe(true);
  });
});
