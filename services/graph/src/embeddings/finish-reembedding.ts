import { LociError } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { sql, type Transaction } from "@loci/ports/database";
import type { Parts } from "../rpc/deps.ts";
import { contextIds, serveNextEmbedding, turnTo } from "../store/deployment.ts";
import { takeOverVectors } from "../store/embeddings.ts";
import { isAnyMissing, markUnembedded } from "../store/unembedded.ts";
import { isSameSpec, progressOf, requireDeployment } from "./progress.ts";
import { spaceFor } from "./spaces.ts";

/**
 * From one moment to the next the whole deployment is served by the vectors of the embedding that it moves to: the search index and the
 * embedder of a process know one dimension, so that contexts cannot go one by one. Nothing changes where a vector is missing.
 * @throws LociError `conflict` where no move to this embedding is under way
 */
export async function finishReembedding(parts: Parts, spec: graph.EmbeddingSpec, call: Call): Promise<graph.ReembeddingProgress> {
  requireService(call);
  return parts.database.acrossContexts(async (tx) => {
    const deployment = await requireDeployment(tx, true);
    const { present, next } = deployment;
    if (isSameSpec(present.spec, spec)) return progressOf(deployment, []);
    if (next === undefined || !isSameSpec(next.spec, spec))
      throw new LociError("conflict", "No move to this embedding is under way.");
    // Writers that are under way are waited for, and later ones wait: no record slips through without its new vector.
    await tx.query(sql`lock table graph.embedding in share row exclusive mode`);
    const space = spaceFor(deployment, spec);
    const contexts = await contextIds(tx);
    const left = await inEach(tx, contexts, (contextId) => isAnyMissing(tx, contextId, space));
    if (left.length > 0) return progressOf(deployment, left);
    await inEach(tx, contexts, async (contextId) => {
      await takeOverVectors(tx, contextId, next.generation);
      // What is left of the older vectors goes with the next look at the context.
      await markUnembedded(tx, contextId);
      return false;
    });
    await serveNextEmbedding(tx);
    return progressOf(await requireDeployment(tx), []);
  });
}

/** Works in each context of a transaction across them. @returns those for which the work says yes */
async function inEach(
  tx: Transaction,
  contexts: readonly string[],
  work: (contextId: string) => Promise<boolean>,
): Promise<string[]> {
  const chosen: string[] = [];
  for (const contextId of contexts) {
    await turnTo(tx, contextId);
    if (await work(contextId)) chosen.push(contextId);
  }
  await turnTo(tx, "*");
  return chosen;
}
