import { LociError, type ErrorCode } from "@loci/kernel";
import type { Pipeline, Progress, Stage, StageEnd, StageFailure } from "./port.ts";

/** What becomes of work when its stage, or the report of its failure, has ended. */
export type Settlement =
  /** The same stage again, from there. */
  | { readonly kind: "step"; readonly progress: Progress }
  | { readonly kind: "advance"; readonly stage: string }
  | { readonly kind: "done" }
  | { readonly kind: "retry"; readonly pauseMs: number }
  | { readonly kind: "fail"; readonly failure: StageFailure }
  | { readonly kind: "failed" };

export interface Pauses {
  /** The longest pause after the first attempt; doubled with each further one. */
  readonly firstMs: number;
  readonly longestMs: number;
}

/** See Stage.run in the port. */
const permanent: ReadonlySet<ErrorCode> = new Set(["invalid", "not_found", "too_large", "unsupported_media_type", "conflict"]);

/** A stage's error for the log. One that refuses what was sent may quote it ("Documents of the media type … are not read"): its code alone. */
export function loggedError(thrown: unknown): { readonly err: unknown } | { readonly code: ErrorCode } {
  const { code } = LociError.from(thrown);
  return permanent.has(code) ? { code } : { err: thrown };
}

/** @param returned how far the stage came, where there is more to do in it */
export function afterStage(pipeline: Pipeline, stage: Stage, returned?: StageEnd): Settlement {
  if (returned) return { kind: "step", progress: { at: returned.at, counts: returned.counts } };
  const next = pipeline.stages[pipeline.stages.indexOf(stage) + 1];
  return next === undefined ? { kind: "done" } : { kind: "advance", stage: next.name };
}

/**
 * What would have to wait longer than the longest pause (a budget that is used up until next month) fails now: so its user sees why, and
 * can have it taken up again as soon as that has changed.
 * @param chance from 0 to 1
 */
export function afterThrown(stage: Stage, attempt: number, error: LociError, pauses: Pauses, chance: number): Settlement {
  const waitsTooLong = askedMs(error) > pauses.longestMs;
  const allowed = error.code === "unavailable" ? attemptsAway(stage) : stage.maxAttempts;
  if (permanent.has(error.code) || attempt >= allowed || waitsTooLong) {
    return { kind: "fail", failure: { stage: stage.name, reason: error.message, attempts: attempt } };
  }
  return { kind: "retry", pauseMs: pauseMs(attempt, error, pauses, chance) };
}

/** How often a stage is begun at the most, whatever its attempts end with. */
export function mostAttempts(stage: Stage): number {
  return Math.max(stage.maxAttempts, attemptsAway(stage));
}

function attemptsAway({ maxAttempts, maxAttemptsAway = maxAttempts }: Stage): number {
  return maxAttemptsAway;
}

/** The report of a failure is never given up. */
export function afterReportThrown(attempt: number, error: LociError, pauses: Pauses, chance: number): Settlement {
  return { kind: "retry", pauseMs: pauseMs(attempt, error, pauses, chance) };
}

/**
 * Full jitter: any pause up to the doubled one, so that what failed together does not come back together; never before a provider
 * asked for it.
 */
function pauseMs(attempt: number, error: LociError, { firstMs, longestMs }: Pauses, chance: number): number {
  const longest = Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 30));
  return Math.max(Math.round(chance * longest), Math.min(askedMs(error), longestMs));
}

function askedMs({ retryAfterSeconds = 0 }: LociError): number {
  return retryAfterSeconds * 1_000;
}
