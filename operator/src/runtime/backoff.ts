/** Waiting between attempts. Chance comes from outside, 0 to 1. */

/** Doubles with each failure, up to a limit, and is spread over its upper half, so that many do not come back at once. */
export function backoffMs(
  failures: number,
  { baseMs, maxMs }: { readonly baseMs: number; readonly maxMs: number },
  random: number,
): number {
  const full = Math.min(maxMs, baseMs * 2 ** Math.min(failures, 30));
  return full * (0.5 + random / 2);
}

/** From `ms` to a tenth more: what happens at regular times shall not happen for all at once. */
export const jittered = (ms: number, random: number): number => ms * (1 + random / 10);

/** Waits, or ends at once when the signal fires. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    if (signal.aborted) done();
  });
}
