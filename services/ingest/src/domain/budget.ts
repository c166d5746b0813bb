/** The part of what is left of a request that extraction may take: the rest is for embedding and storing. */
const share = 0.75;

/** How long an extraction may take, in milliseconds; 0 when it has to wait. */
export function extractionBudget(now: number, deadline: number, limitMs: number): number {
  return Math.max(0, Math.min(limitMs, Math.floor((deadline - now) * share)));
}

const firstDelaySeconds = 5;
const maxDelaySeconds = 3_600;

/**
 * How long to wait after a failed attempt, in seconds: twice as long each time, up to an hour, each a little different, so that
 * many that failed together do not come back together.
 * @param attempts how many have failed before this one
 * @param random from 0 to 1
 */
export function backoffSeconds(attempts: number, random: number): number {
  const full = Math.min(maxDelaySeconds, firstDelaySeconds * 2 ** Math.min(attempts, 20));
  return Math.max(1, Math.round(full * (0.75 + random * 0.5)));
}
