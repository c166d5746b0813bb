import { principalOf, type Call } from "@loci/platform/call";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { recall } from "../recall/recall.ts";

/** Answers a question. Tiers are tried in order when no mode is given; a given mode always searches. */
export async function query(request: retrieval.QueryRequest, call: Call, deps: RetrievalDeps): Promise<retrieval.QueryResponse> {
  const { response } = await recall(request, call, deps);
  deps.aftermath.recalled(principalOf(call).contextId, response.hits);
  return response;
}
