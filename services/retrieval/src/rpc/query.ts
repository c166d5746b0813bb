import { principalOf, type Call } from "@loci/platform/call";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { recallOverHop } from "../recall/over-hop.ts";
import { recall } from "../recall/recall.ts";

/** Answers a question. Tiers are tried in order when no mode is given; a given mode always searches. */
export async function query(request: retrieval.QueryRequest, call: Call, deps: RetrievalDeps): Promise<retrieval.QueryResponse> {
  // A single leg is asked for as it is.
  const { response: found } = await (request.mode === "" ? recallOverHop : recall)(request, call, deps);
  const response = { ...found, hits: found.hits.slice(0, request.k) };
  deps.aftermath.recalled(principalOf(call).contextId, response.hits);
  return response;
}
