import { randomBytes } from "node:crypto";
import { LociError } from "@loci/kernel";
import { silentLogger } from "@loci/platform/telemetry";
import type { Database } from "@loci/ports/database";
import type { DurableRunner } from "@loci/ports/durable-runner";
import type { RunnerRig } from "@loci/ports/durable-runner/contract";
import { createPostgresQueue } from "../index.ts";

/** Quick enough for a test; a lease is longer than a busy machine stands still. */
export const timings = { pollMs: 100, leaseMs: 600_000, beatMs: 150, pauses: { firstMs: 4, longestMs: 20 } };
const shortLease = { ...timings, leaseMs: 600 };
export const rest = { random: randomBytes, logger: silentLogger(), timings };

/** The database as a process sees it until it dies. */
export function mortal(database: Database): { database: Database; die: () => void } {
  let alive = true;
  const whileAlive = <T>(work: () => Promise<T>): Promise<T> =>
    alive ? work() : Promise.reject(new LociError("unavailable", "This process is dead."));
  return {
    database: {
      ...database,
      acrossContexts: (work) => whileAlive(() => database.acrossContexts(work)),
      asOwner: (work) => whileAlive(() => database.asOwner(work)),
    },
    die: () => (alive = false),
  };
}

/** Runners of different processes on one database. */
export function rigOver(database: Database): RunnerRig {
  const deaths = new Map<DurableRunner, () => void>();
  return {
    async runner(doomed) {
      const life = mortal(database);
      const options = { ...rest, timings: doomed ? shortLease : timings };
      const runner = await createPostgresQueue({ database: life.database, exclusive: false, ...options });
      deaths.set(runner, life.die);
      return runner;
    },
    die: (runner) => deaths.get(runner)?.(),
    close: () => database.close(),
  };
}
