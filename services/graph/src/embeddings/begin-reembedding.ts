import { requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { integer, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { contextIds, setNextEmbedding } from "../store/deployment.ts";
import { isSameSpec, progressOf, requireDeployment } from "./progress.ts";

/**
 * Begins the move to an embedding, or goes on with it: what was made for it already stays. Another one begins anew; the one that serves
 * ends what was begun.
 */
export async function beginReembedding(parts: Parts, spec: graph.EmbeddingSpec, call: Call): Promise<graph.ReembeddingProgress> {
  requireService(call);
  const asksOnly = spec.provider === "" && spec.model === "" && spec.dimension === 0;
  if (!asksOnly) {
    text("/provider", spec.provider, 128, 1);
    text("/model", spec.model, 1_024, 1);
    integer("/dimension", spec.dimension, 1, 16_000);
  }
  return parts.database.acrossContexts(async (tx) => {
    const before = await requireDeployment(tx, true);
    const isServing = isSameSpec(before.present.spec, spec);
    const isUnderWay = before.next !== undefined && isSameSpec(before.next.spec, spec);
    if (!asksOnly && !isUnderWay && (!isServing || before.next !== undefined))
      await setNextEmbedding(tx, isServing ? undefined : spec);
    const after = await requireDeployment(tx);
    return progressOf(after, after.next === undefined ? [] : await contextIds(tx));
  });
}
