import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { annotations } from "./api/names.ts";
import { gathered } from "./observe/context.ts";
import type { RunningOperator } from "./operator.ts";
import { declared } from "./testing/declared.ts";
import { resource, startWorld, until, type Resource, type World } from "./testing/world.ts";

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.stop());

let running: RunningOperator[] = [];
afterEach(async () => {
  await Promise.all(running.map((operator) => operator.stop()));
  running = [];
});
const operate = async (...given: Parameters<World["operator"]>): Promise<RunningOperator> => {
  const operator = await world.operator(...given);
  running.push(operator);
  return operator;
};

const isReady = async (wanted: Resource) => (await world.condition(wanted))?.status === "True";
const keyReady = (key: Resource) => until("the key is ready", () => isReady(key));
const reasonIs = (wanted: Resource, reason: string) =>
  until(`${wanted.kind} says ${reason}`, async () => (await world.condition(wanted))?.reason === reason);
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
    await operate();
    const since = Date.now();
    await world.apply(key, principal, context);
    await keyReady(key);
    expect(Date.now() - since).toBeLessThan(50_000);
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

  it("are left alone when nothing is to be done, however often it is looked", async () => {
    const namespace = await world.namespace("idle");
    const { context, principal, key } = declared(namespace);
    await operate({ pollMs: 200 });
    await world.apply(context, principal, key);
    await keyReady(key);
    await until("all is quiet", async () => (await world.events(namespace)).length > 3);
    const pause = () => new Promise((resolve) => setTimeout(resolve, 2_000));
    let before = await world.versions(namespace);
    await until("nothing is left to do", async () => {
      const last = before;
      await pause();
      before = await world.versions(namespace);
      return isDeepStrictEqual(before, last);
    });
    const [keyBefore] = await inForce("idle.brain");
    await pause();
    expect(await world.versions(namespace)).toEqual(before);
    expect((await inForce("idle.brain")).map(({ id }) => id)).toEqual([keyBefore?.id]);
  });

  it("are brought back when somebody changes them in Loci", async () => {
    const namespace = await world.namespace("changed");
    const { context, principal, key } = declared(namespace, {}, { keyPolicy: { maxTTL: "24h" } });
    await operate({ pollMs: 200 });
    await world.apply(context, principal, key);
    await keyReady(key);
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
    await operate();
    await world.apply(context, principal, key);
    await keyReady(key);
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
    await keyReady(key);

    await world.core.deleteNamespacedSecret({ namespace, name: "helper-key" });
    await until("the Secret is back", async () => world.opens(namespace, await world.apiKey(namespace, "helper-key")));
    expect([first, second]).not.toContain(await world.apiKey(namespace, "helper-key"));
    await until("the status tells the third", async () => (await world.get(key))?.status?.["revision"] === 3);
  });

  it("of somebody else is not touched", async () => {
    const namespace = await world.namespace("conflict");
    const { context, principal, key } = declared(namespace);
    await world.core.createNamespacedSecret({
      namespace,
      body: { metadata: { name: "helper-key" }, stringData: { apiKey: "theirs" } },
    });
    await operate({ pollMs: 500 });
    await world.apply(context, principal, key);
    await reasonIs(key, "SecretConflict");
    expect(await world.apiKey(namespace, "helper-key")).toBe("theirs");
    await world.core.deleteNamespacedSecret({ namespace, name: "helper-key" });
    await keyReady(key);
  });

  it("is rotated when it is asked for, while the old key goes on for a time", async () => {
    const namespace = await world.namespace("rotated");
    const { context, principal, key } = declared(namespace, { rotation: { overlap: "3s" } });
    await operate();
    await world.apply(context, principal, key);
    await keyReady(key);
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

  it("is rotated before its key ends", async () => {
    const namespace = await world.namespace("ageing");
    const { context, principal, key } = declared(namespace, { ttl: "1m", rotation: { rotateBefore: "55s", overlap: "1s" } });
    await operate();
    await world.apply(context, principal, key);
    await keyReady(key);
    const first = await world.apiKey(namespace, "helper-key");
    await until(
      "a second one takes its place",
      async () => ![first, undefined].includes(await world.apiKey(namespace, "helper-key")),
    );
    await until("and works", async () => world.opens(namespace, await world.apiKey(namespace, "helper-key")));
  });
});

