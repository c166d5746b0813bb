import { analyse } from "@loci/text";

interface Name {
  readonly documentId: string;
  readonly terms: readonly string[];
  readonly text: string;
}

/** A name of one word would be met everywhere. */
const leastTerms = 2;

export interface Mention {
  readonly documentId: string;
  readonly name: string;
}

/** Documents by the names under which a text may speak of them: title, source, filename. */
export interface NamedDocuments {
  /** Gives a document these names in place of those it had. */
  set(documentId: string, names: readonly string[]): void;
  delete(documentId: string): void;
  /** The documents that a text names: all words of the name beside each other. */
  find(text: string): Mention[];
}

export function namedDocuments(): NamedDocuments {
  const byOpening = new Map<string, Set<Name>>();
  const byDocument = new Map<string, Name[]>();

  function remove(documentId: string): void {
    for (const name of byDocument.get(documentId) ?? []) {
      const opening = openingAt(name.terms, 0);
      const having = byOpening.get(opening);
      having?.delete(name);
      if (having?.size === 0) byOpening.delete(opening);
    }
    byDocument.delete(documentId);
  }

  return {
    set(documentId, names) {
      remove(documentId);
      const own = names.filter(isTelling).map((text): Name => ({ documentId, terms: analyse(text), text }));
      if (own.length > 0) byDocument.set(documentId, own);
      for (const name of own) {
        const opening = openingAt(name.terms, 0);
        byOpening.set(opening, (byOpening.get(opening) ?? new Set()).add(name));
      }
    },
    delete: remove,
    find(text) {
      const terms = analyse(text);
      const found = new Map<string, Mention>();
      for (let at = 0; at + leastTerms <= terms.length; at++) {
        for (const name of byOpening.get(openingAt(terms, at)) ?? []) {
          if (found.has(name.documentId) || !name.terms.every((one, i) => terms[at + i] === one)) continue;
          found.set(name.documentId, { documentId: name.documentId, name: name.text });
        }
      }
      return [...found.values()];
    },
  };
}

/** Whether a text that holds this name may be taken to speak of the document. */
export function isTelling(name: string): boolean {
  return analyse(name).length >= leastTerms;
}

function openingAt(terms: readonly string[], at: number): string {
  return terms.slice(at, at + leastTerms).join(" ");
}
