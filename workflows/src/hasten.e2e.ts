import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { startTemporal, type TestTemporal } from "@loci/e2e/parts/temporal";
import { LociError } from "@loci/kernel";
import { createTemporalRunner } from "./index.ts";
import { rest } from "./testing/rig.ts";

const hour = 3_600;
let temporal: TestTemporal;
beforeAll(async () => void (temporal = await startTemporal()));
afterAll(() => temporal.stop());

it("tries again at once what waits an hour for its next attempt", async () => {
  const pauses = { firstMs: hour * 1_000, longestMs: hour * 1_000 };
  const runner = createTemporalRunner({ ...rest, address: temporal.address, timings: { ...rest.timings, pauses } });
  const attempts: number[] = [];
  let isAway = true;
  runner.register({
    ...{ name: "waits", concurrency: 1, onFailed: async () => {} },
    stages: [
      {
        ...{ name: "only", timeoutSeconds: 30, maxAttempts: 5 },
        run: async (_work, { attempt }) => {
          attempts.push(attempt);
          if (isAway) throw new LociError("unavailable", "The model does not answer.", { retryAfterSeconds: hour });
        },
      },
    ],
  });
  await runner.start();
  try {
    await runner.submit("waits", { contextId: "acme", id: "a" });
    while ((await runner.depth("waits")).queued !== 1 || attempts.length === 0) await pause(50);
    expect(await runner.hasten("waits", "globex")).toBe(0);
    isAway = false;
    expect(await runner.hasten("waits", "acme")).toBe(1);
    while (await runner.isActive("waits", { contextId: "acme", id: "a" })) await pause(50);
    expect(attempts).toEqual([1, 1]);
  } finally {
    await runner.close(0);
  }
});
