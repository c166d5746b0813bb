import type { graph } from "@loci/protos";
import { analyse, unpackPrints, wordPrint } from "@loci/text";

/** Tells which words of a text stood in what was erased; each word is looked at once, however often it comes. */
export function findErasedWords(erased: readonly graph.ErasedWords[]): (text: string) => string[] {
  const salted = erased.map(({ receipt, prints, uncounted }) => ({ receipt, uncounted, prints: unpackPrints(prints) }));
  const known = new Map<string, boolean>();
  const isErased = (word: string): boolean => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const found = salted.some(({ receipt, prints, uncounted }) => uncounted || prints.has(wordPrint(receipt, word)));
    known.set(word, found);
    return found;
  };
  return (text) => [...new Set(analyse(text))].filter(isErased);
}
