import { createHash } from "node:crypto";
import { canonicalScopeSet } from "@loci/kernel";
import type { IndexDocument } from "./port.ts";

/** What two versions of a record differ in: equal for equal documents, and short. */
export function digestOf(document: IndexDocument): string {
  const { id, class: documentClass, scopes, text, speaker, sessionId, seq, documentId, labels, knownAt, knownUntil } = document;
  const described = [id, documentClass, canonicalScopeSet(scopes), text, speaker, sessionId, seq, documentId];
  const { buffer, byteOffset, byteLength } = document.embedding;
  return createHash("sha256")
    .update(JSON.stringify([...described, [...labels].sort(), knownAt, knownUntil]))
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest("base64url");
}
