import { LociError, toTimestamp } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import { text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { readDocument, type Document } from "../store/documents.ts";
import { lockContext } from "../store/feed.ts";
import { noteProgress } from "../store/unfinished-documents.ts";

export interface Work {
  readonly tx: Transaction;
  readonly contextId: string;
  readonly document: Document;
  readonly now: string;
}

/**
 * One step of a document's way, in one transaction, alone in its context.
 * @throws LociError `conflict` when there is a newer version, or the document is deleted: the step is for nothing then
 */
export async function documentWork<T>(
  parts: Parts,
  call: Call,
  asked: { readonly id: string; readonly version: number },
  work: (work: Work) => Promise<T>,
): Promise<T> {
  const contextId = serviceContext(call);
  const now = toTimestamp(parts.clock());
  return parts.database.inContext(contextId, async (tx) => {
    await lockContext(tx, contextId);
    const document = await latestVersion(tx, contextId, asked);
    await noteProgress(tx, contextId, document, now);
    return work({ tx, contextId, document, now });
  });
}

/** @throws LociError `conflict` as above */
export async function latestVersion(
  tx: Transaction,
  contextId: string,
  asked: { readonly id: string; readonly version: number },
): Promise<Document> {
  const document = await readDocument(tx, contextId, text("/documentId", asked.id, 256, 1));
  if (document === undefined) throw new LociError("conflict", "The document was deleted.");
  if (document.version !== asked.version) throw new LociError("conflict", "The document has another version by now.");
  return document;
}

/** @throws LociError `forbidden` unless Loci itself calls, `invalid` outside of a context */
export function serviceContext(call: Call): string {
  const contextId = requireService(call);
  if (contextId === "") throw new LociError("invalid", "A document belongs to a context.");
  return contextId;
}
