import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { verbs } from "@loci/client";
import { annotations, labels } from "./api/names.ts";
import { gathered } from "./observe/context.ts";
import { declared } from "./testing/declared.ts";
import { startProxy } from "./testing/proxy.ts";
import { resource, startWorld, until, type World } from "./testing/world.ts";

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.stop());

afterEach(() => world.stopOperators());

const warned = async (namespace: string, reason: string) =>
  (await world.events(namespace)).some((event) => event.reason === reason && event.type === "Warning");
/** All of the key's revisions that Loci accepts now. */
const inForce = async (contextId: string) =>
  (await gathered(world.loci.keys.all(contextId))).filter(
    ({ state, principalId }) => state === "active" && principalId === "helper",
  );

describe("the definitions", () => {
  it("refuse what can never be right", async () => {
    const namespace = await world.namespace("refused");
    const { context, key } = declared(namespace);
    await world.apply({ ...context, spec: { ...context.spec, contextId: "refused-one" } });
    const renamed = world.apply({ ...context, spec: { ...context.spec, contextId: "refused-two" } });
    await expect(renamed).rejects.toThrow("spec.contextId is immutable");
    const backwards = world.apply({ ...key, spec: { ...key.spec, ttl: "1h", rotation: { rotateBefore: "2h" } } });
    await expect(backwards).rejects.toThrow("rotation.rotateBefore must be shorter than ttl");
  });
});

describe("a context, a principal and a key", () => {
  it("are made, and the Secret holds a key that works", async () => {
    const namespace = await world.namespace("made");
    const { context, principal, key } = declared(namespace);
    // It is told of changes: it would look by itself after those who wait have given up.
    await world.operator({ pollMs: 600_000 });
    await world.apply(key, principal, context);
    await world.ready(key);
    expect((await world.get(context))?.status).toMatchObject({
      contextId: "made.brain",
      endpoint: { rest: `${world.url}/api/v1/made.brain`, mcp: `${world.url}/mcp` },
    });
    const secret = await world.secret(namespace, "helper-key");
    const data = Object.fromEntries(
      Object.entries(secret?.data ?? {}).map(([name, value]) => [name, Buffer.from(value, "base64").toString("utf8")]),
    );
    expect(Object.keys(data).sort()).toEqual(["apiKey", "contextId", "mcp.json", "url"]);
    expect([data["url"], data["contextId"]]).toEqual([world.url, "made.brain"]);
    expect(JSON.parse(data["mcp.json"] ?? "")).toMatchObject({
      mcpServers: { loci: { url: `${world.url}/mcp`, headers: { Authorization: `Bearer ${data["apiKey"] ?? ""}` } } },
    });
    expect(await world.holder("made.brain", data["apiKey"] ?? "").call("whoami")).toMatchObject({ principalId: "helper" });
    const paths = (await gathered(world.loci.scopes.all("made.brain"))).map(({ path }) => path);
    expect(paths).toContain("team/support");
    const told = JSON.stringify([await world.get(key), await world.events(namespace)]);
    expect(told).not.toContain(data["apiKey"]);
  });

  it("are left alone when nothing is to be done, however often it is looked: nothing at all is written", async () => {
    const namespace = await world.namespace("idle");
    const { context, principal, key } = declared(namespace, {}, { adminKeySecret: { name: "admin-key" } });
    const [cluster, loci] = [await startProxy(world.settings.kube), await startProxy({ server: world.url })];
    const through = { kube: { ...world.settings.kube, server: cluster.url }, lociUrl: loci.url, publicUrl: world.url };
    const operator = await world.operator({ ...through, namespaces: [namespace], pollMs: 200 });
    await world.apply(context, principal, key);
    await world.ready(context, principal, key);
    await until("the administrator's key is there", async () => (await world.apiKey(namespace, "admin-key")) !== undefined);
    const written = () => [cluster, loci].map(({ asked }) => asked.filter(({ method }) => method !== "GET").length);
    const looked = () =>
      Promise.all(["memorycontext", "memoryprincipal", "memorykey"].map((controller) => world.visited(operator, controller, 6)));
    let before = written();
    await until("all was said and written", async () => {
      const last = before;
      await looked();
      before = written();
      return isDeepStrictEqual(before, last);
    });
    const versions = await world.versions(namespace);
    await looked();
    expect([written(), await world.versions(namespace)]).toEqual([before, versions]);
    expect(versions).toHaveProperty("MemoryKey/brain-admin");
    await operator.stop();
    await Promise.all([cluster.close(), loci.close()]);
  });

  it("are brought back when somebody changes them in Loci", async () => {
    const namespace = await world.namespace("changed");
    const { context, principal, key } = declared(namespace, {}, { keyPolicy: { maxTTL: "24h" } });
    await world.operator({ namespaces: [namespace], pollMs: 200 });
    await world.apply(context, principal, key);
    await world.ready(key);
    await world.loci.contexts.update("changed.brain", { policy: { maxTokenTtlSeconds: 7 } });
    await world.loci.principals.grant("changed.brain", "helper", { path: "/", verbs: ["grant:manage"] });
    await until("both are as declared", async () => {
      const { policy } = await world.loci.contexts.get("changed.brain");
      const { grants } = await world.loci.principals.get("changed.brain", "helper");
      return policy.maxTokenTtlSeconds === 86_400 && !("grant:manage" in grants);
    });
    const [{ name, principalId } = { name: "", principalId: "" }] = await inForce("changed.brain");
    await world.loci.keys.revoke("changed.brain", principalId, name);
    await until("another key is in force", async () => world.opens(namespace, await world.apiKey(namespace, "helper-key")));
    expect(await warned(namespace, "KeyRevokedOutside")).toBe(true);
  });
});

