import { analyse, sentencesOf, tellsOf, toldBy, type Span } from "@loci/text";
import { LRUCache } from "lru-cache";

/** What words say, whoever asks. */
export interface Words {
  /** In their order. */
  readonly list: readonly string[];
  readonly terms: ReadonlySet<string>;
  /** The terms, and those of what the words tell by their form: see `toldBy`. */
  readonly told: ReadonlySet<string>;
}

/** What is worked out once of words that are kept. @param words those of the text, where they are at hand: long ones are read anew each time */
export function ofWords<T>(read: (text: string) => T): (text: string, words?: Words) => T {
  const known = new WeakMap<Words, { readonly is: T }>();
  return (text, words = wordsOf(text)) => {
    const found = known.get(words) ?? { is: read(text) };
    known.set(words, found);
    return found.is;
  };
}

/** In characters: sentences are shorter, and what is longer is seldom asked for twice. */
const longest = 400;
/** One takes some 5 KB with what is read from it further on. It stands in memory alone, and goes with the least asked for. */
const kept = new LRUCache<string, Words>({ max: 1_500 });

/** Reads words, or gives again what was read of the same ones: questions in a row are answered by the same texts. */
export function wordsOf(text: string): Words {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const list = analyse(text);
  const words = { list, terms: new Set(list), told: toldBy(text, list) };
  if (text.length <= longest) kept.set(text, words);
  return words;
}

const split = new LRUCache<string, readonly Span[]>({ max: 500 });

/** The sentences of a text; those of a short one are kept. */
export function sentenceSpans(text: string): readonly Span[] {
  const known = split.get(text);
  if (known !== undefined) return known;
  const spans = sentencesOf(text);
  if (text.length <= 4 * longest) split.set(text, spans);
  return spans;
}

const counted = new WeakMap<readonly string[], WeakMap<Words, number>>();

/** How many of the asked terms words tell of: the steps of one question ask it of the same words. */
export function countTold(asked: readonly string[], words: Words): number {
  const known = counted.get(asked) ?? new WeakMap<Words, number>();
  counted.set(asked, known);
  const count = known.get(words) ?? asked.filter((term) => tellsOf(term, words.told)).length;
  known.set(words, count);
  return count;
}
