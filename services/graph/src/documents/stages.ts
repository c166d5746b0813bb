import { documentProgress, documentStates, type DocumentState } from "@loci/kernel";
import { oneOf } from "../rpc/checks.ts";

export function oneOfStatus(pointer: string, value: string): DocumentState {
  return oneOf(pointer, value, documentStates);
}

/** From then on a document says what its latest version says, and no more what only the one before did. */
export function isPastExtraction(status: DocumentState): boolean {
  return documentProgress.indexOf("extracting_nodes") < documentProgress.findIndex((one) => one === status);
}
