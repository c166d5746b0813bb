import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";
import { meanVectors } from "../documents/mean-vectors.ts";
import type { Parts } from "../rpc/deps.ts";
import { chunkVectors, type MeanOf } from "../store/chunk-vectors.ts";
import { dropOtherVectors, storeVectors, withoutMean } from "../store/embeddings.ts";
import { announce, lockContext } from "../store/feed.ts";
import { isAnyMissing, unmarkUnembedded, type VectorSpace } from "../store/unembedded.ts";
import { progressOf, requireDeployment, servedContext } from "./progress.ts";
import { spaceFor } from "./spaces.ts";

/** How many at once; a document may have thousands of chunks. */
const pageSize = { section: 50, document: 5 } as const;

/** What is left to do for a context once its records have their vectors: means of them, and the end of those of older embeddings. */
export async function finishContextReembedding(
  parts: Parts,
  spec: graph.EmbeddingSpec,
  call: Call,
): Promise<graph.ReembeddingProgress> {
  const contextId = servedContext(call);
  const inContext = <T>(work: (tx: Transaction) => Promise<T>) => parts.database.inContext(contextId, work);
  const space = spaceFor(await inContext((tx) => requireDeployment(tx)), spec);
  for (const kind of ["section", "document"] as const) {
    let after: string | undefined = "";
    while (after !== undefined) {
      const from: string = after;
      after = await inContext((tx) => storeMeans(tx, contextId, kind, space, from));
    }
  }
  return inContext(async (tx) => {
    await lockContext(tx, contextId);
    const deployment = await requireDeployment(tx);
    const checked = spaceFor(deployment, spec);
    if (await isAnyMissing(tx, contextId, checked)) return progressOf(deployment, [contextId]);
    const kept = [deployment.present, deployment.next].flatMap((one) => (one === undefined ? [] : [one.generation]));
    await dropOtherVectors(tx, contextId, kept);
    if (checked.serves) await unmarkUnembedded(tx, contextId);
    return progressOf(deployment, []);
  });
}

/** @returns what to go on after; undefined at the end */
async function storeMeans(
  tx: Transaction,
  contextId: string,
  of: MeanOf,
  space: VectorSpace,
  after: string,
): Promise<string | undefined> {
  await lockContext(tx, contextId);
  const ids = await withoutMean(tx, contextId, of, space, after, pageSize[of]);
  const means = await meanVectors(chunkVectors(tx, contextId, of, ids, space.generation));
  const known = [...means].map(([recordId, vector]) => ({ recordId, vector })).filter(({ vector }) => vector.length > 0);
  await announce(tx, contextId, await storeVectors(tx, contextId, space, known));
  return ids.at(-1);
}
