import { invalidField, toTimestamp } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import type { graph, retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";

const dayMs = 24 * 3_600_000;

/** Deletes traces older than so many days; 0 for all, as of a context that was deleted. */
export async function retainTraces(
  request: retrieval.RetainTracesRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<graph.LifecycleResponse> {
  const contextId = requireService(call) || request.contextId;
  if (request.days < 0) throw invalidField("/days", "must be 0 or more");
  const before = toTimestamp(deps.clock() - request.days * dayMs);
  return { affected: await deps.traces.deleteBefore(contextId, before) };
}