describe("a context", () => {
  it("that is there already is taken over only where nobody keeps it, and the resource asks", async () => {
    const namespace = await world.namespace("adopting");
    await world.loci.contexts.create({ id: "there-already" });
    const { context } = declared(namespace, {}, { contextId: "there-already" });
    await operate({ pollMs: 300 });
    await world.apply(context);
    await reasonIs(context, "ContextOwned");
    await world.apply({ ...context, spec: { ...context.spec, adopt: true } });
    await until("it is adopted", () => isReady(context));
    expect(await world.loci.contexts.get("there-already")).toMatchObject({
      displayName: "Brain",
      owner: expect.stringContaining("adopting"),
    });
    const rival = resource("MemoryContext", namespace, "rival", { contextId: "there-already", adopt: true });
    await world.apply(rival);
    await reasonIs(rival, "ContextOwned");
  });

  it("outlives its resource, and is found again by one of the same name", async () => {
    const namespace = await world.namespace("retained");
    const { context, principal, key } = declared(namespace);
    await operate();
    await world.apply(context, principal, key);
    await keyReady(key);
    const apiKey = (await world.apiKey(namespace, "helper-key")) ?? "";
    for (const one of [key, principal, context]) await world.remove(one);
    for (const one of [key, principal, context]) await until("it is gone", async () => (await world.get(one)) === undefined);
    expect(await world.loci.contexts.get("retained.brain")).toMatchObject({ id: "retained.brain" });
    expect(await world.opens(namespace, apiKey)).toBe(false);
    await expect(world.loci.principals.get("retained.brain", "helper")).rejects.toMatchObject({ code: "not_found" });
    await world.apply(context);
    await until("it is kept again", () => isReady(context));
  });

  it("goes with its resource where that is declared", async () => {
    const namespace = await world.namespace("deleted");
    const { context } = declared(namespace, {}, { deletionPolicy: "Delete" });
    await operate();
    await world.apply(context);
    await until("it is there", () => isReady(context));
    await world.remove(context);
    await until("the resource is gone", async () => (await world.get(context)) === undefined);
    await expect(world.loci.contexts.get("deleted.brain")).rejects.toMatchObject({ code: "not_found" });
  });

  it("tells what Loci finds wrong, and waits for a change", async () => {
    const namespace = await world.namespace("wrong");
    const stage = { name: "synthesis", provider: "openai", url: "not-a-url" };
    const { context } = declared(namespace, {}, { extraction: { stages: [stage] } });
    const operator = await operate();
    await world.apply(context);
    await reasonIs(context, "InvalidSpec");
    await until("it is counted", async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${operator.probesPort}/metrics`)).text();
      return metrics.includes('controller_runtime_terminal_reconcile_errors_total{controller="memorycontext"} 1');
    });
    await world.apply({ ...context, spec: { ...context.spec, extraction: { monthlyTokenBudget: 1_000 } } });
    await until("it is mended", () => isReady(context));
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
    await operate({ pollMs: 200 });
    await world.apply(context);
    await reasonIs(context, "CredentialsMissing");
    await world.core.createNamespacedSecret({
      namespace,
      body: { metadata: { name: "openai" }, stringData: { apiKey: "sk-1" } },
    });
    await until("it is there", () => isReady(context));
    const { config } = await world.loci.contexts.get("provided.brain");
    expect(config).toMatchObject({ stages: { synthesis: { provider: "openai", model: "m", api_key_set: true } } });
    expect(JSON.stringify(await world.get(context))).not.toContain("sk-1");
  });
});
