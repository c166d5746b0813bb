import { LociError } from "@loci/kernel";

/** @throws LociError `cancelled`, or `deadline_exceeded` where the signal ran out of time, when the caller no longer waits */
export function refuseCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  const reason: unknown = signal.reason;
  if (reason instanceof LociError) throw reason;
  if (reason instanceof DOMException && reason.name === "TimeoutError") {
    throw new LociError("deadline_exceeded", "The deadline passed while texts were being embedded.", { cause: reason });
  }
  throw new LociError("cancelled", "The request was cancelled while texts were being embedded.", { cause: reason });
}
