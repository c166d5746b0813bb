import type { Call } from "@loci/platform/call";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";

const pageSize = 500;

/**
 * The documents that a filter admits; undefined for all. The index knows no media types: who has them says which documents those
 * are.
 */
export async function admittedDocuments(
  filter: retrieval.DocumentFilter | null,
  call: Call,
  deps: RetrievalDeps,
): Promise<string[] | undefined> {
  const { documentIds = [], mimeTypes = [] } = filter ?? {};
  if (mimeTypes.length === 0) return documentIds.length === 0 ? undefined : [...new Set(documentIds)];
  const ofType = new Set<string>();
  for (const mimeType of new Set(mimeTypes)) for (const id of await documentsOfType(mimeType, call, deps)) ofType.add(id);
  return documentIds.length === 0 ? [...ofType] : [...new Set(documentIds)].filter((id) => ofType.has(id));
}

async function documentsOfType(mimeType: string, call: Call, deps: RetrievalDeps): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 0; ; page++) {
    const { documents } = await deps.graph.listDocuments({ status: "", mimeType, page, pageSize }, call);
    ids.push(...documents.map((document) => document.id));
    if (documents.length < pageSize) return ids;
  }
}
