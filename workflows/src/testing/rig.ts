import { randomBytes } from "node:crypto";
import { openLine, startTemporal } from "@loci/e2e/parts/temporal";
import { silentLogger } from "@loci/platform/telemetry";
import type { DurableRunner } from "@loci/ports/durable-runner";
import type { RunnerRig } from "@loci/ports/durable-runner/contract";
import { createTemporalRunner } from "../index.ts";

/** Quick enough for a test, with room for a machine that is busy. */
const timings = { leaseMs: 1_200, beatMs: 250, pauses: { firstMs: 4, longestMs: 20 } };
export const rest = {
  namespace: "default",
  clock: Date.now,
  random: randomBytes,
  logger: silentLogger(),
  timings,
  identity: "loci",
};

/** Runners of different processes on one server, each behind a line of its own. */
export async function temporalRig(): Promise<RunnerRig> {
  const server = await startTemporal();
  const deaths = new Map<DurableRunner, () => void>();
  return {
    async runner() {
      const { address, cut } = await openLine(server.address);
      const runner = createTemporalRunner({ address, ...rest });
      deaths.set(runner, cut);
      return runner;
    },
    die: (runner) => deaths.get(runner)?.(),
    async close() {
      for (const cut of deaths.values()) cut();
      await server.stop();
    },
  };
}
