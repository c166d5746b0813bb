import { analyse } from "@loci/text";
import { leading } from "./subject-terms.ts";
import { readOnce, type Said, type Sentence } from "./said.ts";

/** "Bo quit the mint", "Bo has just left": what one ends for oneself alone, as one does not who cancels, sells or closes something. */
const endsForSelf = readOnce(({ text }) =>
  /^\s*\p{Lu}[\p{L}'\u2019-]*(?: \p{Lu}[\p{L}'\u2019-]*){0,3} (?:(?:has|had|have|just|finally|recently|already|now|suddenly) ){0,3}(?:quit|quits|left|leaves|resigned|resigns|retired|retires|gave up|gives up|stopped|stops|dropped out|no longer|does(?:n['\u2019]t| not)|is(?:n['\u2019]t| not| no longer))\b/u.test(
    text,
  ),
);

const byPronoun = /^\s*(?:I|[Ss]he|[Hh]e|[Ww]e|[Tt]hey)\b/u;

/** The terms of the names joined before a sentence's verb: "Pia, Bo and Orla". */
const subjects = readOnce(
  ({ text }) =>
    new Set(analyse(/^\s*\p{Lu}[\p{L}'\u2019-]*(?:(?: |, | and |, and | & )\p{Lu}[\p{L}'\u2019-]*){0,8}/u.exec(text)?.[0] ?? "")),
);

/**
 * Whether a newer sentence ends something for somebody of whom the older text says nothing: that Bo quit the mint does not end that Pia works there.
 * Of several whom the older one is about, it ends nothing for those alone that the question names.
 */
export function isAnothersEnd(newer: Sentence, older: Sentence, of: Said, names: ReadonlySet<string>): boolean {
  if (newer.change !== "ends" || !endsForSelf(newer)) return false;
  const [who, whose] = [leading(newer), leading(older)];
  if (names.size > 0 && [...names].every((name) => subjects(older).has(name) && !newer.terms.has(name))) return true;
  // The user is meant by many words.
  if (who.size === 0 || who.has("user") || [...who].some((term) => of.terms.has(term))) return false;
  if ([...whose].some((term) => newer.terms.has(term))) return false;
  return whose.size > 0 || byPronoun.test(older.text);
}
