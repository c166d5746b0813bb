import type { Parser, Sentence } from "@loci/parser";

/** A sentence and its segments, looked at as a line of details, as prose and once more, are some ten texts. */
const maxKept = 64;
const maxLength = 2_000;

/** The parser with its last answers kept: the same words are parsed to see whether they are a clause, and again to be read. */
export function keepingParses(parser: Parser): Parser {
  const kept = new Map<string, Sentence[]>();
  return {
    ...parser,
    parse(text) {
      const known = kept.get(text);
      if (known !== undefined) return known;
      const sentences = parser.parse(text);
      if (text.length > maxLength) return sentences;
      const [oldest] = kept.keys();
      if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
      kept.set(text, sentences);
      return sentences;
    },
  };
}
