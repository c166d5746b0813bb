import type { Posting, Postings } from "../../store/port.ts";
import type { FullText } from "./texts.ts";

const single = Math.fround;

/**
 * BM25 with 1 + ln(count) in place of a word's count, its parameters and its result in single precision; a word that at least half of the records have
 * adds nothing.
 * @param words distinct, as the postings have them
 * @param asked each as often as it was asked for
 */
export function scoreOf(
  { records, length, found }: Postings,
  { bm25 }: FullText,
  words: readonly string[],
  asked: readonly string[],
): (posting: Posting) => number {
  if (bm25 === undefined || records === 0) return () => 0;
  const { k1, b } = { k1: single(bm25.k1), b: single(bm25.b) };
  const mean = length / records;
  const weights = words.map((_, at) => {
    const having = found.filter(({ counts }) => (counts[at] ?? 0) > 0).length;
    return Math.log((records - having + 0.5) / (having + 0.5));
  });
  const places = asked.map((word) => words.indexOf(word));
  return (posting) => {
    const penalty = k1 * (1 - b + (b * posting.length) / mean);
    const parts = places.map((at) => {
      const count = posting.counts[at] ?? 0;
      const weight = Math.max(0, weights[at] ?? 0);
      const frequency = 1 + Math.log(count);
      return count === 0 ? 0 : single((weight * frequency * (k1 + 1)) / (frequency + penalty));
    });
    return parts.reduce((sum, part) => single(sum + part), 0);
  };
}
