import { analyse, questionFocus } from "@loci/text";

/** What is to be forgotten, as it is looked for. */
export interface Forgetting {
  /** What is left when the request's own words ("forget everything I said about …") are taken away. */
  readonly subject: string;
  /** The terms that it is about, without those of names. */
  readonly terms: readonly string[];
  /** The terms of each name: whatever matches has to hold all of them. */
  readonly names: readonly (readonly string[])[];
  /** It speaks of who asks ("my address") and of nobody else. */
  readonly isOwn: boolean;
}

const things = "memor(?:y|ies)|facts?|information|info|details?|things?|data|mentions?|statements?";
const openers: readonly RegExp[] = [
  /^(?:please|kindly)\s+/i,
  /^(?:forget|delete|erase|remove|purge)\s+/i,
  /^(?:everything|anything|whatever|what|all)\s+/i,
  new RegExp(`^(?:the |any |of |my )*(?:${things})\\s+(?=(?:that|which|about|of|on|i|we|you|regarding|concerning)\\b)`, "i"),
  /^(?:that\s+|which\s+)?(?:i|we|you)\s+(?:(?:ever|have|had)\s+)*(?:said|told\s+you|mentioned|know|remember|wrote|learned)\s+/i,
  /^(?:about|regarding|concerning|related\s+to)\s+/i,
];
const firstPerson = /\b(?:i|me|my|mine|we|us|our|ours)\b/i;

/** @param known names of entities that the text holds, which need not be written in capitals */
export function readForgetting(text: string, known: readonly string[] = []): Forgetting {
  const subject = subjectOf(text);
  const focus = questionFocus(subject);
  const names = [...focus.names, ...known].map(analyse).filter((terms) => terms.length > 0);
  const ofNames = new Set(names.flat());
  const terms = [...new Set(focus.terms)].filter((term) => !ofNames.has(term));
  return { subject, terms, names, isOwn: names.length === 0 && speaksOfSelf(subject) };
}

export function speaksOfSelf(text: string): boolean {
  return firstPerson.test(text.replace(/\bUS\b/g, ""));
}

/** Takes the request's own words away, as long as something is left to look for. */
function subjectOf(text: string): string {
  let rest = text.trim();
  for (let before = ""; before !== rest; ) {
    before = rest;
    for (const opener of openers) {
      const shorter = rest.replace(opener, "");
      if (analyse(shorter).length > 0) rest = shorter;
    }
  }
  return rest;
}
