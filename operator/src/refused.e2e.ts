/** What resources say that is not to be done, what the cluster refuses to do, and what others have left in them. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { customResourceDefinition, type KindDescription } from "./api/crd.ts";
import { memoryBackup } from "./api/memory-backup.ts";
import { memoryContext } from "./api/memory-context.ts";
import { memoryKey } from "./api/memory-key.ts";
import { memoryRestore } from "./api/memory-restore.ts";
import { annotations, fieldManager, finalizer } from "./api/names.ts";
import { declared } from "./testing/declared.ts";
import { startProxy } from "./testing/proxy.ts";
import { resource, startWorld, until, type Resource, type World } from "./testing/world.ts";

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.stop());
afterEach(() => world.stopOperators());

const elsewhere = "../../kube-system/secrets/theirs";
const store = (name: string) => ({ endpoint: "http://127.0.0.1:9", bucket: "backups", credentialsSecretRef: { name } });
/** Resources of every kind that name a Secret, by the field that does. */
const naming = (namespace: string, name: string): Readonly<Record<string, Resource>> => {
  const stage = { name: "synthesis", provider: "openai", credentialsSecretRef: { name } };
  const contextRef = { name: "brain" };
  const manifest = "s3://backups/team/nightly_u/20250102t030000z/manifest.json";
  return {
    "spec.extraction.stages[synthesis].credentialsSecretRef.name": resource("MemoryContext", namespace, "staged", {
      extraction: { stages: [stage] },
    }),
    "spec.adminKeySecret.name": resource("MemoryContext", namespace, "administered", { adminKeySecret: { name } }),
    "spec.secretTemplate.name": resource("MemoryKey", namespace, "out", {
      ...{ principalRef: { name: "helper" }, secretTemplate: { name } },
    }),
    "spec.store.credentialsSecretRef.name": resource("MemoryBackup", namespace, "once", { contextRef, store: store(name) }),
    "spec.source.location.credentialsSecretRef.name": resource("MemoryRestore", namespace, "back", {
      ...{ contextRef, source: { location: { manifest, credentialsSecretRef: { name } } } },
    }),
  };
};

