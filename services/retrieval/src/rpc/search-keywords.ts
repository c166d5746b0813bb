import { packVector } from "@loci/kernel";
import { regionFor, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { inTime } from "../documents/in-time.ts";

/** Keywords near a text; by its words alone where it cannot be embedded. */
export async function searchKeywords(
  request: graph.SearchKeywordsRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<graph.SearchKeywordsResponse> {
  regionFor(call, "memory:read");
  const outcome = await inTime("keywords", deps.settings.embedMs, call, deps.logger, (signal) =>
    deps.embedder.embed([request.query], "query", signal),
  );
  const vector = "made" in outcome ? outcome.made[0] : undefined;
  return deps.graph.searchKeywords({ ...request, embedding: vector ? packVector(vector) : new Uint8Array() }, call);
}
