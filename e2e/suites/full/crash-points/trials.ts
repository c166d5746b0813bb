/** One trial for each point at which a process may die. */
import { setTimeout as sleep } from "node:timers/promises";
import { roleOf } from "@loci/e2e/parts/mortal";
import { roles, type Deployment } from "./deployment.ts";

/**
 * Does something that passes this point; from `arm` on the process dies there.
 * @returns undefined where it came to what it should, or else what it came to
 */
export type Trial = (arm: () => Promise<void>, point: string) => Promise<unknown>;

export interface Tried {
  /** What came of those that did not come to what they should. */
  readonly wrong: Readonly<Record<string, unknown>>;
  /** Points that were not come to again. */
  readonly unmet: readonly string[];
}

/** Tries one point after the other, and says how each went. LOCI_CRASH_POINTS=<text>: only those whose name holds it. */
export async function tryEach(loci: Deployment, points: readonly string[], trial: Trial): Promise<Tried> {
  const wrong: Record<string, unknown> = {};
  const unmet: string[] = [];
  const wanted = process.env["LOCI_CRASH_POINTS"] ?? "";
  for (const point of points.filter((one) => one.includes(wanted))) {
    const revival = reviveWhenDead(loci, point);
    let began = performance.now();
    try {
      const seen = await trial(async () => {
        began = performance.now();
        await loci.mortality.arm(point);
      }, point);
      if (seen !== undefined) wrong[point] = seen;
    } catch (error) {
      wrong[point] = String(error);
    }
    const met = await revival.end().catch((error: unknown) => {
      wrong[point] = String(error);
      return true;
    });
    if (!met) unmet.push(point);
    const verdict = point in wrong ? "WRONG" : met ? "ok" : "not met";
    process.stdout.write(`${verdict.padEnd(8)}${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${point}\n`);
    if (point in wrong) process.stdout.write(`${JSON.stringify(wrong[point])}\n`);
  }
  return { wrong, unmet };
}

/** Starts a server again as soon as it has died at its point; what is no server is run again by whoever ran it. */
function reviveWhenDead(loci: Deployment, point: string) {
  const over = new AbortController();
  const role = roles.find((one) => one === roleOf(point));
  const watch = async () => {
    for (; ; await sleep(50)) {
      if (loci.mortality.hasDied()) {
        if (role !== undefined) await loci.restart(role);
        return true;
      }
      if (over.signal.aborted) return false;
    }
  };
  const watching = watch();
  // It is looked at in the end.
  watching.catch(() => undefined);
  return {
    /** @returns whether it had died @throws Error where it could not be started again */
    async end(): Promise<boolean> {
      over.abort();
      try {
        return await watching;
      } finally {
        await loci.mortality.disarm();
      }
    },
  };
}
