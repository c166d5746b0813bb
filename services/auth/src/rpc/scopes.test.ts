import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Call } from "@loci/platform/call";
import { contextWithKey, management, member, openTestAuth, type TestAuth } from "../testing/auth.ts";

let test: TestAuth;
let admin: Call;
beforeAll(async () => {
  test = await openTestAuth();
  admin = await test.as(await contextWithKey(test, "acme"), "acme");
  await contextWithKey(test, "beta");
});
afterAll(() => test.close());

const scope = { contextId: "", path: "", displayName: "", description: "", operation: null };
const list = { contextId: "", page: null, includeTombstoned: false };
const register = (...paths: string[]) =>
  Promise.all(paths.map((path) => test.auth.registerContextScope({ ...scope, contextId: "acme", path }, management)));
const remove = (path: string, call = admin) => test.auth.deleteScope({ contextId: "", path, operation: null }, call);
const unregistered = async (...paths: string[]) => (await test.auth.findUnregistered({ paths }, admin)).paths;
const listed = async (includeTombstoned: boolean) =>
  (await test.auth.listScopes({ ...list, includeTombstoned }, admin)).scopes.map(({ path }) => path);

describe("a deleted scope", () => {
  it("takes all below it along, and is registered no more", async () => {
    await register("del", "del/a", "del/a/b", "del-x");
    await remove("/del/");
    expect(await unregistered("del", "del/a", "del/a/b", "del-x")).toEqual(["del", "del/a", "del/a/b"]);
    expect(await listed(false)).toEqual(["del-x"]);
    expect(await listed(true)).toEqual(["del", "del-x", "del/a", "del/a/b"]);
    const { scopes } = await test.auth.listContextScopes({ ...list, contextId: "acme", includeTombstoned: true }, management);
    expect(scopes.find(({ path }) => path === "del")?.tombstonedAt).toBe(new Date(test.clock.now).toISOString());
    await expect(remove("del")).rejects.toMatchObject({ code: "not_found" });
  });

  it("lives again when it is registered again; what was below it does not", async () => {
    await register("back", "back/below");
    await remove("back");
    const again = await test.auth.registerScope({ ...scope, path: "back", displayName: "Back" }, admin);
    expect(again).toMatchObject({ path: "back", displayName: "Back", tombstonedAt: "" });
    expect(await unregistered("back", "back/below")).toEqual(["back/below"]);
  });

  it("may be a path that only its descendants registered", async () => {
    await register("implied/x/y");
    await remove("implied/x");
    expect(await unregistered("implied")).toEqual(["implied"]);
  });

  it("needs scope:delete over it, and is never the root nor another context's", async () => {
    await register("own/a", "own/b");
    const dora = await test.as(await member(test, "acme", "dora", { "scope:delete": ["own/a"] }), "acme");
    const reader = await test.as(await member(test, "acme", "reader", { "scope:read": ["/"] }), "acme");
    for (const [path, call] of [
      ["own", dora],
      ["own/b", dora],
      ["/", dora],
      ["own/a", reader],
    ] as const) {
      await expect(remove(path, call)).rejects.toMatchObject({ code: "forbidden" });
    }
    await expect(remove("/")).rejects.toMatchObject({ code: "invalid", fields: [{ pointer: "/path" }] });
    const elsewhere = { contextId: "beta", path: "own", operation: null };
    await expect(test.auth.deleteScope(elsewhere, management)).rejects.toMatchObject({ code: "not_found" });
    await remove("own/a", dora);
    expect(await unregistered("own/a", "own/b")).toEqual(["own/a"]);
  });
});

describe("lists", () => {
  it("of scopes, contexts and keys come in pages that together are the whole", async () => {
    await register(...Array.from({ length: 7 }, (_, i) => `page/${i}`));
    const pages = async (ask: (page: { limit: number; after: string }) => Promise<{ names: string[]; next: string }>) => {
      const all: string[][] = [];
      for (let after = ""; ;) {
        const { names, next } = await ask({ limit: 3, after });
        all.push(names);
        if (next === "") return all;
        after = next;
      }
    };
    const scopes = await pages(async (page) => {
      const answer = await test.auth.listScopes({ ...list, page }, admin);
      return { names: answer.scopes.map(({ path }) => path), next: answer.next };
    });
    expect(scopes.flat()).toEqual(await listed(false));
    expect(scopes.every((names) => names.length <= 3 && names.length > 0)).toBe(true);

    for (let i = 0; i < 4; i++) await member(test, "acme", `k${i}`, {});
    await test.auth.revokeKey({ contextId: "", principalId: "", name: "k1-key", operation: null }, admin);
    const keys = await pages(async (page) => {
      const answer = await test.auth.listKeys({ contextId: "", principalId: "", page }, admin);
      return { names: answer.keys.map(({ name }) => name), next: answer.next };
    });
    const whole = await test.auth.listKeys({ contextId: "", principalId: "", page: null }, admin);
    expect(keys.flat()).toEqual(whole.keys.map(({ name }) => name));
    expect(keys.flat().at(-1)).toBe("k1-key");

    const contexts = await pages(async (page) => {
      const answer = await test.auth.listContexts({ page }, management);
      return { names: answer.contexts.map(({ id }) => id), next: answer.next };
    });
    expect(contexts.flat()).toEqual(["acme", "beta"]);
  });

  it("refuse a limit and a cursor that are none", async () => {
    const forged = Buffer.from("x\0y\0z").toString("base64url");
    for (const page of [
      { limit: -1, after: "" },
      { limit: 10_001, after: "" },
      { limit: 1, after: "?" },
      { limit: 1, after: forged },
    ]) {
      const asks = test.auth.listKeys({ contextId: "", principalId: "", page }, admin);
      await expect(asks).rejects.toMatchObject({ code: "invalid" });
    }
  });
});

describe("a context that was deleted a moment ago", () => {
  it("takes no scope from a key that was good until then", async () => {
    const late = await test.as(await contextWithKey(test, "gone"), "gone");
    await test.auth.deleteContext({ contextId: "gone", operation: null }, management);
    await expect(test.auth.registerScope({ ...scope, path: "late" }, late)).rejects.toMatchObject({ code: "not_found" });
  });
});
