import { oneOf } from "../rpc/checks.ts";
import { documentStages, type DocumentStatus } from "../store/documents.ts";

export function oneOfStatus(pointer: string, value: string): DocumentStatus {
  return oneOf<DocumentStatus>(pointer, value, [...documentStages, "failed"]);
}

/** From then on a document says what its latest version says, and no more what only the one before did. */
export function isPastExtraction(status: DocumentStatus): boolean {
  return status === "embedding" || status === "keywording" || status === "ready";
}
