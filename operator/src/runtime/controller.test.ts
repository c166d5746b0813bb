import { describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/client";
import { backoffMs } from "./backoff.ts";
import { createController, type Reconcile } from "./controller.ts";
import { KubeError, TerminalError } from "./kube-error.ts";
import { createMetrics } from "./metrics.ts";

async function working(reconcile: Reconcile, act: (add: (key: string) => void) => Promise<void>): Promise<string> {
  const metrics = createMetrics();
  const controller = createController({
    ...{ name: "thing", reconcile, log: () => undefined, random: () => 0, backoff: { baseMs: 10, maxMs: 40 } },
    metrics: metrics.controller("thing"),
  });
  const abort = new AbortController();
  const running = controller.run(abort.signal);
  await act((key) => controller.queue.add(key));
  abort.abort();
  await running;
  return metrics.registry.metrics();
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 120_000; !holds(); await pause(2)) if (Date.now() > end) throw new Error("it did not happen");
}

describe("a controller", () => {
  it("works on a key one at a time, and on several keys at once", async () => {
    const held = Promise.withResolvers<undefined>();
    const begun: string[] = [];
    const now = new Set<string>();
    let twice = false;
    const reconcile: Reconcile = async (key) => {
      begun.push(key);
      twice ||= now.has(key);
      now.add(key);
      await held.promise;
      await pause(5);
      now.delete(key);
      return {};
    };
    await working(reconcile, async (add) => {
      for (let i = 0; i < 30; i++) add(`key-${i % 3}`);
      await until(() => now.size === 3);
      for (let i = 0; i < 30; i++) add(`key-${i % 3}`);
      await pause(20);
      expect(begun).toHaveLength(3);
      held.resolve(undefined);
      await until(() => begun.length === 6 && now.size === 0);
    });
    expect([begun.slice(3).sort(), twice]).toEqual([["key-0", "key-1", "key-2"], false]);
  });

  it("tries again after a failure, later each time, and counts it", async () => {
    const at: number[] = [];
    const text = await working(
      async () => {
        at.push(Date.now());
        if (at.length < 4) throw new Error("not yet");
        return {};
      },
      async (add) => {
        add("a");
        await until(() => at.length === 4);
      },
    );
    expect(at).toHaveLength(4);
    expect(text).toContain('controller_runtime_reconcile_errors_total{controller="thing"} 3');
    expect(text).toContain('workqueue_retries_total{name="thing",controller="thing"} 3');
    expect(text).toContain('controller_runtime_reconcile_total{controller="thing",result="success"} 1');
  });

  it.each<[string, Error]>([
    ["the API server", new KubeError(429, "TooManyRequests", "slow down", { retryAfterMs: 600_000 })],
    ["Loci", new LociError("rate_limited", "slow down", { retryAfterMs: 600_000 })],
  ])("waits as long as %s asks", async (_who, refusal) => {
    let tries = 0;
    await working(
      async () => {
        if (tries++ === 0) throw refusal;
        return {};
      },
      async (add) => {
        add("a");
        await until(() => tries === 1);
        await pause(100);
      },
    );
    expect(tries).toBe(1);
  });

  it("leaves a terminal error alone until the key comes again", async () => {
    let tries = 0;
    const text = await working(
      async () => {
        tries++;
        throw new TerminalError("never");
      },
      async (add) => {
        add("a");
        await until(() => tries === 1);
        await pause(100);
        expect(tries).toBe(1);
        add("a");
        await until(() => tries === 2);
      },
    );
    expect(tries).toBe(2);
    expect(text).toContain('controller_runtime_terminal_reconcile_errors_total{controller="thing"} 2');
  });

  it("looks again when it was asked to", async () => {
    let visits = 0;
    await working(
      async () => (visits++ < 3 ? { requeueAfterMs: 5 } : {}),
      async (add) => {
        add("a");
        await until(() => visits === 4);
        await pause(50);
      },
    );
    expect(visits).toBe(4);
  });
});

describe("a back-off", () => {
  it("doubles up to its limit, spread over the upper half", () => {
    const range = { baseMs: 100, maxMs: 1_000 };
    expect([0, 1, 2, 3, 4, 99].map((failures) => backoffMs(failures, range, 1))).toEqual([100, 200, 400, 800, 1_000, 1_000]);
    expect(backoffMs(1, range, 0)).toBe(100);
  });
});
