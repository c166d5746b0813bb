import { describe, expect, it } from "@jest/globals";
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

describe("a controller", () => {
  it("works on a key one at a time, and on several keys at once", async () => {
    let most = 0;
    const now = new Map<string, number>();
    const reconcile: Reconcile = async (key) => {
      now.set(key, (now.get(key) ?? 0) + 1);
      expect(now.get(key)).toBe(1);
      most = Math.max(most, [...now.values()].filter((count) => count > 0).length);
      await pause(5);
      now.set(key, 0);
      return {};
    };
    await working(reconcile, async (add) => {
      for (let i = 0; i < 30; i++) add(`key-${i % 3}`);
      await pause(40);
      for (let i = 0; i < 30; i++) add(`key-${i % 3}`);
      await pause(40);
    });
    expect(most).toBe(3);
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
        await pause(250);
      },
    );
    expect(at).toHaveLength(4);
    expect(text).toContain('controller_runtime_reconcile_errors_total{controller="thing"} 3');
    expect(text).toContain('workqueue_retries_total{name="thing",controller="thing"} 3');
    expect(text).toContain('controller_runtime_reconcile_total{controller="thing",result="success"} 1');
  });

  it("waits as long as the API server asks", async () => {
    let tries = 0;
    await working(
      async () => {
        if (tries++ === 0) throw new KubeError(429, "TooManyRequests", "slow down", { retryAfterMs: 10_000 });
        return {};
      },
      async (add) => {
        add("a");
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
        await pause(100);
        expect(tries).toBe(1);
        add("a");
        await pause(20);
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
        await pause(100);
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
