import { LociError } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { blankTrace } from "../trace/blank.ts";
import { sightOf } from "../trace/sight.ts";

/**
 * One trace: for who asked the question and may still read all that it could range over, and for an administrator of
 * the context who may. For everyone else it does not exist.
 */
export async function getTrace(request: retrieval.GetTraceRequest, call: Call, deps: RetrievalDeps): Promise<retrieval.Trace> {
  const identity = principalOf(call);
  const sight = sightOf(identity, regionFor(call, "memory:read"), "");
  const trace = await deps.traces.find(identity.contextId, request.id, sight);
  if (trace === undefined) throw new LociError("not_found", "There is no such trace.");
  // One that was kept by an earlier release lacks what came later.
  return { ...blankTrace, ...trace };
}
