/** What must be so after every fault: one key in force, in the Secret, and the same resources as without the fault. */
import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { annotations, fieldManager } from "./api/names.ts";
import { gathered } from "./observe/context.ts";
import type { RunningOperator } from "./operator.ts";
import { declared } from "./testing/declared.ts";
import { startWorld, until, type Resource, type World } from "./testing/world.ts";

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.stop());

const isReady = async (wanted: Resource) => (await world.condition(wanted))?.status === "True";
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
const settled = (...wanted: Resource[]) =>
  until("all is ready", async () => (await Promise.all(wanted.map(isReady))).every(Boolean));

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
    await dyingAfter(step, [context, principal, key]);
    const next = await world.operator();
    await settled(context, principal, key);
    await expectOneKey(namespace);
    expect((await world.get(key))?.status?.["revision"]).toBe(1);
    await next.stop();
  });

  it.each(["key.mint", "key.register", "key.revoke"])("in a rotation, after %s, leaves one key in the end", async (step) => {
    const namespace = await world.namespace(`rotates-${step.replace(".", "-")}`);
    const { context, principal, key } = declared(namespace, { rotation: { overlap: "0s" } });
    const first = await world.operator();
    await world.apply(context, principal, key);
    await settled(context, principal, key);
    await first.stop();
    const old = await world.apiKey(namespace, "helper-key");
    await dyingAfter(step, [{ ...key, metadata: { ...key.metadata, annotations: { [annotations.rotate]: "1" } } }]);
    const next = await world.operator();
    await until("the rotation is over", async () => (await world.get(key))?.status?.["revision"] === 2);
    await expectOneKey(namespace);
    expect(await world.opens(namespace, old)).toBe(false);
    await next.stop();
  });

  /** Runs an operator until it has taken this step, and ends it there. */
  async function dyingAfter(step: string, applied: readonly Resource[]): Promise<void> {
    const { promise: died, resolve } = Promise.withResolvers<undefined>();
    const checkpoint = (taken: string) => {
      if (taken !== step) return;
      resolve(undefined);
      throw new Error("died");
    };
    // Whatever else it begins after that step is as dead: it is not tried again within this test.
    const operator = await world.operator({ logLevel: "error" }, { checkpoint, backoff: { baseMs: 600_000, maxMs: 600_000 } });
    await world.apply(...applied);
    await died;
    await operator.stop();
  }
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
    await settled(context, principal, key);
    for (const turn of ["1", "2"]) {
      await world.apply({ ...key, metadata: { ...key.metadata, annotations: { [annotations.rotate]: turn } } });
      await until("it is rotated", async () => {
        const secret = await world.secret(namespace, "helper-key");
        return secret?.metadata?.annotations?.[annotations.rotate] === turn;
      });
      await settled(key);
    }
    await expectOneKey(namespace);
    await Promise.all(both.map((operator) => operator.stop()));
  });

  it("take turns: the second waits until the first goes, or falls silent", async () => {
    const leaseNamespace = await world.namespace("leases");
    const lease = { durationMs: 8_000, renewWithinMs: 6_000, retryMs: 200 };
    const start = (identity: string) => world.operator({ leaseNamespace, identity }, { lease });
    const leads = async ({ probesPort }: RunningOperator) => {
      const metrics = await (await fetch(`http://127.0.0.1:${probesPort}/metrics`)).text();
      return metrics.includes(`leader_election_master_status{name="${fieldManager}"} 1`);
    };
    const first = await start("first");
    await until("the first leads", () => leads(first));
    const second = await start("second");
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    expect(await leads(second)).toBe(false);
    await first.stop();
    await until("the second leads", () => leads(second));

    // Its lease is taken away, as if it had been silent for too long: it ends by itself.
    const path = `/apis/coordination.k8s.io/v1/namespaces/${leaseNamespace}/leases/${fieldManager}`;
    const spec = { holderIdentity: "third", renewTime: new Date().toISOString().replace("Z", "000Z"), leaseDurationSeconds: 60 };
    await world.plain.request({ method: "PATCH", path, body: { spec }, contentType: "application/merge-patch+json" });
    await expect(second.ended).resolves.toBe("lost");
  });
});

describe("an outage", () => {
  it("of the API server passes by itself", async () => {
    const namespace = await world.namespace("outage");
    const { context, principal, key } = declared(namespace);
    const operator = await world.operator({ logLevel: "error" });
    await world.apply(context);
    await settled(context);
    await world.plane.stopApiServer();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await world.plane.startApiServer();
    await world.apply(principal, key);
    await settled(principal, key);
    await expectOneKey(namespace);
    await operator.stop();
  });

  it("of Loci after it has done what was asked is made good", async () => {
    const namespace = await world.namespace("deaf");
    const { context, principal, key } = declared(namespace, { rotation: { overlap: "0s" } });
    const proxy = await forgetfulProxy(world.url);
    const operator = await world.operator({ lociUrl: proxy.url, publicUrl: world.url, logLevel: "error" });
    await world.apply(context, principal, key);
    await settled(context, principal, key);
    expect(proxy.forgotten()).toBeGreaterThanOrEqual(4);
    await expectOneKey(namespace);
    expect((await world.get(key))?.status?.["revision"]).toBe(1);

    await proxy.close();
    await world.remove(key);
    await until("the key says why it cannot go", async () => (await world.condition(key))?.reason === "LociUnreachable");
    await operator.stop();
    const next = await world.operator();
    await until("it goes when Loci is back", async () => (await world.get(key)) === undefined);
    expect(await inForce(namespace)).toEqual([]);
    await next.stop();
  });
});

/** Passes everything on; the first answer to each kind of write is lost on its way back. */
async function forgetfulProxy(target: string) {
  const seen = new Set<string>();
  const server = createServer((incoming, outgoing) => {
    const { method = "GET", url = "/", headers } = incoming;
    const onward = request(new URL(url, target), { method, headers }, (answer: IncomingMessage) => {
      const what = `${method} ${url.replace(/[0-9a-f-]{36}.*/, "")}`;
      if (method !== "GET" && !seen.has(what)) {
        seen.add(what);
        answer.resume();
        answer.once("end", () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forgotten: () => seen.size,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
