/** Workers whose namespace goes for longer than Temporal's core bears, and comes back. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startTemporal, type TestTemporal } from "@loci/e2e/parts/temporal";
import { silentLogger } from "@loci/platform/telemetry";
import { createTemporalRunner } from "./index.ts";
import { rest } from "./testing/rig.ts";

const namespace = "comes-and-goes";
const limitMs = 300_000;
let temporal: TestTemporal;

beforeAll(async () => {
  temporal = await startTemporal();
});
afterAll(() => temporal.stop());

describe("workers that the server has refused for a minute", () => {
  it(
    "have ended, and others take their place as soon as it lets them",
    async () => {
      await temporal.ask("operator", "namespace", "create", "--namespace", namespace);
      const logged: string[] = [];
      const note = (_about: unknown, message: string) => void logged.push(message);
      const logger = Object.assign(silentLogger(), { error: note, warn: note });
      const runner = createTemporalRunner({ ...rest, address: temporal.address, namespace, logger });
      const done: string[] = [];
      runner.register({
        ...{ name: "patient", concurrency: 1, onFailed: async () => undefined },
        stages: [{ name: "only", timeoutSeconds: 30, maxAttempts: 2, run: async ({ id }) => void done.push(id) }],
      });
      await until(() => runner.start());
      await until(() => runner.submit("patient", { contextId: "acme", id: "before" }));
      await until(async () => expect(done).toEqual(["before"]));

      await temporal.ask("operator", "namespace", "delete", "--namespace", namespace, "--yes");
      const ended = "a worker of the workflow service ended; another is made in its place";
      await until(async () => expect(logged.filter((message) => message === ended)).toHaveLength(2));
      await temporal.ask("operator", "namespace", "create", "--namespace", namespace);
      await until(() => runner.submit("patient", { contextId: "acme", id: "after" }));
      await until(async () => expect(done).toEqual(["before", "after"]));
      await runner.close(1_000);
    },
    2 * limitMs,
  );
});

/** A namespace is known everywhere some seconds after it was made. */
async function until(act: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + limitMs; ; await pause(250)) {
    try {
      await act();
      return;
    } catch (thrown) {
      if (Date.now() > end) throw thrown;
    }
  }
}
