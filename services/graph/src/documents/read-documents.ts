import { documentStates } from "@loci/kernel";
import { integer, oneOf, text } from "../rpc/checks.ts";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { reading, type Parts } from "../rpc/deps.ts";
import { readChunks } from "../store/chunks.ts";
import { countChunks, listDocuments as list } from "../store/documents.ts";
import { present } from "../store/time-view.ts";
import { documentMessage, documentMessages, visibleDocument } from "./messages.ts";
import { chunkMessage } from "./read-document-chunks.ts";

export async function getDocument(parts: Parts, request: graph.RecordRef, call: Call): Promise<graph.Document> {
  return reading(parts, call, present, async (read) =>
    documentMessage(read.tx, read.sight.contextId, read.scopeSets, await visibleDocument(read, request.id)),
  );
}

/** The visible documents, newest first. */
export async function listDocuments(
  parts: Parts,
  request: graph.ListDocumentsRequest,
  call: Call,
): Promise<graph.ListDocumentsResponse> {
  const status = oneOf("/status", request.status, ["", ...documentStates]);
  const mimeType = text("/mimeType", request.mimeType, 256);
  const paged = page(request);
  return reading(parts, call, present, async ({ tx, sight, scopeSets }) => {
    const { documents, total } = await list(tx, sight, { status, mimeType, ...paged });
    return { documents: await documentMessages(tx, sight.contextId, scopeSets, documents), total };
  });
}

/** The chunks of a document in order. */
export async function listChunks(parts: Parts, request: graph.ListChunksRequest, call: Call): Promise<graph.ListChunksResponse> {
  const paged = page(request);
  return reading(parts, call, present, async (read) => {
    const { id } = await visibleDocument(read, request.documentId);
    const { contextId } = read.sight;
    const chunks = await readChunks(read.tx, contextId, { documentId: id, after: -1, ...paged });
    return { chunks: chunks.map(chunkMessage), total: (await countChunks(read.tx, contextId, [id])).get(id)?.chunks ?? 0 };
  });
}

const defaultPageSize = 50;
const maxPageSize = 500;
const maxPage = 1_000_000;

/** Pages count from 0; a size of 0 is the default one. */
export function page(request: { readonly page: number; readonly pageSize: number }): { limit: number; offset: number } {
  const limit = request.pageSize === 0 ? defaultPageSize : integer("/pageSize", request.pageSize, 1, maxPageSize);
  return { limit, offset: integer("/page", request.page, 0, maxPage) * limit };
}
