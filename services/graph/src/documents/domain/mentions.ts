import { analyse } from "@loci/text";

/** A document by the names under which another text may speak of it. */
export interface NamedDocument {
  readonly id: string;
  readonly names: readonly string[];
}

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

/** Finds the documents that a text names, by title, source or filename: all words of the name beside each other. */
export function mentionFinder(documents: readonly NamedDocument[]): (text: string) => Mention[] {
  const byFirst = new Map<string, Name[]>();
  for (const { id, names } of documents) {
    for (const text of names) {
      const terms = analyse(text);
      const [first] = terms;
      if (first === undefined || terms.length < leastTerms) continue;
      byFirst.set(first, [...(byFirst.get(first) ?? []), { documentId: id, terms, text }]);
    }
  }
  return (text) => {
    const terms = analyse(text);
    const found = new Map<string, Mention>();
    for (const [at, term] of terms.entries()) {
      for (const name of byFirst.get(term) ?? []) {
        if (found.has(name.documentId) || !name.terms.every((one, i) => terms[at + i] === one)) continue;
        found.set(name.documentId, { documentId: name.documentId, name: name.text });
      }
    }
    return [...found.values()];
  };
}
