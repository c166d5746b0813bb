import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";

/** What a provider made, or why it made nothing. */
export type Outcome<T> = { readonly made: T } | { readonly failure: string };

/**
 * Asks a provider that an answer can do without, for so long.
 * @param what the name of the step, for the log
 * @throws LociError `cancelled` when the caller went away
 */
export async function inTime<T>(
  what: string,
  ms: number,
  call: Call,
  logger: Logger,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<Outcome<T>> {
  const budget = AbortSignal.timeout(ms);
  const signal = AbortSignal.any([call.signal, budget]);
  const over = Promise.withResolvers<never>();
  const end = () => over.reject(signal.reason);
  signal.addEventListener("abort", end, { once: true });
  try {
    call.signal.throwIfAborted();
    return { made: await Promise.race([ask(signal), over.promise]) };
  } catch (thrown) {
    if (call.signal.aborted) throw new LociError("cancelled", "The caller went away.", { cause: thrown });
    const error = LociError.from(thrown);
    logger.warn({ err: error.cause ?? error, step: what, traceId: call.traceId }, "a step of recall was left out");
    if (budget.aborted) return { failure: "it did not answer in time" };
    return { failure: error.code === "rate_limited" ? "the context's token limit is reached" : "the provider failed" };
  } finally {
    signal.removeEventListener("abort", end);
  }
}
