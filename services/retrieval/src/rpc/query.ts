import { principalOf, type Call } from "@loci/platform/call";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { recall } from "../recall/recall.ts";

/** Answers a question. Tiers are tried in order when no mode is given; a given mode always searches. */
export async function query(request: retrieval.QueryRequest, call: Call, deps: RetrievalDeps): Promise<retrieval.QueryResponse> {
  const { response } = await recall(request, call, deps);
  // Of what says something and takes its fingerprint along when it is purged.
  const said = response.hits.filter((hit) => hit.source === "memory_chunk" || hit.source === "attribute");
  deps.aftermath.recalled(principalOf(call).contextId, said);
  return response;
}
