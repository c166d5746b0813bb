/** How a description's terms are borne by a text: by a word in any of its forms, or by one that means the same. */
import { analyse, fieldOf, meansTheSame } from "@loci/text";
import type { Forgetting } from "./question.ts";
import { codesIn, daysIn } from "./tokens.ts";

export interface Borne {
  readonly by: "words" | "meaning";
  /** 1 where each term is borne by a word of its own. */
  readonly score: number;
}

/** What a term counts that is borne by a word of the same meaning, and one that is borne by a word of its field ("asthma": health). */
const sameMeaning = 0.8;
const sameField = 0.7;

export interface Terms {
  readonly terms: ReadonlySet<string>;
  readonly codes: ReadonlySet<string>;
  readonly days: ReadonlySet<string>;
}

export function termsOf(text: string): Terms {
  return {
    terms: new Set(analyse(text)),
    codes: new Set(codesIn(text)),
    days: new Set(daysIn(text).map(({ day }) => day)),
  };
}

/** How much a term is borne: 0 to 1. @param isWide also by any word of the field that it heads */
export function termBorne(term: string, terms: ReadonlySet<string>, isWide: boolean): number {
  if (terms.has(term)) return 1;
  if (/\p{N}/u.test(term)) return 0;
  const others = [...terms];
  if (others.some((other) => meansTheSame(term, other))) return sameMeaning;
  if (!isWide) return 0;
  const field = fieldOf(term);
  return others.some((other) => field.has(other)) ? sameField : 0;
}

/**
 * How a description is borne: by all of its terms, codes and days, or not at all. A record matches from a score of 0.7 on, which is that of a
 * description each of whose terms is borne by a word of its field.
 */
export function borneBy(
  { terms, codes, days, isWide }: Pick<Forgetting, "terms" | "codes" | "days" | "isWide">,
  text: Terms,
): Borne | undefined {
  if (!codes.every((code) => text.codes.has(code)) || !days.every((day) => text.days.has(day))) return undefined;
  if (terms.length === 0) return { by: "words", score: 1 };
  const scores = terms.map((term) => termBorne(term, text.terms, isWide));
  if (scores.includes(0)) return undefined;
  const score = scores.reduce((sum, one) => sum + one, 0) / scores.length;
  return { by: score === 1 ? "words" : "meaning", score };
}
