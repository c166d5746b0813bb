/** What must be so after every fault: one key in force, in the Secret, and the same resources as without the fault. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { annotations, fieldManager } from "./api/names.ts";
import { gathered } from "./observe/context.ts";
import { declared } from "./testing/declared.ts";
import { startProxy } from "./testing/proxy.ts";
import { startWorld, until, type World } from "./testing/world.ts";

const hour = 3_600_000;
interface Lease {
  readonly spec: { readonly holderIdentity: string; readonly renewTime: string };
}

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.stop());
afterEach(() => world.stopOperators());

const inForce = async (namespace: string) => {
  const keys = await gathered(world.loci.keys.allOf(`${namespace}.brain`, "helper"));
  return keys.filter(({ state }) => state === "active");
};
/** The one key that is in force is the one in the Secret, and it works. */
const expectOneKey = async (namespace: string) => {
  const apiKey = await world.apiKey(namespace, "helper-key");
  await until("the key in the Secret works", async () => world.opens(namespace, await world.apiKey(namespace, "helper-key")));
  await until("it is the only one", async () => (await inForce(namespace)).length === 1);
  const [only] = await inForce(namespace);
  expect(only?.id).toBe(`key:${apiKey?.split("_")[2] ?? ""}`);
};

describe("an operator that dies", () => {
  const making = [
    "context.create",
    "context.registerScope",
    "principal.setFinalizer",
    "principal.recordPlace",
    "principal.create",
    "key.setFinalizer",
    "key.recordPlace",
    "key.claimSecret",
    "key.mint",
    "key.register",
  ];
  it.each(making)("after %s leaves nothing that the next one does not finish", async (step) => {
    const namespace = await world.namespace(`dies-${step.replace(".", "-").toLowerCase()}`);
    const { context, principal, key } = declared(namespace, { rotation: { overlap: "0s" } });
    await world.dyingAfter(step, [context, principal, key]);
    await world.operator();
    await world.ready(context, principal, key);
    await expectOneKey(namespace);
    expect((await world.get(key))?.status?.["revision"]).toBe(1);
  });

  it.each(["key.mint", "key.register", "key.revoke"])("in a rotation, after %s, leaves one key in the end", async (step) => {
    const namespace = await world.namespace(`rotates-${step.replace(".", "-")}`);
    const { context, principal, key } = declared(namespace, { rotation: { overlap: "0s" } });
    const first = await world.operator();
    await world.apply(context, principal, key);
    await world.ready(context, principal, key);
    await first.stop();
    const old = await world.apiKey(namespace, "helper-key");
    await world.dyingAfter(step, [{ ...key, metadata: { ...key.metadata, annotations: { [annotations.rotate]: "1" } } }]);
    await world.operator();
    await until("the rotation is over", async () => (await world.get(key))?.status?.["revision"] === 2);
    await expectOneKey(namespace);
    expect(await world.opens(namespace, old)).toBe(false);
  });
});

