import { scopeSetKey } from "@loci/kernel";
import type { DocumentClass, IndexDocument, IndexedScopeSet, SearchRequest } from "@loci/ports/search-index";
import { analysePassage } from "@loci/text";
import type { Statistics } from "./bm25.ts";

export type Kind = IndexedScopeSet["kind"];

const kinds = ["memory", "document"] as const;

export const classesOf: Readonly<Record<Kind, readonly DocumentClass[]>> = {
  memory: ["passage", "fact", "entity"],
  document: ["chunk", "section"],
};

/** With what a document is counted: chunks and sections are longer than all else. */
export function kindOf(documentClass: DocumentClass): Kind {
  return documentClass === "chunk" || documentClass === "section" ? "document" : "memory";
}

/** A text that identifies, within a context, what a document's statistics are counted under. */
export function countedAs({ class: documentClass, scopes }: Pick<IndexDocument, "class" | "scopes">): string {
  return `${kindOf(documentClass)} ${scopeSetKey(scopes)}`;
}

/** A text of 100 KB has some 8,000 different words; one of more is no language, or has no spaces, and would hold up the index. */
const mostTerms = 20_000;

/** The terms by which a document is found, up to the first 20,000 different ones. */
export function termsOf(document: IndexDocument): readonly string[] {
  const terms = analysePassage(document.class === "passage" ? document : { speaker: "", knownAt: "", text: document.text });
  if (terms.length <= mostTerms) return terms;
  const different = new Set<string>();
  const end = terms.findIndex((term) => different.add(term).size > mostTerms);
  return end < 0 ? terms : terms.slice(0, end);
}

/** A passage's session and position as one text; "" for what has none. */
export function placeOf(sessionId: string, seq: number): string {
  return sessionId === "" ? "" : `${sessionId} ${seq}`;
}

/** The kinds of text that the request admits, as far as there are any. */
export function searchedKinds({ classes, documentIds, scopeSets }: SearchRequest): Kind[] {
  return kinds.filter(
    (kind) =>
      scopeSets.some((set) => set.kind === kind) &&
      (classes === undefined || classes.some((one) => kindOf(one) === kind)) &&
      (documentIds === undefined || kind === "document"),
  );
}

/** How rare a term is counts over all that is searched; how long a text is compares with the average of its kind. */
export function statisticsOf(
  sets: readonly IndexedScopeSet[],
  frequencies: ReadonlyMap<string, number>,
): Readonly<Record<Kind, Statistics>> {
  const documents = total(sets, "documents");
  const ofKind = (kind: Kind): Statistics => {
    const own = sets.filter((set) => set.kind === kind);
    return { documents, averageLength: total(own, "terms") / Math.max(1, total(own, "documents")), frequencies };
  };
  return { memory: ofKind("memory"), document: ofKind("document") };
}

export function total(sets: readonly IndexedScopeSet[], key: "documents" | "terms"): number {
  return sets.reduce((sum, set) => sum + set[key], 0);
}
