/** A newer name in the place of one that the newer text still mentions: "Ms Haugen has taken over Edda's lessons from Mr Petrosyan". */
import { analyse, clausesOf, comesBeside, isLightTerm, saysPlainly } from "@loci/text";
import type { Focus } from "../question.ts";
import { mayHoldSeveral } from "./one-value.ts";
import { isPassage, readOnce, type Said, type Sentence } from "./said.ts";
import { leading } from "./subject-terms.ts";

/** Kinds of questions that no name answers. */
const unnamed: ReadonlySet<string> = new Set(["when", "how_many", "yes_no", "why", "how"]);
/** What has a capital and names nobody. */
const noName = new Set(
  analyse(
    `mr mrs ms dr prof i monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
     october november december`,
  ),
);
const written = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'\u2019-]+/gu;

/** Says by itself that one comes after another, though it may be for a while, or something else "still" is so. */
const handsOver =
  /\b(?:(?:tak(?:es?|en|ing)|took) (?:it |this |that )?over|replac(?:es?|ed|ing)|succeed(?:s|ed)|in place of|instead of|new (?:\p{Ll}+ ){0,3}(?:is|are|will be))\b/iu;

/** The terms of names: also of one that a sentence begins with, where that is no common word. */
const namesIn = readOnce(({ text }) => {
  const found = [...text.matchAll(written)].filter(({ index, 0: word }) => index > 0 || !isLightTerm(analyse(word)[0] ?? ""));
  return new Set(found.flatMap(([word]) => analyse(word)).filter((term) => !noName.has(term)));
});

/** Whether what is asked is told by another name now. */
export function isOtherName(
  newer: Sentence,
  by: Said,
  older: Sentence,
  of: Said,
  { terms, names, asked, kind, measure }: Focus,
): boolean {
  if (measure !== undefined || unnamed.has(kind ?? "")) return false;
  const isHandedOver = handsOver.test(newer.text);
  if (mayHoldSeveral(asked, kind) && !isHandedOver) return false;
  const isOfAsked = asked.length > 1 && asked.every((term) => newer.terms.has(term));
  if (!(by.names || isOfAsked) || !of.names || !isPassage(by.hit)) return false;
  // "Our cat sitter is Philippa": what she does is told in other words.
  const isNear =
    newer.change !== undefined && newer.tells === asked.length && asked.some((term) => !isLightTerm(term) && older.terms.has(term));
  if (older.tells === 0 && !(isNear && kind === "who")) return false;
  if (by.hit.record.speaker !== of.hit.record.speaker) return false;
  if (newer.text.endsWith("?") || !(isHandedOver || (saysPlainly(newer.text) && !comesBeside(newer.text)))) return false;
  // What both begin with is whom, or where, they are about.
  const isOfBoth = (term: string) => leading(newer).has(term) && leading(older).has(term);
  const before = [...namesIn(older)].filter((term) => !terms.has(term) && by.terms.has(term) && !isOfBoth(term));
  if (before.length === 0) return false;
  // "The plan fell through. We stay in Bonn."
  if (by.sentences.some((one) => one !== newer && one.tells >= older.tells && before.some((term) => one.terms.has(term))))
    return false;
  const now = [...namesIn(newer)].filter((term) => !terms.has(term) && !older.terms.has(term));
  if (now.length === 0) return false;
  const isOfSame =
    names.size > 0 ||
    asked.some((term) => !isLightTerm(term) && by.terms.has(term)) ||
    (newer.change !== undefined && by.tells >= older.tells);
  return isOfSame && isApart(newer, before, now);
}

/** Whether the one named before is not whom the sentence is about, or another clause names the new one. */
function isApart(newer: Sentence, before: readonly string[], now: readonly string[]): boolean {
  if (!before.some((term) => leading(newer).has(term))) return true;
  const { text } = newer;
  const clauses = clausesOf(text).map(({ start, end }) => new Set(analyse(text.slice(start, end))));
  return clauses.some((clause) => now.some((term) => clause.has(term)) && !before.some((term) => clause.has(term)));
}
