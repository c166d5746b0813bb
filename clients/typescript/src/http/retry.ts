import type { LociError } from "../error.ts";

/** How often a request is tried, and how long is waited in between. */
export interface RetryPolicy {
  /** All attempts together; 1 is no repetition. */
  readonly attempts: number;
  /** The longest wait before the first repetition; doubled for each further one. */
  readonly backoffMs: number;
}

const longestBackoffMs = 20_000;
/** A server that asks for more than this gets no second attempt: who called had better know at once. */
const longestPatienceMs = 60_000;
const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * How long to wait before the next attempt of a request that may be repeated; undefined where there shall be none.
 * @param attempt the number of the one that failed, from 1
 * @param random from 0 to 1: waits are spread over their whole range, so that many clients do not come back at once
 */
export function waitBeforeRetry(error: LociError, attempt: number, policy: RetryPolicy, random: number): number | undefined {
  if (attempt >= policy.attempts || !mayPass(error)) return undefined;
  const spread = random * Math.min(longestBackoffMs, policy.backoffMs * 2 ** (attempt - 1));
  if (error.retryAfterMs === undefined) return spread;
  if (error.retryAfterMs > longestPatienceMs) return undefined;
  return error.retryAfterMs + random * policy.backoffMs;
}

function mayPass({ code, status, retryAfterMs }: LociError): boolean {
  if (code === "unreachable" || (code === "timeout" && status === 0)) return true;
  // The twin of this write, from an earlier attempt, is still under way.
  if (code === "conflict") return retryAfterMs !== undefined;
  return passingStatuses.has(status);
}

/** What a Retry-After header (RFC 9110) asks for: seconds, or a date. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1_000;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
