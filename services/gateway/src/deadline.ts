import type { ServerResponse } from "node:http";
import { LociError } from "@loci/kernel";
import { anonymousCall, type Call } from "@loci/platform/call";

/** Told to a response whose server ends: what is still to be said has to be said now. */
export const serverEnds = Symbol("server ends");

/**
 * Runs the work of one request under its deadline. The call's signal fires when the deadline passes, the client goes away or the
 * server ends, so that services can stop; the answer does not wait for them to.
 * @param work may itself stop what is under way, with the error
 * @throws LociError deadline_exceeded, cancelled or unavailable: it is the signal's reason too
 */
export async function underDeadline<T>(
  response: ServerResponse,
  limits: { readonly traceId: string; readonly now: number; readonly timeoutMs: number },
  work: (call: Call, stop: (error: LociError) => void) => Promise<T>,
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
  const ends = () => stop(new LociError("unavailable", "The server is stopping."));
  response.once("close", gone);
  response.once(serverEnds, ends);
  try {
    const call = anonymousCall(limits.traceId, limits.now + limits.timeoutMs, abort.signal);
    return await Promise.race([work(call, stop), cut]);
  } finally {
    clearTimeout(timer);
    response.off("close", gone);
    response.off(serverEnds, ends);
  }
}
