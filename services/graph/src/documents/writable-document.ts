import { coversAll, isVisible, LociError, type Identity, type Region } from "@loci/kernel";
import type { Transaction } from "@loci/ports/database";
import { text } from "../rpc/checks.ts";
import { readDocument, type Document } from "../store/documents.ts";
import type { ContextScopeSets } from "../store/scope-sets.ts";
import { noSuchDocument } from "./messages.ts";

interface Place {
  readonly tx: Transaction;
  readonly contextId: string;
  readonly scopeSets: Pick<ContextScopeSets, "byKey">;
  /** Where the caller may write. */
  readonly region: Region;
}

/**
 * The document, held until the end of the transaction. Who may write it need not be one who may read it.
 * @throws LociError `not_found` for a document that the caller does not see, `forbidden` for one that it may not write
 */
export async function writableDocument(
  { tx, contextId, scopeSets, region }: Place,
  identity: Identity,
  id: string,
): Promise<Document> {
  const known = await readDocument(tx, contextId, text("/id", id, 256, 1), true);
  const scopes = known && scopeSets.byKey.get(known.scopeSet);
  const reads = identity.grants["memory:read"] ?? [];
  if (known === undefined || scopes === undefined || !(isVisible(reads, scopes) || isVisible(region, scopes)))
    throw noSuchDocument();
  if (!coversAll(region, scopes)) throw new LociError("forbidden", "memory:write does not cover the document's scopes.");
  return known;
}
