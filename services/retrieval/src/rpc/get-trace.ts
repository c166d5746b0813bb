import { LociError, pathCovers, rootPath } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";

/** One trace: for who asked the question, and for the context's administrators. For everyone else it does not exist. */
export async function getTrace(request: retrieval.GetTraceRequest, call: Call, deps: RetrievalDeps): Promise<retrieval.Trace> {
  const identity = principalOf(call);
  regionFor(call, "memory:read");
  const trace = await deps.traces.find(identity.contextId, request.id);
  const isAdministrator = identity.grants["grant:manage"]?.some((path) => pathCovers(path, rootPath)) ?? false;
  if (!trace || (trace.principalId !== identity.principalId && !isAdministrator)) throw new LociError("not_found", "There is no such trace.");
  return trace;
}
