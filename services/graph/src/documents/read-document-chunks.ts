import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { integer } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { readChunks, type ChunkInSection } from "../store/chunks.ts";
import { countChunks } from "../store/documents.ts";
import { latestVersion, serviceContext } from "./work.ts";

/** The chunks that a stage has still to work on. Callable by the service itself only. */
export async function readDocumentChunks(
  parts: Parts,
  request: graph.ReadDocumentChunksRequest,
  call: Call,
): Promise<graph.ListChunksResponse> {
  const contextId = serviceContext(call);
  const asked = {
    documentId: request.documentId,
    after: integer("/afterPosition", request.afterPosition, -1, 2 ** 31 - 1),
    limit: integer("/limit", request.limit, 1, 10_000),
    offset: 0,
    withoutEmbedding: request.withoutEmbedding,
    notExtracted: request.notExtracted,
  };
  const read = async (tx: Parameters<typeof readChunks>[0]) => {
    const { id } = await latestVersion(tx, contextId, { id: request.documentId, version: request.version });
    const chunks = await readChunks(tx, contextId, asked);
    return { chunks: chunks.map(chunkMessage), total: (await countChunks(tx, contextId, [id])).get(id)?.chunks ?? 0 };
  };
  return parts.database.inContext(contextId, read, { readOnly: true });
}

export function chunkMessage({ id, documentId, position, sectionId, sectionHeading, ...chunk }: ChunkInSection): graph.Chunk {
  const { text, charStart, charEnd, tokenCount, page, duplicateOf, setAside } = chunk;
  return { id, documentId, position, sectionId, sectionHeading, text, charStart, charEnd, tokenCount, page, duplicateOf, setAside };
}
