import { analyse, isLightTerm, mayTellChange } from "@loci/text";
import { readOnce } from "./said.ts";

/** The terms of common words before a sentence's verb, or before its colon; a label of several words before more of them is none of these. */
export const subjectTerms = readOnce(({ text }) => {
  const [before = ""] = text
    .replace(/^[^:.!?]{1,60}:\s(?=(?:\p{L}+ ){2})/u, "")
    .split(/:\s|\b(?:is|are|am|was|were|has|have|had|will|gets?|got|it['\u2019]s|\p{L}{3,}ed (?:to|from|by|with|over))\b|,/u, 4)
    .filter((part) => analyse(part).length > 0);
  return new Set(analyse(before).filter((term) => !isLightTerm(term) && !mayTellChange([term]) && !/^\d/.test(term)));
});

/** The terms of the name that a sentence begins with: whom it is about. */
export const leading = readOnce(({ text }) => {
  const name = analyse(/^\s*(?:the )?(?:user|\p{Lu}[\p{L}'\u2019-]*(?: \p{Lu}[\p{L}'\u2019-]*){0,3})/u.exec(text)?.[0] ?? "");
  // "Cancelled Streamly" begins with a deed of who speaks.
  return new Set(name.length > 1 && /^\s*\p{L}+ed\b/u.test(text) && mayTellChange(name.slice(0, 1)) ? [] : name);
});

/** The terms that stand right behind another one, with that. */
export const modifiers = readOnce(({ text }) => {
  const words = text.split(/\s+/u).map((word) => ({ term: analyse(word).at(-1), isLast: /[.,;:!?]$/.test(word) }));
  return new Map(
    words.flatMap(({ term }, i) => {
      const before = words[i - 1];
      return term !== undefined && before?.term !== undefined && !before.isLast ? [[term, before.term] as const] : [];
    }),
  );
});