/** As definitions were before they said what a Secret can be called: what was stored then is there still. */
async function withOlderDefinitions(act: () => Promise<void>): Promise<void> {
  const kinds = [memoryContext, memoryKey, memoryBackup, memoryRestore];
  const define = (kind: KindDescription, body: unknown) => {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${kind.plural}.memory.loci.dev`;
    return world.plain.request({ method: "PATCH", path, body, contentType: "application/merge-patch+json" });
  };
  const older = (key: string, value: unknown) =>
    key === "pattern" && typeof value === "string" && value.startsWith("^[a-z0-9]([-a-z0-9]*") ? undefined : value;
  for (const kind of kinds) await define(kind, JSON.parse(JSON.stringify(customResourceDefinition(kind), older)));
  await until("the older definitions are in force", () =>
    act().then(
      () => true,
      () => false,
    ),
  );
  for (const kind of kinds) await define(kind, customResourceDefinition(kind));
}

describe("the name of a Secret that leads to another namespace", () => {
  it("is refused by the definitions, with the field", async () => {
    const namespace = await world.namespace("led-astray");
    for (const one of Object.values(naming(namespace, elsewhere)))
      await expect(world.apply(one)).rejects.toThrow(/(credentialsSecretRef|adminKeySecret|secretTemplate)\.name: Invalid value/);
  });

  it("is asked for by nobody where such a resource is stored already; its condition names the field, and it can be deleted", async () => {
    const namespace = await world.namespace("stored-before");
    const { context, principal } = declared(namespace);
    const secret = { metadata: { name: "theirs" }, stringData: { apiKey: "k", accessKey: "a", secretKey: "s" } };
    await world.core.createNamespacedSecret({ namespace: "kube-system", body: secret });
    const all = naming(namespace, elsewhere);
    await withOlderDefinitions(() => world.apply(...Object.values(all)));
    const proxy = await startProxy(world.settings.kube);
    await world.operator({ kube: { ...world.settings.kube, server: proxy.url }, namespaces: [namespace], pollMs: 300 });
    await world.apply(context, principal);
    await world.ready(context, principal);
    for (const [field, one] of Object.entries(all)) {
      await world.reasonIs(one, "InvalidSecretName");
      expect((await world.condition(one))?.message).toBe(`${field} is '${elsewhere}', which no Secret can be called.`);
    }
    for (const one of Object.values(all)) await world.remove(one);
    for (const one of Object.values(all)) await until("it is gone", async () => (await world.get(one)) === undefined);
    expect(proxy.asked.filter(({ url }) => url.includes("kube-system") || url.includes("theirs"))).toEqual([]);
    await proxy.close();
  });
});

describe("what the cluster refuses", () => {
  it("shows in the resource, and passes once it may be done", async () => {
    const namespace = await world.namespace("full");
    const { context, principal, key } = declared(namespace);
    const quota = { metadata: { name: "no-secrets" }, spec: { hard: { secrets: "0" } } };
    await world.core.createNamespacedResourceQuota({ namespace, body: quota });
    await world.operator({ logLevel: "error" });
    await world.apply(context, principal, key);
    await world.reasonIs(key, "ClusterRefuses");
    expect((await world.condition(key))?.message).toMatch(/^Kubernetes refuses it: .*no-secrets/);
    await world.core.deleteNamespacedResourceQuota({ namespace, name: "no-secrets" });
    await world.ready(key);
  });

  it("of a Secret that was made immutable does not hide behind a key that is ready", async () => {
    const namespace = await world.namespace("immutable");
    const { context, principal, key } = declared(namespace);
    await world.operator({ logLevel: "error" });
    await world.apply(context, principal, key);
    await world.ready(key);
    const sealed = { apiVersion: "v1", kind: "Secret", metadata: { namespace, name: "helper-key" }, immutable: true };
    await world.objects.patch(sealed, undefined, undefined, undefined, undefined, "application/merge-patch+json");
    await world.apply({ ...key, metadata: { ...key.metadata, annotations: { [annotations.rotate]: "now" } } });
    await world.reasonIs(key, "ClusterRefuses");
    expect(await world.condition(key)).toMatchObject({ status: "False", message: expect.stringContaining("immutable") });
    expect(await world.opens(namespace, await world.apiKey(namespace, "helper-key"))).toBe(true);
    await world.core.deleteNamespacedSecret({ namespace, name: "helper-key" });
    await world.ready(key);
    expect(await world.opens(namespace, await world.apiKey(namespace, "helper-key"))).toBe(true);
  });

  it("of a Secret's marks is refused by the definition already", async () => {
    const namespace = await world.namespace("marked");
    const { key } = declared(namespace);
    const marked = (marks: object) =>
      world.apply({ ...key, spec: { ...key.spec, secretTemplate: { name: "helper-key", ...marks } } });
    await expect(marked({ labels: { team: "data science" } })).rejects.toThrow("secretTemplate.labels.team");
    await expect(marked({ labels: { "my team": "a" } })).rejects.toThrow("labels have names as Kubernetes takes them");
    await expect(marked({ annotations: { "a/b/c": "a" } })).rejects.toThrow("annotations have names as Kubernetes takes them");
    const fine = { "example.com/team": "data-science_1.0", tier: "" };
    await marked({ labels: fine, annotations: { ...fine, note: "Any text." } });
  });
});

describe("a finalizer that came with the resource, from a file", () => {
  const owned = (one: Resource): Resource => ({ ...one, metadata: { ...one.metadata, finalizers: [finalizer] } });

  it("holds nothing up: the resources go when they are deleted", async () => {
    const namespace = await world.namespace("brought-back");
    const { context, principal, key } = declared(namespace, {}, { deletionPolicy: "Delete" });
    const backup = resource("MemoryBackup", namespace, "once", { contextRef: { name: "brain" }, store: store("store-keys") });
    const all = [key, principal, backup, context];
    await world.operator();
    await world.apply(...all.map(owned));
    await world.ready(context, principal, key);
    for (const one of all) {
      await world.remove(one);
      await until(`the ${one.kind} is gone`, async () => (await world.get(one)) === undefined);
    }
  });

  it("goes from a context that is to be kept, and leaves those of others", async () => {
    const namespace = await world.namespace("kept");
    const { context } = declared(namespace, {}, { deletionPolicy: "Delete" });
    const theirs = "example.com/theirs";
    const both = { ...context, metadata: { ...context.metadata, finalizers: [theirs, finalizer] } };
    await world.operator();
    await world.apply(both);
    await world.ready(context);
    await world.apply({ ...both, spec: { ...context.spec, deletionPolicy: "Retain" } });
    await until("its own is gone", async () => (await world.get(context))?.metadata.finalizers?.join() === theirs);
    await world.ready(context);
  });
});

it("events are found by the component that reports them", async () => {
  const namespace = await world.namespace("reported");
  const { context } = declared(namespace);
  await world.operator();
  await world.apply(context);
  await world.ready(context);
  const found = async () =>
    (await world.core.listNamespacedEvent({ namespace, fieldSelector: `reportingComponent=${fieldManager}` })).items;
  await until("they are told", async () => (await found()).length >= 2);
  expect((await found())[0]).toMatchObject({ source: { component: fieldManager }, reportingInstance: "one" });
});
