import { invalidField } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { atMost, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { storeVectors } from "../store/embeddings.ts";
import { announce, lockContext } from "../store/feed.ts";
import { requireDeployment, servedContext } from "./progress.ts";
import { spaceFor } from "./spaces.ts";

/** Stores vectors that were missing; those that serve go to the search index. */
export async function writeNewEmbeddings(
  parts: Parts,
  request: graph.WriteNewEmbeddingsRequest,
  call: Call,
): Promise<Record<string, never>> {
  const contextId = servedContext(call);
  atMost("/ids", request.ids, 1_000);
  if (request.ids.length !== request.embeddings.length) throw invalidField("/embeddings", "must be one for each id");
  await parts.database.inContext(contextId, async (tx) => {
    const space = spaceFor(await requireDeployment(tx), request.embedding);
    const vectors = request.ids.map((id, i) => {
      const vector = request.embeddings[i] ?? new Uint8Array();
      if (vector.length !== space.bytes) throw invalidField(`/embeddings/${i}`, `must have ${space.bytes / 4} numbers`);
      return { recordId: text(`/ids/${i}`, id, 256, 1), vector };
    });
    // Whoever erases records holds it too: no vector outlives its record.
    await lockContext(tx, contextId);
    await announce(tx, contextId, await storeVectors(tx, contextId, space, vectors));
  });
  return {};
}
