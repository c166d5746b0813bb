/** A real API server behind a proxy that plays what such servers, and the ways to them, do. After it all is made as without it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { declared } from "./testing/declared.ts";
import { startProxy, type Asked, type Fault, type Proxy } from "./testing/proxy.ts";
import { startWorld, until, type World } from "./testing/world.ts";

let world: World;
let proxy: Proxy;
let faultOf: (asked: Asked) => Fault | undefined;
beforeAll(async () => void (world = await startWorld()));
beforeEach(async () => {
  faultOf = () => undefined;
  proxy = await startProxy(world.settings.kube, (asked) => faultOf(asked));
});
afterEach(async () => {
  await world.stopOperators();
  await proxy.close();
});
afterAll(() => world.stop());

/** An operator that reaches the API server through the proxy only, with watches of a few seconds. */
const operate = (graceMs = 60_000) => {
  const kube = { ...world.settings.kube, server: proxy.url };
  return world.operator({ kube, logLevel: "error" }, { watches: { watchSeconds: { min: 2, max: 2 }, graceMs } });
};
const isWatch = ({ url }: Asked) => url.includes("watch=1");
const pathOf = ({ url }: Asked) => url.replace(/\?.*/, "");
const keysPath = "/apis/memory.loci.dev/v1alpha1/memorykeys";

/** A context is there; its principal and key are declared in the middle of what happens. */
async function prepared(name: string, graceMs?: number) {
  const all = declared(await world.namespace(name));
  await operate(graceMs);
  await world.apply(all.context);
  await world.ready(all.context);
  return all;
}

describe("a watch", () => {
  it("that is half open, its other end gone without a word, is given up and begun again", async () => {
    const { principal, key } = await prepared("half-open", 1_000);
    proxy.muteStreams();
    await world.apply(principal, key);
    await world.ready(principal, key);
  });

  it("that the server ends is begun where it was, and nothing is listed again", async () => {
    const { principal, key } = await prepared("ended");
    const of = (asks: (asked: Asked) => boolean) => proxy.asked.filter((asked) => pathOf(asked) === keysPath && asks(asked)).length;
    const before = of(isWatch);
    await until("it was begun three times", async () => of(isWatch) >= before + 3);
    await world.apply(principal, key);
    await world.ready(principal, key);
    expect(of((asked) => !isWatch(asked))).toBe(1);
  });

  it("of a past that the server has forgotten (410) ends in another list, which tells what happened meanwhile", async () => {
    const { principal, key } = await prepared("forgotten");
    // Deaf while it happens; then each watch asks, once, for what happened since the beginning of time.
    faultOf = (asked) => (isWatch(asked) ? { is: "refused", status: 503 } : undefined);
    proxy.cut();
    await world.apply(principal, key);
    const aged = new Set<string>();
    faultOf = (asked) => {
      if (!isWatch(asked) || aged.has(pathOf(asked))) return undefined;
      aged.add(pathOf(asked));
      return { is: "changed", url: asked.url.replace(/resourceVersion=\d+/, "resourceVersion=1") };
    };
    await world.ready(principal, key);
    const lists = () => proxy.asked.filter((asked) => pathOf(asked) === keysPath && !isWatch(asked)).length;
    await until("the keys were listed again", async () => lists() >= 2);
  });
});

describe("a server that is too busy (429)", () => {
  it("is asked again when it said, and not before", async () => {
    const all = declared(await world.namespace("busy"));
    const refused = new Map<string, number>();
    const what = (asked: Asked) => `${asked.method} ${pathOf(asked)}${isWatch(asked) ? " watch" : ""}`;
    faultOf = (asked) => {
      // An event that cannot be told is given up.
      if (refused.has(what(asked)) || pathOf(asked).includes("/events")) return undefined;
      refused.set(what(asked), proxy.asked.length - 1);
      const body = { kind: "Status", code: 429, reason: "TooManyRequests", message: "later" };
      return { is: "refused", status: 429, headers: { "retry-after": "1" }, body };
    };
    await operate();
    await world.apply(all.context, all.principal, all.key);
    await world.ready(all.context, all.principal, all.key);
    expect((await world.get(all.key))?.status?.["revision"]).toBe(1);
    expect(refused.size).toBeGreaterThan(15);
    for (const [one, at] of refused) {
      const [first, second] = proxy.asked.slice(at).filter((asked) => what(asked) === one);
      // Not everything that was refused is still wanted.
      if (first !== undefined && second !== undefined) expect([one, second.at - first.at >= 990]).toEqual([one, true]);
    }
  });
});
