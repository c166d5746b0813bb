import { invalidField } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { common, graph } from "@loci/protos";
import { atMost } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { vector } from "../rpc/proposals.ts";
import { chunksOfDocument, storeEmbeddings } from "../store/chunks.ts";
import { announce } from "../store/feed.ts";
import { completeSections } from "./section-vectors.ts";
import { documentWork } from "./work.ts";

/** With its vector a chunk becomes searchable; its section does with the vector of its last chunk. */
export async function writeChunkEmbeddings(
  parts: Parts,
  request: graph.WriteChunkEmbeddingsRequest,
  call: Call,
): Promise<common.Empty> {
  atMost("/chunkIds", request.chunkIds, 10_000);
  if (request.embeddings.length !== request.chunkIds.length) throw invalidField("/embeddings", "must have one for each chunk");
  for (const [i, bytes] of request.embeddings.entries()) vector(`/embeddings/${i}`, bytes);
  return documentWork(parts, call, { id: request.documentId, version: request.version }, async ({ tx, contextId, document }) => {
    const vectors = new Map(request.chunkIds.map((id, i) => [id, request.embeddings[i] ?? new Uint8Array()]));
    const own = (await chunksOfDocument(tx, contextId, document.id, [...vectors.keys()])).map((chunk) => chunk.id);
    await storeEmbeddings(
      tx,
      contextId,
      own.map((id) => ({ recordId: id, vector: vectors.get(id) ?? new Uint8Array() })),
    );
    await announce(tx, contextId, [...own, ...(await completeSections(tx, contextId, own))]);
    return {};
  });
}
