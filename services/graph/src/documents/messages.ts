import { LociError } from "@loci/kernel";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";
import { text } from "../rpc/checks.ts";
import type { Reading } from "../rpc/deps.ts";
import { countChunks, documentsById, type Document } from "../store/documents.ts";
import type { ContextScopeSets } from "../store/scope-sets.ts";

/** Documents as they are told of, with how many chunks each has. */
export async function documentMessages(
  tx: Transaction,
  contextId: string,
  scopeSets: Pick<ContextScopeSets, "byKey">,
  documents: readonly Document[],
): Promise<graph.Document[]> {
  if (documents.length === 0) return [];
  const chunks = await countChunks(
    tx,
    contextId,
    documents.map((one) => one.id),
  );
  return documents.map(({ scopeSet, knownAt, length: _length, ...one }) => ({
    ...one,
    labels: [...one.labels],
    observedAt: one.observedAt || knownAt,
    scopes: scopeSetMessage(scopeSets.byKey.get(scopeSet) ?? []),
    ...(chunks.get(one.id) ?? { chunks: 0, setAsideChunks: 0 }),
  }));
}

export async function documentMessage(
  tx: Transaction,
  contextId: string,
  scopeSets: Pick<ContextScopeSets, "byKey">,
  document: Document,
): Promise<graph.Document> {
  const [message] = await documentMessages(tx, contextId, scopeSets, [document]);
  if (message === undefined) throw new LociError("internal", "A document has no message.");
  return message;
}

export function noSuchDocument(): LociError {
  return new LociError("not_found", "There is no such document.");
}

/**
 * The document, as the reader sees it.
 * @throws LociError `not_found` where there is none, or none that the caller sees
 */
export async function visibleDocument({ tx, sight }: Pick<Reading, "tx" | "sight">, id: string): Promise<Document> {
  const [document] = await documentsById(tx, sight, [text("/id", id, 256, 1)]);
  if (document === undefined) throw noSuchDocument();
  return document;
}
