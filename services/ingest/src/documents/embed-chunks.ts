import { packVector } from "@loci/kernel";
import type { graph } from "@loci/protos";
import type { DocumentDeps } from "../deps.ts";
import { passageText } from "../domain/passage.ts";
import type { Step } from "./work.ts";

const batchSize = 64;

/** Embeds the chunks that have no vector yet, batch by batch; each batch that is written stays written. */
export async function embedChunks({ graph, embedder }: DocumentDeps, { document, call, signal }: Step): Promise<void> {
  const { id: documentId, version } = document;
  for (let afterPosition = -1; ;) {
    const asked = { documentId, version, afterPosition, limit: batchSize, withoutEmbedding: true, notExtracted: false };
    const { chunks } = await graph.readDocumentChunks(asked, call);
    const last = chunks.at(-1);
    if (last === undefined) return;
    const vectors = await embedder.embed(
      chunks.map((chunk) => passageText(document.title, chunk.sectionHeading, chunk.text)),
      "passage",
      signal,
    );
    const embeddings = vectors.map(packVector);
    await graph.writeChunkEmbeddings({ documentId, version, chunkIds: chunks.map(idOf), embeddings }, call);
    afterPosition = last.position;
  }
}

const idOf = (chunk: graph.Chunk) => chunk.id;
