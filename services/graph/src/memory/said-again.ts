/** What of a turn says again what was to be forgotten: in a longer text, in another order or spelling, or of "the user" in the place of "I". */
import { createHash } from "node:crypto";
import { analyse, clausesOf, isLightTerm, sentencesOf, type Span } from "@loci/text";
import { fingerprint, weight } from "./fingerprints.ts";

/** A shorter sentence may say anything. */
const shortestSentence = 12;
/** Fewer terms are said of many things. */
const fewestTerms = 2;
/** Of a longer text only its first parts are compared so. */
const mostParts = 4_000;

const self = /\b(?:i|me|my|mine|we|us|our|ours|user)\b/iu;
const addressed = /\b(?:you|your|yours)\b/iu;
const others = /\b(?:he|she|they|him|her|hers|his|them|their|theirs)\b/iu;
const negation = /\b(?:not|no|never|none|without)\b|n['\u2019]t\b/iu;

/** A clause or sentence with the fingerprints by which it is known again. */
export interface SaidPart extends Span {
  readonly prints: readonly string[];
}

/** The parts of a text. @param isUser false of an assistant's, whose "you" is the user */
export function saidParts(text: string, isUser: boolean): SaidPart[] {
  const parts: readonly Span[] = [...sentencesOf(text), ...clausesOf(text)];
  return parts.slice(0, mostParts).flatMap(({ start, end }) => {
    const words = text.slice(start, end);
    const whole = weight(words) >= shortestSentence ? [fingerprint(words)] : [];
    const prints = [...whole, termPrint(words, isUser)].filter((print) => print !== "");
    return prints.length === 0 ? [] : [{ start, end, prints }];
  });
}

/**
 * A fingerprint of what a part says: its terms in any order and form, without accents, with of whom it speaks and whether it denies it. "" where
 * it says too little.
 */
export function termPrint(words: string, isUser: boolean): string {
  const plain = words.normalize("NFKD").replace(/\p{M}/gu, "");
  const terms = new Set(analyse(plain).filter((term) => term !== "user" && !isLightTerm(term)));
  if (terms.size < fewestTerms) return "";
  const isSelf = self.test(plain) || (!isUser && addressed.test(plain));
  const voice = isSelf ? "self" : others.test(plain) ? "other" : "";
  const said = JSON.stringify([voice, negation.test(plain), [...terms].sort()]);
  return createHash("sha256").update(said).digest("base64url");
}