describe("the Secret", () => {
  it("gets a new key when it is edited, or deleted", async () => {
    const namespace = await world.namespace("drift");
    const { context, principal, key } = declared(namespace);
    await world.operator();
    await world.apply(context, principal, key);
    await world.ready(key);
    const first = await world.apiKey(namespace, "helper-key");
    const edited = {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace, name: "helper-key" },
      stringData: { apiKey: "mine" },
    };
    await world.objects.patch(edited, undefined, undefined, undefined, undefined, "application/merge-patch+json");
    await until("the edit is undone", async () => world.opens(namespace, await world.apiKey(namespace, "helper-key")));
    const second = await world.apiKey(namespace, "helper-key");
    expect(second).not.toBe(first);
    expect(await warned(namespace, "SecretDrift")).toBe(true);
    await world.ready(key);

    await world.core.deleteNamespacedSecret({ namespace, name: "helper-key" });
    await until("the Secret is back", async () => world.opens(namespace, await world.apiKey(namespace, "helper-key")));
    expect([first, second]).not.toContain(await world.apiKey(namespace, "helper-key"));
    await until("the status tells the third", async () => (await world.get(key))?.status?.["revision"] === 3);
  });

  it("loses a label that its key says no more, and keeps those of others", async () => {
    const namespace = await world.namespace("labelled");
    const template = (labels: object) => ({ secretTemplate: { name: "helper-key", labels } });
    const { context, principal, key } = declared(namespace, template({ team: "a", tier: "b" }));
    await world.operator();
    await world.apply(context, principal, key);
    await world.ready(key);
    const labelled = { apiVersion: "v1", kind: "Secret", metadata: { namespace, name: "helper-key", labels: { theirs: "c" } } };
    await world.objects.patch(labelled, undefined, undefined, undefined, undefined, "application/merge-patch+json");
    await world.apply({ ...key, spec: { ...key.spec, ...template({ tier: "b" }) } });
    const labels = async () => (await world.secret(namespace, "helper-key"))?.metadata?.labels ?? {};
    await until("it is gone", async () => !("team" in (await labels())));
    expect(await labels()).toMatchObject({ tier: "b", theirs: "c" });
  });

  it("of somebody else is not touched", async () => {
    const namespace = await world.namespace("conflict");
    const { context, principal, key } = declared(namespace);
    await world.core.createNamespacedSecret({
      namespace,
      body: { metadata: { name: "helper-key" }, stringData: { apiKey: "theirs" } },
    });
    await world.operator({ namespaces: [namespace], pollMs: 500 });
    await world.apply(context, principal, key);
    await world.reasonIs(key, "SecretConflict");
    expect(await world.apiKey(namespace, "helper-key")).toBe("theirs");
    await world.core.deleteNamespacedSecret({ namespace, name: "helper-key" });
    await world.ready(key);
  });

  it("is rotated when it is asked for, while the old key goes on for a time", async () => {
    const namespace = await world.namespace("rotated");
    const { context, principal, key } = declared(namespace, { rotation: { overlap: "30s" } });
    await world.operator();
    await world.apply(context, principal, key);
    await world.ready(key);
    const old = await world.apiKey(namespace, "helper-key");
    await world.apply({ ...key, metadata: { ...key.metadata, annotations: { [annotations.rotate]: "now" } } });
    await until("there is a new key", async () => (await world.get(key))?.status?.["revision"] === 2);
    const fresh = await world.apiKey(namespace, "helper-key");
    expect(fresh).not.toBe(old);
    expect([await world.opens(namespace, old), await world.opens(namespace, fresh)]).toEqual([true, true]);
    expect((await world.get(key))?.status).toMatchObject({ previousKeyId: old?.split("_")[2], keyId: fresh?.split("_")[2] });
    await until("the old key stops", async () => !(await world.opens(namespace, old)));
    expect(await world.opens(namespace, fresh)).toBe(true);
    await until("the status forgets it", async () => (await world.get(key))?.status?.["previousKeyId"] === undefined);
  });

  it("keeps a key that works as long as Loci would register no other, and is rotated once it would", async () => {
    const namespace = await world.namespace("narrowed");
    const attenuate = [{ verb: "memory:write", region: "/" }];
    const { context, principal, key } = declared(namespace, { attenuate });
    // Longer than this test takes: whoever waits for it is woken.
    await world.operator({ pollMs: 600_000 });
    await world.apply(context, principal, key);
    await world.ready(key);
    const first = await world.apiKey(namespace, "helper-key");
    const grantsOf = (...held: readonly string[]) => held.map((verb) => ({ verb, region: "/" }));
    const holding = (...held: readonly string[]) => ({ ...principal, spec: { ...principal.spec, grants: grantsOf(...held) } });
    await world.apply(holding("memory:read"));
    await until("it holds less", async () => {
      const { grants } = await world.loci.principals.get("narrowed.brain", "helper");
      return !("memory:write" in grants);
    });
    const rotated = { ...key, metadata: { ...key.metadata, annotations: { [annotations.rotate]: "now" } } };
    await world.apply(rotated);
    await world.reasonIs(key, "GrantsTooWide");
    expect(await world.condition(key)).toMatchObject({ message: expect.stringContaining("memory:write") as unknown });
    expect(await world.apiKey(namespace, "helper-key")).toBe(first);
    expect(await world.opens(namespace, first)).toBe(true);
    expect((await world.get(key))?.status).toMatchObject({ revision: 1, keyId: first?.split("_")[2] });

    await world.apply(holding("memory:read", "memory:write"));
    await until("it is rotated", async () => (await world.get(key))?.status?.["revision"] === 2);
    await world.ready(key);
    expect(await world.opens(namespace, await world.apiKey(namespace, "helper-key"))).toBe(true);
    // The key's wish before the principal's, as one file may hold them.
    const more = ["memory:write", "memory:forget"];
    await world.apply({ ...rotated, spec: { ...rotated.spec, attenuate: grantsOf(...more) } });
    await world.reasonIs(key, "GrantsTooWide");
    await world.apply(holding(...more));
    await world.ready(key);
  });

  it("is rotated before its key ends", async () => {
    const namespace = await world.namespace("ageing");
    const { context, principal, key } = declared(namespace, { ttl: "1m", rotation: { rotateBefore: "55s", overlap: "1s" } });
    await world.operator();
    await world.apply(context, principal, key);
    await world.ready(key);
    const first = await world.apiKey(namespace, "helper-key");
    await until(
      "a second one takes its place",
      async () => ![first, undefined].includes(await world.apiKey(namespace, "helper-key")),
    );
    await until("and works", async () => world.opens(namespace, await world.apiKey(namespace, "helper-key")));
  });
});

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
