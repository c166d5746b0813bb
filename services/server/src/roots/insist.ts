/** Starting while something that the process needs is still away. */
import { setTimeout as pause } from "node:timers/promises";
import { LociError } from "@loci/kernel";
import { untilStopped } from "@loci/platform/lifecycle";
import type { Surroundings } from "./surroundings.ts";

export interface InsistOptions extends Pick<Surroundings, "logger" | "random" | "readiness"> {
  readonly firstPauseMs?: number;
  readonly longestPauseMs?: number;
  /** Is told each time that it did not succeed yet. */
  readonly onWaiting?: () => void;
  /** Resolves when the process is asked to stop. */
  readonly stopped?: Promise<unknown>;
}

/**
 * Does it again, with growing pauses, while what it needs is `unavailable`: readiness and the log say why. What it does must be safe to
 * repeat.
 * @returns false as soon as the process is asked to stop; what is under way then is left to whoever closes it
 * @throws LociError whatever waiting does not help with
 */
export async function insist(
  act: () => Promise<void>,
  { logger, random, readiness, onWaiting, firstPauseMs = 500, longestPauseMs = 15_000, stopped = untilStopped() }: InsistOptions,
): Promise<boolean> {
  const stop = stopped.then(() => "stopped" as const);
  for (let longest = firstPauseMs; ; longest = Math.min(2 * longest, longestPauseMs)) {
    const outcome = await Promise.race([
      stop,
      act().then(
        () => "done" as const,
        (thrown: unknown) => LociError.from(thrown),
      ),
    ]);
    if (!(outcome instanceof LociError)) return outcome === "done";
    if (outcome.code !== "unavailable" && outcome.code !== "deadline_exceeded") throw outcome;
    readiness.waits(outcome.message);
    onWaiting?.();
    logger.warn({ err: outcome }, "the background work cannot begin yet; trying again");
    // What was started together does not come back together.
    const chance = (random(1)[0] ?? 0) / 256;
    if (await stoppedWithin((longest * (1 + chance)) / 2, stop)) return false;
  }
}

async function stoppedWithin(ms: number, stop: Promise<unknown>): Promise<boolean> {
  const cut = new AbortController();
  const paused = pause(ms, false, { signal: cut.signal }).catch(() => true);
  const stopped = await Promise.race([paused, stop.then(() => true)]);
  // Nothing is left that would keep a process that ends.
  cut.abort();
  return stopped;
}
