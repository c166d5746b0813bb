import { irregularForms } from "./irregular.ts";
import { sentencesOf, type Span } from "./sentences.ts";

/** A part of a sentence that can be taken out of it by itself. */
export interface Clause extends Span {
  /** The number of its sentence in the text, from 0. */
  readonly sentence: number;
  /** It has a verb of its own; else it is an item of a list, or belongs to the clause before it. */
  readonly hasVerb: boolean;
  /** It has a verb and no subject of its own: "… and plays the tuba". */
  readonly isElided: boolean;
}

/** What stands before a colon at the beginning of a line: who speaks, or what is listed. It belongs to no clause. */
const label = /^[^\s:.!?,;][^:.!?,;\n]{0,40}:\s+/u;
/** A run of white space is tried from its beginning only: the time stays linear. */
const separator =
  /(?<!\s)\s*;\s+|(?<!\s)\s+[\u2013\u2014-]\s+|,\s+(?:(?:and|but|plus|or|while|whereas|so)\s+)?|(?<!\s)\s+(?:and|but|plus|while|whereas)\s+/giu;
const auxiliary =
  /(?:\b(?:am|is|are|was|were|has|have|had|do|does|did|will|would|can|could|shall|should|must|may|might|isn't|aren't|wasn't|can't|don't|doesn't|didn't|won't|never|always)\b|['\u2019](?:m|re|ve|ll)\b|\b(?:it|he|she|that|there)['\u2019]s\b)/iu;
const pronoun = /^(?:i|we|you|he|she|they|it|this|that|there|who|which)\b/iu;
const afterVerb =
  /^(?:a|an|the|my|our|your|his|her|its|their|this|that|these|those|to|in|at|on|with|for|from|of|about|as|by|into|up|out|me|us|him|them|\p{N}|\p{Lu})/u;

/**
 * The clauses of a text in order: its sentences, cut at commas, semicolons, dashes and conjunctions, without the label before a colon. Told
 * by words and punctuation alone: it may cut a list of names, and never cuts a word, a number or a name of several words.
 */
export function clausesOf(text: string): Clause[] {
  return sentencesOf(text).flatMap(({ start, end }, sentence) => {
    const from = start + (label.exec(text.slice(start, end))?.[0].length ?? 0);
    return cut(text, from < end ? from : start, end).map((span, i): Clause => {
      const words = text.slice(span.start, span.end);
      const isElided = i > 0 && !pronoun.test(words) && beginsWithVerb(words);
      return { ...span, sentence, hasVerb: isElided || auxiliary.test(words) || hasVerbWithin(words), isElided };
    });
  });
}

function cut(text: string, start: number, end: number): Span[] {
  const spans: Span[] = [];
  let from = start;
  // Each part is looked at once, so that the time stays linear where nothing is cut.
  let seen = start;
  let hasWord = false;
  const sentence = text.slice(start, end);
  for (const { index, 0: between } of sentence.matchAll(separator)) {
    const at = start + index;
    hasWord ||= /\p{L}|\p{N}/u.test(text.slice(seen, at));
    seen = at;
    if (!hasWord) continue;
    spans.push({ start: from, end: at });
    from = at + between.length;
    seen = from;
    hasWord = false;
  }
  if (from < end) spans.push({ start: from, end });
  return spans;
}

/** "plays the tuba", "went to Rome", "is late"; a plural noun ("windows shut") is told by what follows it. */
function beginsWithVerb(words: string): boolean {
  const [first = "", second = ""] = words.split(/\s+/u, 2);
  if (/^(?:am|is|are|was|were|has|have|had|does|did|will|would|can|could|should|must)$/iu.test(first)) return true;
  const verbal = irregularForms.has(first) || /^\p{Ll}{2,}(?:[^s]s|ed)$/u.test(first);
  return verbal && afterVerb.test(second);
}

/** "I take pills", "hotel Adler has": a pronoun or a name and then a verb. */
function hasVerbWithin(words: string): boolean {
  const [first = "", second = "", ...rest] = words.split(/\s+/u);
  if (pronoun.test(first)) return second !== "";
  return [second, ...rest].some((word) => /^\p{Ll}{2,}(?:[^s]s|ed)$/u.test(word) || irregularForms.has(word));
}
