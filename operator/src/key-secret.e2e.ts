/** The Secret with a key: whose it is, what brings it back, and when it gets another key. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { annotations } from "./api/names.ts";
import { declared } from "./testing/declared.ts";
import { startWorld, until, type World } from "./testing/world.ts";

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.stop());

afterEach(() => world.stopOperators());

const warned = async (namespace: string, reason: string) =>
  (await world.events(namespace)).some((event) => event.reason === reason && event.type === "Warning");

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
