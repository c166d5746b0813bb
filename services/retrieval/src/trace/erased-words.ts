import { isVisible, scopeSetKey, type Region } from "@loci/kernel";
import { scopeSetOf } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { analyse, erasureSalt, unpackPrints, wordPrint } from "@loci/text";

/**
 * Tells which words of a text stood in what was erased, as far as a region could see that; each word is looked at once for a region, however
 * often it comes. What was erased beyond the region counts nothing: who reads the text must not learn of it.
 */
export function findErasedWords(erased: readonly graph.ErasedWords[]): (text: string, region: Region) => string[] {
  const erasures = erased.map(({ receipt, prints, uncounted, scopeSets }) => ({
    ...{ uncounted, prints: unpackPrints(prints) },
    saltsFor: (region: Region): string[] => {
      // Of an erasure of an earlier release it is not known what it reached.
      if (scopeSets.length === 0) return [receipt];
      const seen = scopeSets.map((set) => scopeSetOf(set) ?? []).filter((set) => isVisible(region, set));
      return seen.map((set) => erasureSalt(receipt, scopeSetKey(set)));
    },
  }));
  const regions = new Map<string, (word: string) => boolean>();
  const lookWithin = (region: Region): ((word: string) => boolean) => {
    const seen = erasures.map((one) => ({ ...one, salts: one.saltsFor(region) }));
    const known = new Map<string, boolean>();
    return (word) => {
      const before = known.get(word);
      if (before !== undefined) return before;
      const found = seen.some(({ salts, prints, uncounted }) =>
        salts.some((salt) => uncounted || prints.has(wordPrint(salt, word))),
      );
      known.set(word, found);
      return found;
    };
  };
  return (text, region) => {
    const key = JSON.stringify(region);
    const isErased = regions.get(key) ?? lookWithin(region);
    regions.set(key, isErased);
    return [...new Set(analyse(text))].filter(isErased);
  };
}