describe("two operators", () => {
  it("without an election end with one key all the same", async () => {
    const namespace = await world.namespace("rivals");
    const { context, principal, key } = declared(namespace, { rotation: { overlap: "0s" } });
    const both = [
      await world.operator({ logLevel: "error", pollMs: 300 }),
      await world.operator({ logLevel: "error", pollMs: 300 }),
    ];
    await world.apply(context, principal, key);
    await world.ready(context, principal, key);
    for (const turn of ["1", "2"]) {
      await world.apply({ ...key, metadata: { ...key.metadata, annotations: { [annotations.rotate]: turn } } });
      await until("it is rotated", async () => {
        const secret = await world.secret(namespace, "helper-key");
        return secret?.metadata?.annotations?.[annotations.rotate] === turn;
      });
      await world.ready(key);
    }
    await expectOneKey(namespace);
    await Promise.all(both.map((operator) => operator.stop()));
  });

  it("take turns, though their clocks are two hours apart: the second waits until the first goes", async () => {
    const namespace = await world.namespace("leases");
    const { context, principal, key } = declared(namespace, { rotation: { overlap: "0s" } });
    const lease = { durationMs: 30_000, renewWithinMs: 20_000, retryMs: 200 };
    const start = (identity: string, skewMs: number) =>
      world.operator({ leaseNamespace: namespace, identity }, { lease, clock: () => Date.now() + skewMs });
    const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${fieldManager}`;
    const held = async () => (await world.plain.request<Lease>({ method: "GET", path })).spec;

    const first = await start("first", hour);
    await until("the first leads", () => world.leads(first));
    const second = await start("second", -hour);
    await world.apply(context, principal, key);
    await world.ready(context, principal, key);
    const apiKey = await world.apiKey(namespace, "helper-key");
    const renewals = new Set<string>();
    await until("the first has renewed it often", async () => renewals.add((await held()).renewTime).size > 8);
    expect([await world.leads(second), (await held()).holderIdentity]).toEqual([false, "first"]);
    await first.stop();
    await until("the second leads", () => world.leads(second));
    // What the first made an hour ahead is neither too young nor too old for it.
    await world.visited(second, "memorykey", 1);
    await world.ready(context, principal, key);
    expect(await world.apiKey(namespace, "helper-key")).toBe(apiKey);

    // Its lease is taken away, as if it had been silent for too long: it ends by itself.
    const spec = { holderIdentity: "third", renewTime: new Date().toISOString().replace("Z", "000Z"), leaseDurationSeconds: 60 };
    await world.plain.request({ method: "PATCH", path, body: { spec }, contentType: "application/merge-patch+json" });
    await expect(second.ended).resolves.toBe("lost");
  });

  it("of two releases in one namespace need not wait for each other: each looks after a namespace of its own", async () => {
    const shared = await world.namespace("releases");
    for (const lease of ["loci-operator", "second-loci-operator"]) {
      const namespace = await world.namespace(`of-${lease}`);
      const { context } = declared(namespace);
      const operator = await world.operator({ leaseNamespace: shared, leaseName: lease, namespaces: [namespace] });
      await until(`${lease} leads`, () => world.leads(operator, lease));
      await world.apply(context);
      await world.ready(context);
    }
  });

  it("may both be in the middle of it: one that was cut off comes too late with what it had begun", async () => {
    const namespace = await world.namespace("cut-off");
    const { context, principal, key } = declared(namespace, { rotation: { overlap: "0s" } });
    // The second waits for less than it would have to, so that both are at it for a while.
    const lease = (renewWithinMs: number) => ({ lease: { durationMs: 3_000, renewWithinMs, retryMs: 200 } });
    const { promise: isOver, resolve: letGo } = Promise.withResolvers<undefined>();
    const { promise: isHeld, resolve: seenHeld } = Promise.withResolvers<undefined>();
    let isCutOff = false;
    // Its first write of the Secret is held up, and from then on nothing else of it gets through.
    const proxy = await startProxy(world.settings.kube, ({ method, url }) => {
      if (isCutOff) return { is: "refused", status: 503 };
      if (method !== "PATCH" || !url.includes("/secrets/")) return undefined;
      isCutOff = true;
      seenHeld(undefined);
      return { is: "held", until: isOver };
    });
    const kube = { ...world.settings.kube, server: proxy.url };
    const first = await world.operator({ kube, leaseNamespace: namespace, identity: "first", logLevel: "error" }, lease(10_000));
    await world.apply(context, principal, key);
    await isHeld;
    const second = await world.operator({ leaseNamespace: namespace, identity: "second" }, lease(120_000));
    await until("the second leads", () => world.leads(second));
    await world.ready(context, principal, key);
    const apiKey = await world.apiKey(namespace, "helper-key");
    letGo(undefined);
    expect(await first.ended).toBe("lost");
    expect(await world.apiKey(namespace, "helper-key")).toBe(apiKey);
    await expectOneKey(namespace);
    await proxy.close();
  });
});

describe("a leader whose API server does not answer any more, but Loci does", () => {
  it("has stopped when another begins, and does not bring back what was declared before", async () => {
    const namespace = await world.namespace("hung");
    const { context } = declared(namespace);
    const { promise: isOver, resolve: letGo } = Promise.withResolvers<undefined>();
    let isHung = false;
    let held = 0;
    const kube = await startProxy(world.settings.kube, () => (isHung ? { is: "swallowed" } : undefined));
    const loci = await startProxy({ server: world.url }, () => {
      if (!isHung) return undefined;
      held++;
      return { is: "held", until: isOver };
    });
    const first = await world.operator(
      {
        ...{ kube: { ...world.settings.kube, server: kube.url }, lociUrl: loci.url, publicUrl: world.url, logLevel: "error" },
        ...{ leaseNamespace: namespace, identity: "first", namespaces: [namespace], pollMs: 300 },
      },
      { lease: { durationMs: 3_000, renewWithinMs: 1_500, retryMs: 100 } },
    );
    await world.apply(context);
    await world.ready(context);
    // It is in the middle of a visit, with the wish that it knows, when everything falls silent.
    isHung = true;
    await until("a visit is under way", async () => held > 0);
    const lease = { durationMs: 3_000, renewWithinMs: 120_000, retryMs: 100 };
    const second = await world.operator({ leaseNamespace: namespace, identity: "second", namespaces: [namespace] }, { lease });
    await world.apply({ ...context, spec: { ...context.spec, displayName: "Another" } });
    const nameIs = async (name: string) => (await world.loci.contexts.get("hung.brain")).displayName === name;
    await until("the second brought the new wish to Loci", () => nameIs("Another"));
    letGo(undefined);
    expect(await first.ended).toBe("lost");
    expect(loci.asked.filter(({ method, url }) => method !== "GET" && url.endsWith("/hung.brain"))).toEqual([]);
    expect(await nameIs("Another")).toBe(true);
    await second.stop();
    await Promise.all([kube.close(), loci.close()]);
  });
});

describe("a principal", () => {
  it("may be narrowed while its key is registered: the key waits until it holds enough again", async () => {
    const namespace = await world.namespace("narrowing");
    const grantsOf = (...held: readonly string[]) => held.map((verb) => ({ verb, region: "/" }));
    const { context, principal, key } = declared(namespace, { attenuate: grantsOf("memory:write") });
    const { promise: isNarrow, resolve: narrowed } = Promise.withResolvers<undefined>();
    let held = 0;
    const loci = await startProxy({ server: world.url }, ({ method, url }) => {
      if (method !== "PUT" || !url.includes("/keys/")) return undefined;
      held++;
      return { is: "held", until: isNarrow };
    });
    const operator = await world.operator({ lociUrl: loci.url, publicUrl: world.url, pollMs: 600_000 });
    await world.apply(context, principal, key);
    await until("the key is about to be registered", async () => held > 0);
    const holding = (...held: readonly string[]) => ({ ...principal, spec: { ...principal.spec, grants: grantsOf(...held) } });
    await world.apply(holding("memory:read"));
    const grants = async () => (await world.loci.principals.get("narrowing.brain", "helper")).grants;
    await until("it holds less", async () => !("memory:write" in (await grants())));
    narrowed(undefined);
    await world.reasonIs(key, "GrantsTooWide");
    await world.apply(holding("memory:read", "memory:write"));
    await world.ready(key);
    expect(await world.metricsOf(operator)).toContain(
      'controller_runtime_terminal_reconcile_errors_total{controller="memorykey"} 0',
    );
    await loci.close();
  });
});

describe("an outage", () => {
  it("of the API server passes by itself", async () => {
    const namespace = await world.namespace("outage");
    const { context, principal, key } = declared(namespace);
    const operator = await world.operator({ logLevel: "error" });
    await world.apply(context);
    await world.ready(context);
    await world.plane.stopApiServer();
    await world.plane.startApiServer();
    await world.apply(principal, key);
    await world.ready(principal, key);
    await expectOneKey(namespace);
    await operator.stop();
  });

  it("of Loci after it has done what was asked is made good", async () => {
    const namespace = await world.namespace("deaf");
    const { context, principal, key } = declared(namespace, { rotation: { overlap: "0s" } });
    // The first answer to each kind of write is lost on its way back.
    const forgotten = new Set<string>();
    const proxy = await startProxy({ server: world.url }, ({ method, url }) => {
      const what = `${method} ${url.replace(/[0-9a-f-]{36}.*/, "")}`;
      if (method === "GET" || forgotten.has(what)) return undefined;
      forgotten.add(what);
      return { is: "lost" };
    });
    const operator = await world.operator({ lociUrl: proxy.url, publicUrl: world.url, logLevel: "error" });
    await world.apply(context, principal, key);
    await world.ready(context, principal, key);
    expect(forgotten.size).toBeGreaterThanOrEqual(4);
    await expectOneKey(namespace);
    expect((await world.get(key))?.status?.["revision"]).toBe(1);

    await proxy.close();
    await world.remove(key);
    await until("the key says why it cannot go", async () => (await world.condition(key))?.reason === "LociUnreachable");
    await operator.stop();
    await world.operator();
    await until("it goes when Loci is back", async () => (await world.get(key)) === undefined);
    expect(await inForce(namespace)).toEqual([]);
  });

  it("of Loci takes nothing from a principal, nor its key, and lets none go that Loci still has", async () => {
    const namespace = await world.namespace("away");
    const { context, principal, key } = declared(namespace);
    let isAway = false;
    const proxy = await startProxy({ server: world.url }, () => (isAway ? { is: "refused", status: 503 } : undefined));
    const through = { lociUrl: proxy.url, publicUrl: world.url, logLevel: "error" as const };
    await world.operator({ ...through, namespaces: [namespace], pollMs: 300 });
    await world.apply(context, principal, key);
    await world.ready(context, principal, key);
    isAway = true;
    await world.reasonIs(principal, "LociUnreachable");
    await world.reasonIs(key, "LociUnreachable");
    const place = { contextId: "away.brain", principalId: "helper" };
    expect((await world.get(principal))?.status).toMatchObject(place);
    expect(await world.condition(principal, "Registered")).toMatchObject({ status: "True" });

    await world.remove(principal);
    await world.reasonIs(principal, "LociUnreachable", "Deleting");
    expect(await world.loci.principals.get("away.brain", "helper")).toMatchObject({ id: "helper" });
    isAway = false;
    await until("it goes when Loci is back", async () => (await world.get(principal)) === undefined);
    await expect(world.loci.principals.get("away.brain", "helper")).rejects.toMatchObject({ code: "not_found" });
    await proxy.close();
  });

  it("lets nothing go on the word of a server that is no management plane", async () => {
    const namespace = await world.namespace("misled");
    const { context, principal, key } = declared(namespace, {}, { deletionPolicy: "Delete" });
    const right = await world.operator();
    await world.apply(context, principal, key);
    await world.ready(context, principal, key);
    const apiKey = await world.apiKey(namespace, "helper-key");
    await right.stop();
    const misled = await world.operator({ lociUrl: `${world.url}/elsewhere`, publicUrl: world.url, logLevel: "error" });
    const all = [key, principal, context];
    for (const one of all) await world.remove(one);
    for (const one of all) await world.reasonIs(one, "LociUnreachable");
    expect((await world.condition(key))?.message).toContain("no management plane");
    expect(await world.opens(namespace, apiKey)).toBe(true);
    await misled.stop();
    await world.operator();
    for (const one of all) await until(`the ${one.kind} is gone`, async () => (await world.get(one)) === undefined);
    expect(await world.opens(namespace, apiKey)).toBe(false);
  });
});
