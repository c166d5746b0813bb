import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";

/**
 * Waits for work that others may wait for too: it goes on without a caller who goes away, who waits no longer.
 * @throws LociError why the caller does not wait any more, `cancelled` where it just went
 */
export async function whileWanted<T>(work: Promise<T>, { signal }: Pick<Call, "signal">): Promise<T> {
  const gone = Promise.withResolvers<never>();
  const leave = () => gone.reject(goneOf(signal));
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  try {
    return await Promise.race([gone.promise, work]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

function goneOf(signal: AbortSignal): LociError {
  const reason: unknown = signal.reason;
  return reason instanceof LociError ? reason : new LociError("cancelled", "The caller went away.", { cause: reason });
}
