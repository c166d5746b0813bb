import type { ServerResponse } from "node:http";
import { LociError } from "@loci/kernel";
import { anonymousCall, type Call } from "@loci/platform/call";

/**
 * Runs the work of one request under its deadline. The call's signal fires when the deadline passes or the client goes away, so
 * that services can stop; the answer does not wait for them to.
 */
export async function underDeadline<T>(
  response: ServerResponse,
  limits: { readonly traceId: string; readonly now: number; readonly timeoutMs: number },
  work: (call: Call) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const { promise: cut, reject } = Promise.withResolvers<never>();
  const stop = (error: LociError) => {
    reject(error);
    abort.abort(error);
  };
  const gone = () => {
    if (!response.writableFinished) stop(new LociError("cancelled", "The client closed the request."));
  };
  const timer = setTimeout(() => stop(new LociError("deadline_exceeded", "The request took too long.")), limits.timeoutMs);
  response.once("close", gone);
  try {
    const call = anonymousCall(limits.traceId, limits.now + limits.timeoutMs, abort.signal);
    return await Promise.race([work(call), cut]);
  } finally {
    clearTimeout(timer);
    response.off("close", gone);
  }
}
