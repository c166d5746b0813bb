import stem from "wink-porter2-stemmer";
import { irregularForms, ownStems } from "./irregular.ts";
import { stopWords } from "./stop-words.ts";
import { rawWords, wordPieces } from "./tokens.ts";

/** Written words repeat; what was worked out for one is kept. Emptied when full, which bounds it without bookkeeping. */
const cache = new Map<string, readonly string[]>();
const cacheLimit = 50_000;
const cachedLength = 40;

/**
 * The terms of a text for lexical search, in order and with repetitions: NFKC, lower case, English stop words out, irregular
 * forms folded to their base, Porter2 stems, numbers kept, pairs of characters for scripts without spaces. Every term consists
 * of letters and numbers only and has at most 64 UTF-16 units, so joining by spaces and splitting again gives the same list.
 */
export function analyse(text: string): string[] {
  const terms: string[] = [];
  for (const raw of rawWords(text)) {
    const known = cache.get(raw);
    for (const term of known ?? learn(raw)) terms.push(term);
  }
  return terms;
}

/** Whether a lower-case word is too common to be a term. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** No English word is longer; the stemmer's time grows with the square of a word's length. */
const longestStemmed = 64;

/** The term of one lower-case word that is not a stop word: its base form's stem; one of more than 64 characters stays as it is. */
export function stemOf(word: string): string {
  if (word.length > longestStemmed) return word;
  const base = irregularForms.get(word) ?? word.replace(/^(\d+)(?:st|nd|rd|th)$/, "$1");
  return /^[a-z]{3,}$/.test(base) && !ownStems.has(base) ? stem(base) : base;
}

function learn(raw: string): readonly string[] {
  const terms = termsOf(raw);
  if (raw.length <= cachedLength) {
    if (cache.size >= cacheLimit) cache.clear();
    cache.set(raw, terms);
  }
  return terms;
}

function termsOf(raw: string): readonly string[] {
  // Only their capitals tell the month and the name from the verb, the country from the pronoun.
  if (raw === "May" || raw === "MAY" || raw === "May's") return ["may"];
  if (raw === "Will" || raw === "Will's") return ["will"];
  if (raw === "US" || raw === "USA") return ["usa"];
  return wordPieces(raw)
    .filter((piece) => !stopWords.has(piece))
    .map(stemOf)
    .filter((term) => term !== "");
}
