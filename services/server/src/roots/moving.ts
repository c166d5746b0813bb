/** The moment in which a deployment that was prepared for another embedding begins to be served by it. */
import { fillVectors, type FillDeps } from "@loci/ingest";
import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { Embedder, EmbeddingSpec } from "@loci/ports/embedder";
import type { GraphService } from "@loci/protos";
import { ownCall, type Surroundings } from "./surroundings.ts";

/** Whether vectors of the one can be compared with those of the other. */
export function isSameEmbedding(one: EmbeddingSpec, other: EmbeddingSpec): boolean {
  return (
    one.provider === other.provider &&
    one.model === other.model &&
    one.dimension === other.dimension &&
    one.normalised === other.normalised
  );
}

/** Asks which embedding there is, and names none. */
export const noEmbedding: EmbeddingSpec = { provider: "", model: "", dimension: 0, normalised: false };

export type EmbeddingGraph = FillDeps["graph"] &
  Pick<GraphService<Call>, "pinEmbedding" | "beginReembedding" | "finishReembedding">;

/** Records are written while others are embedded: each round finds fewer. */
const maxRounds = 20;

/**
 * Ends the move to this embedder's embedding, if one is under way: what was written since `re-embed` looked is embedded first.
 * @returns whether its vectors serve now
 */
export async function finishMove(graph: EmbeddingGraph, embedder: Embedder, parts: Surroundings): Promise<boolean> {
  const { current, next } = await graph.beginReembedding(noEmbedding, ownCall(parts));
  const { spec } = embedder;
  // Another process that starts with the same settings may have ended it since this one looked.
  if (current !== null && isSameEmbedding(current, spec)) return true;
  if (next === null || !isSameEmbedding(next, spec)) return false;
  for (let round = 1; round <= maxRounds; round++) {
    const { contextsLeft } = await graph.finishReembedding({ ...spec }, ownCall(parts));
    if (contextsLeft.length === 0) return true;
    parts.logger.warn({ contexts: contextsLeft.length, model: spec.model }, "embedding what is left before the new model serves");
    for (const contextId of contextsLeft) await fillVectors({ graph, embedder }, () => ownCall(parts, contextId));
  }
  throw new LociError(
    "conflict",
    "Records are written faster than they are embedded anew; stop the servers that use the old model first.",
  );
}
