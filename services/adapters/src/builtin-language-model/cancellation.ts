import { LociError } from "@loci/kernel";

/** Long work gives way to other requests after this many milliseconds. */
const sliceMillis = 20;

/** @throws LociError `cancelled` when the caller no longer waits */
export function refuseCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new LociError("cancelled", "The work of the built-in model was cancelled.", { cause: signal.reason });
}

/**
 * What long work calls between its steps: it lets others run from time to time, and ends where the caller no longer waits.
 * @throws LociError `cancelled`, by the function returned
 */
export function pauser(signal: AbortSignal | undefined): () => Promise<void> {
  let until = performance.now() + sliceMillis;
  return async () => {
    if (performance.now() > until) {
      await new Promise((resolve) => setImmediate(resolve));
      until = performance.now() + sliceMillis;
    }
    refuseCancelled(signal);
  };
}
