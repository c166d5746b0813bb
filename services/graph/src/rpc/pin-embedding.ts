import { invalidField, toTimestamp } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { pinEmbedding as pin, readEmbedding } from "../store/deployment.ts";
import { integer, text } from "./checks.ts";
import type { Parts } from "./deps.ts";

/** Fixes the deployment's embedding where it is not fixed yet, and says which one it has. An empty spec only asks. */
export async function pinEmbedding(parts: Parts, request: graph.EmbeddingSpec, call: Call): Promise<graph.EmbeddingSpec> {
  requireService(call);
  const asksOnly = request.provider === "" && request.model === "" && request.dimension === 0;
  if (!asksOnly) {
    text("/provider", request.provider, 128, 1);
    text("/model", request.model, 1_024, 1);
    integer("/dimension", request.dimension, 1, 16_000);
  } else if (request.normalised) throw invalidField("/provider", "must not be empty");
  return parts.database.acrossContexts(async (tx) => {
    if (!asksOnly) await pin(tx, request, toTimestamp(parts.clock()));
    return (await readEmbedding(tx)) ?? { provider: "", model: "", dimension: 0, normalised: false };
  });
}
