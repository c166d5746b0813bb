/** For tests: short ways to say what is in a document. */
import { packVector } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { minHash } from "@loci/text";

let contents = 0;

export function document(over: Partial<graph.CreateDocumentRequest> = {}): graph.CreateDocumentRequest {
  return {
    ...{
      id: "",
      title: "Handbook",
      source: "",
      mimeType: "text/plain",
      filename: "",
      contentHash: `hash-${++contents}`,
      sizeBytes: 10,
    },
    ...{ scopes: null, labels: [], observedAt: "", originalKey: "", operation: null },
    ...over,
  };
}

export type Cut = readonly { readonly heading: string; readonly level?: number; readonly chunks: readonly string[] }[];

/** Sections with the texts of their chunks, one after the other, in one part. */
export async function* cut(documentId: string, version: number, sections: Cut): AsyncGenerator<graph.WriteSectionsPart> {
  yield cutPart(documentId, version, sections);
}

export function cutPart(documentId: string, version: number, sections: Cut): graph.WriteSectionsPart {
  const request: graph.WriteSectionsPart = { documentId, version, sections: [], chunks: [], more: false };
  let at = 0;
  for (const [section, { heading, level = 1, chunks }] of sections.entries()) {
    const start = at;
    for (const text of chunks) {
      const end = at + text.length;
      request.chunks.push({ section, start: at, end, text, tokenCount: Math.ceil(text.length / 4), signature: minHash(text) });
      at = end;
    }
    request.sections.push({ heading, level, start, end: at, page: section + 1 });
  }
  return request;
}

export function vector(...values: number[]): Uint8Array {
  return packVector(Float32Array.from(values));
}

export function stage(
  id: string,
  version: number,
  status: string,
  over: Partial<graph.SetDocumentStageRequest> = {},
): graph.SetDocumentStageRequest {
  return { id, version, status, error: "", failedStage: "", attempts: 0, mimeType: "", title: "", pages: 0, ...over };
}
