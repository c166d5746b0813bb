import { describe, expect, it } from "@jest/globals";
import type { KubeClient, KubeRequest } from "./kube-client.ts";
import { KubeError } from "./kube-error.ts";
import { lead, type LeaseOptions } from "./lease.ts";

interface Lease {
  readonly metadata: { readonly resourceVersion?: string };
  readonly spec: { readonly holderIdentity: string };
}

/** One Lease, kept as the API server keeps it: a write that names an older version is refused. */
function leaseServer() {
  let lease: Lease | undefined;
  let version = 0;
  const cut = new Set<string>();
  const hung = new Set<string>();
  const asked = new Map<string, number>();
  const answer = ({ method, body }: KubeRequest): Lease => {
    if (method === "GET" && lease === undefined) throw new KubeError(404, "NotFound", "there is none");
    if (method === "POST" && lease !== undefined) throw new KubeError(409, "AlreadyExists", "there is one");
    if (method === "PUT" && (body as Lease).metadata.resourceVersion !== lease?.metadata.resourceVersion)
      throw new KubeError(409, "Conflict", "it is another one by now");
    const given = method === "GET" ? undefined : (body as Lease);
    if (given !== undefined) lease = { ...given, metadata: { ...given.metadata, resourceVersion: String(++version) } };
    if (lease === undefined) throw new Error("a Lease that was written is not there");
    return lease;
  };
  return {
    cut,
    hung,
    asked,
    holder: () => lease?.spec.holderIdentity,
    giveTo(holderIdentity: string) {
      lease = { ...lease, metadata: { resourceVersion: String(++version) }, spec: { ...lease?.spec, holderIdentity } };
    },
    clientOf: (who: string): KubeClient => ({
      async request<T>(wanted: KubeRequest): Promise<T> {
        if (wanted.method === "GET") asked.set(who, (asked.get(who) ?? 0) + 1);
        if (cut.has(who)) throw new KubeError(0, "Unreachable", "cut off");
        if (hung.has(who)) await silence(wanted.signal);
        return answer(wanted) as T;
      },
      watch: () => {
        throw new Error("nobody watches a Lease");
      },
      close: () => undefined,
    }),
  };
}

/** No answer comes: it ends only when who asked does not wait any longer. */
const silence = (signal: AbortSignal | undefined) =>
  new Promise<never>((_answer, reject) => {
    const late = () => reject(new KubeError(0, "Unreachable", "no answer in time"));
    signal?.addEventListener("abort", late, { once: true });
  });

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 120_000; !holds(); await new Promise((resolve) => setTimeout(resolve, 1)))
    if (Date.now() > end) throw new Error("it did not happen");
}

const hour = 3_600_000;

/** Replicas over one Lease. Time goes by for all alike, when the test says so; what time it is, each knows by itself. */
function replicas() {
  const server = leaseServer();
  const running = new Set<string>();
  let elapsed = 0;
  const start = (identity: string, skewMs = 0, more: Partial<LeaseOptions> = {}) => {
    const abort = new AbortController();
    const state = { isLeading: false };
    const options: LeaseOptions = {
      ...{ client: server.clientOf(identity), namespace: "a", name: "lease", identity, random: () => 0 },
      ...{ durationMs: 15_000, renewWithinMs: 10_000, retryMs: 1 },
      ...{ clock: () => Date.parse("2030-01-01T00:00:00Z") + elapsed + skewMs, elapsed: () => elapsed },
      ...more,
    };
    const work = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        state.isLeading = true;
        signal.addEventListener("abort", () => {
          state.isLeading = false;
          resolve();
        });
      });
    running.add(identity);
    const ended = lead(options, work, abort.signal).finally(() => running.delete(identity));
    return { state, ended, stop: () => abort.abort() };
  };
  /** A second goes by, and everybody who runs has looked at the Lease since. */
  const pass = async () => {
    elapsed += 1_000;
    const before = new Map(server.asked);
    // The second look begins after the first has had its effect.
    await until(() => [...running].every((who) => (server.asked.get(who) ?? 0) >= (before.get(who) ?? 0) + 2));
  };
  return { server, start, pass, elapsed: () => elapsed };
}

describe("leadership", () => {
  it.each([hour, -hour])("stays with who renews it, before a replica whose clock is %i ms off", async (skewMs) => {
    const { server, start, pass } = replicas();
    const first = start("first");
    await until(() => first.state.isLeading);
    const second = start("second", skewMs);
    for (let seconds = 0; seconds < 60; seconds++) {
      await pass();
      expect([server.holder(), second.state.isLeading]).toEqual(["first", false]);
    }
    first.stop();
    expect(await first.ended).toBe("stopped");
    // Given back: nobody waits until it has run out.
    await until(() => second.state.isLeading);
    second.stop();
    await second.ended;
  });

  it("passes on when who held it is cut off, and has stopped by then", async () => {
    const { server, start, pass, elapsed } = replicas();
    const first = start("first");
    await until(() => first.state.isLeading);
    const second = start("second", -hour);
    await pass();
    server.cut.add("first");
    const since = elapsed();
    while (!second.state.isLeading) {
      await pass();
      expect(first.state.isLeading && second.state.isLeading).toBe(false);
    }
    expect(await first.ended).toBe("lost");
    expect(elapsed() - since).toBeGreaterThan(15_000);
    expect(elapsed() - since).toBeLessThanOrEqual(18_000);
    second.stop();
    await second.ended;
  });

  it("is given up in time where the API server takes what is asked and never answers", async () => {
    const { server, start } = replicas();
    const times = { durationMs: 20_000, renewWithinMs: 400, retryMs: 20 };
    const first = start("first", 0, { ...times, elapsed: () => performance.now() });
    await until(() => first.state.isLeading);
    server.hung.add("first");
    const since = performance.now();
    expect(await first.ended).toBe("lost");
    expect(first.state.isLeading).toBe(false);
    expect(performance.now() - since).toBeLessThan(10_000);
  });

  it("is given up at once where another has it", async () => {
    const { server, start } = replicas();
    const first = start("first");
    await until(() => first.state.isLeading);
    server.giveTo("another");
    // No time goes by meanwhile.
    expect(await first.ended).toBe("lost");
    expect(server.holder()).toBe("another");
  });

  it("is one's alone of many that ask at the same time", async () => {
    const { start } = replicas();
    const all = Array.from({ length: 8 }, (_, i) => start(`replica-${i}`));
    await until(() => all.some(({ state }) => state.isLeading));
    expect(all.filter(({ state }) => state.isLeading)).toHaveLength(1);
    for (const one of all) one.stop();
    await Promise.all(all.map(({ ended }) => ended));
  });
});
