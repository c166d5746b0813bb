import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { serviceCall } from "@loci/platform/call";
import { anonymous, contextWithKey, management, openTestAuth, service, type TestAuth } from "../testing/auth.ts";

let test: TestAuth;
beforeAll(async () => void (test = await openTestAuth()));
afterAll(() => test.close());

const created = { id: "", displayName: "", configJson: "", policyJson: "", adminExternalId: "", owner: "", operation: null };
const change = (contextId: string, config: object = {}, policy: object = {}, displayName = "") => ({
  contextId,
  displayName,
  configJson: JSON.stringify(config),
  policyJson: JSON.stringify(policy),
  owner: "",
  clearOwner: false,
  operation: null,
});
const own = (contextId: string) => serviceCall(contextId, "", Number.MAX_SAFE_INTEGER);
const stage = (settings: object) => ({ stages: { synthesis: settings } });
const openai = { provider: "openai", url: "https://models.example/v1", model: "m" };

describe("a context's settings and policy", () => {
  it("are merged: what is not named stays, null removes", async () => {
    await contextWithKey(test, "merge", { max_token_ttl_seconds: 60 });
    await test.auth.updateContext(change("merge", { token_limit: 5, free: { a: 1, b: 2 } }), management);
    const updated = await test.auth.updateContext(
      change("merge", { tokenLimit: null, free: { a: null } }, { allowSelfServiceKeys: false }, "Merged"),
      management,
    );
    expect(updated.displayName).toBe("Merged");
    expect(JSON.parse(updated.configJson)).toEqual({ free: { b: 2 } });
    expect(JSON.parse(updated.policyJson)).toEqual({ allow_self_service_keys: false, max_token_ttl_seconds: 60 });
    for (const call of [management, own("merge")]) {
      const kept = await test.auth.getContext({ contextId: "merge" }, call);
      expect([kept.displayName, kept.configJson]).toEqual([updated.displayName, updated.configJson]);
      expect(JSON.parse(kept.policyJson)).toEqual(JSON.parse(updated.policyJson));
    }
    await expect(test.auth.getContext({ contextId: "merge" }, own("other"))).rejects.toMatchObject({ code: "forbidden" });
    await expect(test.auth.updateContext(change("nowhere"), management)).rejects.toMatchObject({ code: "not_found" });
    await expect(test.auth.updateContext(change("merge", { token_limit: -1 }), management)).rejects.toMatchObject({
      fields: [{ pointer: "/config/token_limit" }],
    });
  });

  it("have one keeper at a time, who is recorded where there is none", async () => {
    await test.auth.createContext({ ...created, id: "declared", owner: "cluster/a/kept" }, management);
    const claim = (owner: string) => test.auth.updateContext({ ...change("declared", { by: owner }), owner }, management);
    expect(await claim("cluster/a/kept")).toMatchObject({ owner: "cluster/a/kept" });
    await expect(claim("cluster/b/kept")).rejects.toMatchObject({ code: "conflict" });
    const kept = await test.auth.getContext({ contextId: "declared" }, management);
    expect([kept.owner, JSON.parse(kept.configJson)]).toEqual(["cluster/a/kept", { by: "cluster/a/kept" }]);
    await test.auth.updateContext({ ...change("declared"), clearOwner: true }, management);
    expect(await claim("cluster/b/kept")).toMatchObject({ owner: "cluster/b/kept" });
  });

  it("are given to a place, where one keeper takes them over, and no one elsewhere", async () => {
    await test.auth.createContext({ ...created, id: "given", owner: "cluster/a" }, management);
    const claim = (owner: string) => test.auth.updateContext({ ...change("given", {}), owner }, management);
    for (const owner of ["cluster/b/kept", "cluster/ab/kept", "cluster", "cluster/ab"])
      await expect(claim(owner)).rejects.toMatchObject({ code: "conflict" });
    expect(await claim("cluster/a/kept")).toMatchObject({ owner: "cluster/a/kept" });
    for (const owner of ["cluster/a/other", "cluster/a"]) await expect(claim(owner)).rejects.toMatchObject({ code: "conflict" });
  });

  it("keep changes made by two at once", async () => {
    await contextWithKey(test, "twice");
    await Promise.all([
      test.auth.updateContext(change("twice", { a: 1 }), management),
      test.auth.updateContext(change("twice", { b: 2 }), management),
    ]);
    const { configJson } = await test.auth.getContext({ contextId: "twice" }, management);
    expect(JSON.parse(configJson)).toEqual({ a: 1, b: 2 });
  });

  it("give a provider's key to the service that calls it, and to nobody else", async () => {
    const made = await test.auth.createContext(
      { ...created, id: "models", configJson: JSON.stringify(stage({ ...openai, api_key: "sk-of-models" })) },
      management,
    );
    expect(JSON.parse(made.configJson)).toEqual(stage({ ...openai, api_key_set: true }));
    const ask = (call = own("models"), name = "synthesis") => test.auth.getModelSettings({ stage: name }, call);
    expect(await ask()).toEqual({ ...openai, apiKey: "sk-of-models" });
    expect(await ask(own("models"), "hyde")).toEqual({ provider: "", url: "", model: "", apiKey: "" });
    for (const call of [management, anonymous]) await expect(ask(call)).rejects.toMatchObject({ code: "forbidden" });
    await contextWithKey(test, "other-models");
    expect(await ask(own("other-models"))).toMatchObject({ provider: "", apiKey: "" });

    await test.auth.updateContext(change("models", stage({ provider: "builtin" })), management);
    expect(await ask()).toEqual({ provider: "builtin", url: "", model: "", apiKey: "" });
    await test.auth.updateContext(change("models", stage({ provider: "openai", api_key: null })), management);
    expect(await ask()).toEqual({ ...openai, apiKey: "" });
    await expect(ask(own("models"), "cooking")).rejects.toMatchObject({ code: "invalid" });
  });

  it("hold no provider's key in the clear, and say so where it cannot be kept", async () => {
    const settings = JSON.stringify(stage({ ...openai, api_key: "sk-very-plain" }));
    await test.auth.createContext({ ...created, id: "sealed", configJson: settings }, management);
    const rows = await test.database.asOwner((tx) =>
      tx.query<{ row: string }>(sql`select k::text as row from auth.provider_keys k union all select c::text from auth.contexts c`),
    );
    const stored = rows.map(({ row }) => row).join();
    expect(stored).not.toContain("sk-very-plain");
    expect(stored).not.toContain(Buffer.from("sk-very-plain").toString("hex"));
    const without = test.replica({ secrets: { ...test.secrets, encryption: undefined } });
    const asks = without.createContext({ ...created, id: "unsealed", configJson: settings }, management);
    await expect(asks).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining("encryption") });
    await expect(without.getContext({ contextId: "unsealed" }, management)).rejects.toMatchObject({ code: "not_found" });
    await expect(without.getModelSettings({ stage: "synthesis" }, own("sealed"))).rejects.toMatchObject({ code: "unavailable" });
    await without.close();
  });
});

