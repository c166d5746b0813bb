import { randomBytes } from "node:crypto";
import { openLine, startTemporal } from "@loci/e2e/parts/temporal";
import { silentLogger } from "@loci/platform/telemetry";
import type { DurableRunner } from "@loci/ports/durable-runner";
import type { RunnerRig } from "@loci/ports/durable-runner/contract";
import { createTemporalRunner } from "../index.ts";

/** Quick enough for a test; a lease, and what the server may take to answer hundreds at once, are longer than a busy machine stands still. */
const timings = { leaseMs: 30_000, beatMs: 250, noteMs: 0, answerMs: 60_000, pauses: { firstMs: 4, longestMs: 20 } };
const shortLease = { ...timings, leaseMs: 5_000 };
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
    async runner(doomed) {
      const { address, cut } = await openLine(server.address);
      const runner = createTemporalRunner({ address, ...rest, timings: doomed ? shortLease : timings });
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
