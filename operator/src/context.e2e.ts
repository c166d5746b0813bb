/** A context as its resource declares it: whose it is, what is kept of it, and what its status tells. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { verbs } from "@loci/client";
import { annotations, labels } from "./api/names.ts";
import { declared } from "./testing/declared.ts";
import { startProxy } from "./testing/proxy.ts";
import { resource, startWorld, until, type World } from "./testing/world.ts";

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.stop());

afterEach(() => world.stopOperators());

describe("a context", () => {
  it("that is there already is taken over only where it was given to the namespace, and the resource asks", async () => {
    const namespace = await world.namespace("adopting");
    await world.loci.contexts.create({ id: "there-already" });
    const { context } = declared(namespace, {}, { contextId: "there-already" });
    await world.operator({ namespaces: [namespace], pollMs: 300 });
    await world.apply({ ...context, spec: { ...context.spec, adopt: true } });
    await world.reasonIs(context, "ContextIdReserved");
    await world.loci.contexts.update("there-already", { owner: "kubernetes:test/another" });
    const squatter = resource("MemoryContext", namespace, "squatter", { contextId: "another.brain" });
    await world.apply(squatter);
    await world.reasonIs(squatter, "ContextIdReserved");
    await expect(world.loci.contexts.get("another.brain")).rejects.toMatchObject({ code: "not_found" });
    expect((await world.condition(context))?.reason).toBe("ContextIdReserved");
    await world.loci.contexts.update("there-already", { owner: null });
    await world.loci.contexts.update("there-already", { owner: "kubernetes:test/adopting" });
    await world.ready(context);
    expect(await world.loci.contexts.get("there-already")).toMatchObject({
      displayName: "Brain",
      owner: expect.stringContaining("adopting"),
    });
    const rival = resource("MemoryContext", namespace, "rival", { contextId: "there-already", adopt: true });
    await world.apply(rival);
    await world.reasonIs(rival, "ContextIdReserved");
  });

  it("is looked on at from another namespace for as long as its own resource shares it", async () => {
    const [namespace, elsewhere] = [await world.namespace("sharing"), await world.namespace("onlooking")];
    const { context } = declared(namespace);
    const onlooker = resource("MemoryContext", elsewhere, "theirs", {
      contextId: "sharing.brain",
      managementPolicy: "ObserveOnly",
    });
    await world.operator();
    await world.apply(context, onlooker);
    await world.ready(context);
    await world.reasonIs(onlooker, "ContextNotShared");
    const sharing = (names: string) => ({
      ...context,
      metadata: { ...context.metadata, annotations: { [annotations.sharedWith]: names } },
    });
    await world.apply(sharing("other, onlooking"));
    await world.ready(onlooker);
    expect((await world.condition(onlooker, "Provisioned"))?.reason).toBe("ContextOwned");
    await world.apply(sharing("other"));
    await world.reasonIs(onlooker, "ContextNotShared");
  });

  it("outlives its resource, and is found again by one of the same name", async () => {
    const namespace = await world.namespace("retained");
    const { context, principal, key } = declared(namespace);
    await world.operator();
    await world.apply(context, principal, key);
    await world.ready(key);
    const apiKey = (await world.apiKey(namespace, "helper-key")) ?? "";
    for (const one of [key, principal, context]) await world.remove(one);
    for (const one of [key, principal, context]) await until("it is gone", async () => (await world.get(one)) === undefined);
    expect(await world.loci.contexts.get("retained.brain")).toMatchObject({ id: "retained.brain" });
    expect(await world.opens(namespace, apiKey)).toBe(false);
    await expect(world.loci.principals.get("retained.brain", "helper")).rejects.toMatchObject({ code: "not_found" });
    await world.apply(context);
    await world.ready(context);
  });

  it("goes with its resource where that is declared", async () => {
    const namespace = await world.namespace("deleted");
    const { context } = declared(namespace, {}, { deletionPolicy: "Delete" });
    await world.operator();
    await world.apply(context);
    await world.ready(context);
    await world.remove(context);
    await until("the resource is gone", async () => (await world.get(context)) === undefined);
    await expect(world.loci.contexts.get("deleted.brain")).rejects.toMatchObject({ code: "not_found" });
  });

  it("gets a Secret for its administrator where it names one, and loses it again", async () => {
    const namespace = await world.namespace("administered");
    const { context } = declared(namespace, {}, { adminKeySecret: { name: "admin-key" } });
    await world.operator({ namespaces: [namespace], pollMs: 300 });
    await world.apply(context);
    await until("the Secret opens the context", async () => world.opens(namespace, await world.apiKey(namespace, "admin-key")));
    const apiKey = (await world.apiKey(namespace, "admin-key")) ?? "";
    const { effectiveGrants } = await world.holder("administered.brain", apiKey).call("whoami");
    expect(Object.keys(effectiveGrants).sort()).toEqual([...verbs].sort());
    await world.apply({ ...context, spec: { ...context.spec, adminKeySecret: undefined } });
    await until("it is gone", async () => (await world.secret(namespace, "admin-key")) === undefined);
    expect(await world.opens(namespace, apiKey)).toBe(false);
    await world.ready(context);
  });

  it("tells in its status how much it holds, and that it is searchable", async () => {
    const namespace = await world.namespace("counted");
    const { context, principal, key } = declared(namespace);
    await world.operator({ namespaces: [namespace], pollMs: 200 }, { stateEveryMs: 1 });
    await world.apply(context, principal, key);
    await world.ready(context, key);
    const loci = world.holder("counted.brain", (await world.apiKey(namespace, "helper-key")) ?? "");
    await loci.remember("Mina lives in Lisbon.");
    await until("it is counted", async () => {
      const stats = (await world.get(context))?.status?.["stats"] as { turns: number; facts: number } | undefined;
      return stats?.turns === 1 && stats.facts > 0;
    });
    await world.reasonIs(context, "InStep", "IndexHealthy");
  });

  it("that is suspended is left as it is, with all that stands on it, and goes on afterwards", async () => {
    const namespace = await world.namespace("suspended");
    const { context, principal, key } = declared(namespace, {}, { deletionPolicy: "Delete" });
    const suspended = (suspend: boolean, displayName: string) => ({
      ...context,
      spec: { ...context.spec, suspend, displayName },
    });
    const loci = await startProxy({ server: world.url });
    const operator = await world.operator({ namespaces: [namespace], lociUrl: loci.url, publicUrl: world.url, pollMs: 200 });
    await world.apply(context, principal);
    await world.ready(context, principal);
    await world.apply(suspended(true, "Other"));
    await world.reasonIs(context, "Suspended");
    const written = () => loci.asked.flatMap(({ method, url }) => (method === "GET" ? [] : [`${method} ${url}`]));
    const before = written();
    await world.apply(key, { ...principal, spec: { ...principal.spec, grants: [] } });
    await world.reasonIs(key, "Suspended");
    await world.reasonIs(principal, "Suspended");
    await world.remove(context);
    await world.reasonIs(context, "Suspended", "Deleting");
    await world.visited(operator, "memorycontext", 3);
    expect([written(), (await world.loci.contexts.get("suspended.brain")).displayName]).toEqual([before, "Brain"]);
    await world.apply(suspended(false, "Other"));
    await until("it goes", async () => (await world.get(context)) === undefined);
    await expect(world.loci.contexts.get("suspended.brain")).rejects.toMatchObject({ code: "not_found" });
    await operator.stop();
    await loci.close();
  });

  it("that is only observed is compared, and its principals and keys are made all the same", async () => {
    const namespace = await world.namespace("observed");
    const owner = "kubernetes:test/observed";
    await world.loci.contexts.create({ id: "observed.brain", displayName: "Theirs", owner });
    const { context, principal, key } = declared(namespace, {}, { managementPolicy: "ObserveOnly", deletionPolicy: "Delete" });
    await world.operator({ namespaces: [namespace], pollMs: 200 });
    await world.apply(context, principal, key);
    await world.ready(context, principal, key);
    expect(await world.condition(context, "PolicySynced")).toMatchObject({
      ...{ status: "False", reason: "Drifted" },
      message: "Not as declared: displayName, scope /team/support.",
    });
    expect(await world.loci.contexts.get("observed.brain")).toMatchObject({ displayName: "Theirs", owner });
    await world.loci.contexts.update("observed.brain", { displayName: "Brain" });
    await world.loci.scopes.register("observed.brain", "/team/support");
    await world.reasonIs(context, "Synced", "PolicySynced");
    for (const one of [key, principal, context]) await world.remove(one);
    await until("the resource is gone", async () => (await world.get(context)) === undefined);
    expect(await world.loci.contexts.get("observed.brain")).toMatchObject({ id: "observed.brain" });
  });

  it("tells what Loci finds wrong, and waits for a change", async () => {
    const namespace = await world.namespace("wrong");
    const stage = { name: "synthesis", provider: "openai", url: "not-a-url" };
    const { context } = declared(namespace, {}, { extraction: { stages: [stage] } });
    const operator = await world.operator();
    await world.apply(context);
    await world.reasonIs(context, "InvalidSpec");
    await until("it is counted", async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${operator.probesPort}/metrics`)).text();
      return metrics.includes('controller_runtime_terminal_reconcile_errors_total{controller="memorycontext"} 1');
    });
    await world.apply({ ...context, spec: { ...context.spec, extraction: { monthlyTokenBudget: 1_000 } } });
    await world.ready(context);
    expect((await world.loci.contexts.get("wrong.brain")).config).toMatchObject({
      token_limit: 1_000,
      enforcement_blocked: true,
    });
  });

  it("gets its provider's key from a Secret, and the new one when that changes", async () => {
    const namespace = await world.namespace("provided");
    const reference = { name: "openai", key: "apiKey" };
    const stage = { name: "synthesis", provider: "openai", model: "m", credentialsSecretRef: reference };
    const { context } = declared(namespace, {}, { extraction: { stages: [stage] } });
    await world.operator({ namespaces: [namespace], pollMs: 200 });
    await world.apply(context);
    await world.reasonIs(context, "CredentialsMissing");
    await world.core.createNamespacedSecret({
      namespace,
      body: { metadata: { name: "openai" }, stringData: { apiKey: "sk-1" } },
    });
    // It was not said that the operator may read it.
    await until("it was looked at again", async () => (await world.condition(context))?.message.includes(labels.readable) === true);
    await expect(world.loci.contexts.get("provided.brain")).rejects.toMatchObject({ code: "not_found" });
    const opened = {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace, name: "openai", labels: { [labels.readable]: "true" } },
    };
    await world.objects.patch(opened, undefined, undefined, undefined, undefined, "application/merge-patch+json");
    await world.ready(context);
    const { config } = await world.loci.contexts.get("provided.brain");
    expect(config).toMatchObject({ stages: { synthesis: { provider: "openai", model: "m", api_key_set: true } } });
    expect(JSON.stringify(await world.get(context))).not.toContain("sk-1");
  });
});
