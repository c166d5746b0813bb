/** Yes where it was no, and no where it was yes: "Tomasz eats no meat at all", "he eats meat again". */
import { isLightTerm, reporterOf, saysPlainly } from "@loci/text";
import type { Focus } from "../question.ts";
import { readOnce, type Said, type Sentence } from "./said.ts";

/** The clause of a sentence that a denial stands in is not told apart: of a longer one nothing is compared. */
const longest = 140;
const denial = /\b(?:not|no|never|neither|nor|without|cannot)\b|n['\u2019]t\b/giu;
/** "No longer" tells of an end, "not only" of more. */
const other = /\b(?:no longer|not only|no problem|no doubt|not just|no matter|no (?:one|idea)|not (?:yet|sure|bad))\b/iu;

/** Whether a sentence denies what it tells of; undefined where that is not plain. */
const denies = readOnce(({ text }): boolean | undefined => {
  if (text.length > longest || other.test(text)) return undefined;
  const denials = text.match(denial)?.length ?? 0;
  return denials > 1 ? undefined : denials === 1;
});

/** Whether of what is asked by yes or no one sentence says yes, the newer one no, or the other way round, each with all of the asked words. */
export function isOtherPolarity(newer: Sentence, by: Said, older: Sentence, of: Said, { kinds, asked, names }: Focus): boolean {
  if (!kinds.has("yes_no") || asked.length === 0 || !by.names || !of.names) return false;
  const heavy = asked.filter((term) => !isLightTerm(term));
  if (heavy.length === 0 || (names.size === 0 && heavy.length < 2)) return false;
  if (![newer, older].every(({ terms }) => heavy.every((term) => terms.has(term)))) return false;
  if (by.hit.record.speaker !== of.hit.record.speaker || !saysPlainly(newer.text) || reporterOf(newer.text).name !== "")
    return false;
  const [now, before] = [denies(newer), denies(older)];
  return now !== undefined && before !== undefined && now !== before;
}