describe("a deleted context", () => {
  it("is gone with its keys, on every replica within five seconds", async () => {
    const key = await contextWithKey(test, "gone");
    const other = test.replica();
    const ask = (auth: typeof other) => auth.authenticate({ bearer: key, contextId: "gone", onBehalfOf: "" }, anonymous);
    await Promise.all([ask(test.auth), ask(other)]);
    await test.auth.deleteContext({ contextId: "gone", operation: null }, management);
    await expect(ask(test.auth)).rejects.toMatchObject({ code: "unauthenticated" });
    test.clock.now += 5_000;
    await expect(ask(other)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(test.auth.getContext({ contextId: "gone" }, management)).rejects.toMatchObject({ code: "not_found" });
    await expect(test.auth.deleteContext({ contextId: "gone", operation: null }, management)).rejects.toMatchObject({
      code: "not_found",
    });
    await other.close();
  });

  it("keeps its id until all that others hold of it is purged", async () => {
    await contextWithKey(test, "purged");
    await test.auth.deleteContext({ contextId: "purged", operation: null }, management);
    const remake = () => test.auth.createContext({ ...created, id: "purged" }, management);
    await expect(remake()).rejects.toMatchObject({ code: "conflict" });
    const boot = { contextId: "purged", contextKey: "", managementKey: "" };
    expect(await test.auth.bootstrap(boot, service)).toMatchObject({ created: false });
    const { contexts } = await test.auth.listDeletedContexts({}, service);
    expect(contexts).toContainEqual({ id: "purged", deletedAt: new Date(test.clock.now).toISOString() });
    const first = { contextId: "purged", deletedAt: new Date(test.clock.now).toISOString() };
    await expect(test.auth.confirmContextPurged(first, own("other"))).rejects.toMatchObject({ code: "forbidden" });
    const unsaid = test.auth.confirmContextPurged({ ...first, deletedAt: "" }, own("purged"));
    await expect(unsaid).rejects.toMatchObject({ code: "invalid" });
    await test.auth.confirmContextPurged(first, own("purged"));
    await test.auth.confirmContextPurged(first, own("purged"));
    expect(await remake()).toMatchObject({ id: "purged", configJson: "{}" });
    // Whoever was held up since its first deletion frees nothing of its second.
    test.clock.now += 1_000;
    await test.auth.deleteContext({ contextId: "purged", operation: null }, management);
    await expect(test.auth.confirmContextPurged(first, own("purged"))).rejects.toMatchObject({ code: "conflict" });
    await expect(remake()).rejects.toMatchObject({ code: "conflict" });
  });

  it("is deleted and purged by those only who may", async () => {
    const admin = await test.as(await contextWithKey(test, "kept"), "kept");
    for (const call of [anonymous, service, admin]) {
      const asks = test.auth.deleteContext({ contextId: "kept", operation: null }, call);
      await expect(asks).rejects.toMatchObject({ code: "unauthenticated" });
    }
    for (const call of [anonymous, management, admin]) {
      await expect(test.auth.listDeletedContexts({}, call)).rejects.toMatchObject({ code: "forbidden" });
      await expect(test.auth.confirmContextPurged({ contextId: "kept", deletedAt: "" }, call)).rejects.toMatchObject({
        code: "forbidden",
      });
    }
    expect((await test.auth.listContexts({ page: null }, service)).contexts.map(({ id }) => id)).toContain("kept");
  });
});
