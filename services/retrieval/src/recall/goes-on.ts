/** What a newer text says to be as it was, though it names the same and tells of an end or a change. */
import { analyse, clausesOf, isLightTerm, tellsOf, toldBy } from "@loci/text";
import type { Focus } from "../question.ts";
import { readOnce, type Said, type Sentence } from "./said.ts";

/** "otherwise as usual", "she remains our DPO", "no changes": a clause that says so. */
const continuing =
  /\b(?:(?:as (?:before|ever|usual|always))(?! (?:these days|nowadays|now)\b)|no changes?|nothing (?:else )?(?:has )?chang(?:es|ed)|unchanged|(?:not|n['\u2019]t|un) ?affected|carry on|carries on|back to normal|all safe|(?:up and )?running (?:again|since)|soldier(?:s|ing)? on|let it be|(?:he|she|they|it|who) (?:still|remains?|stays?)\b|remains? (?:the|our|my|his|her|their|in|at|with|a|an)\b)/iu;
const clausesGoingOn = readOnce(({ text }) =>
  clausesOf(text)
    .map(({ start, end }) => text.slice(start, end))
    .filter((clause) => continuing.test(clause)),
);

/** Whether a newer text says, of what an older sentence tells or of nothing else, that it goes on. */
export function saysItGoesOn(by: Said, older: Sentence, { terms }: Focus): boolean {
  return by.sentences
    .flatMap((sentence) => clausesGoingOn(sentence))
    .some((clause) => {
      const own = analyse(clause).filter((term) => !isLightTerm(term) && !ofContinuing.has(term));
      return own.every((term) => !/^\p{L}/u.test(term)) || own.some((term) => older.terms.has(term) || terms.has(term));
    });
}
const ofContinuing = new Set(
  analyse(
    "otherwise before ever usual always change changes nothing unchanged affected carry normal safe running remains stays still",
  ),
);

/** "Soo-jin's manager left", "the company's logo is new": whose it is, and what. */
const possession =
  /^(?:(?:the )?user (?:said|says|mentioned|told me)(?: that)? )?(?:(?:the|my|our) )?((?:(?:Mrs?|Ms|Dr)\. )?\p{L}[\p{L}-]*(?: \p{Lu}[\p{L}-]*)?)['\u2019]s? ((?:(?:old|new|own|head|last|first) )*\p{L}[\p{L}-]*)/u;
/** What belongs to somebody and happens to them: "Leo's first day at Hillside". */
const happening =
  /\b(?:days?|weeks?|months?|years?|term|season|shift|birthday|move|transfer|promotion|return|wedding|divorce|funeral|resignation|retirement|departure|contract|stay|time|turn)$/iu;
const possessed = readOnce(({ text }) => {
  const clause = clausesOf(text)[0];
  const [, whose = "", what = ""] = possession.exec(clause === undefined ? text : text.slice(clause.start, clause.end)) ?? [];
  return { whose: analyse(whose), what: analyse(what), isEvent: happening.test(what) };
});

/**
 * Whether a newer sentence begins with something that belongs to whom an older one is about, and tells nothing else of what that one
 * says, nor of what is asked: "Soo-jin's manager left" does not end that she is a designer.
 */
export function isOfWhatTheyHave(newer: Sentence, older: Sentence, { asked }: Focus): boolean {
  const { whose, what, isEvent } = possessed(newer);
  if (whose.length === 0 || what.length === 0 || isEvent || !whose.every((term) => older.terms.has(term))) return false;
  // "Pia's doctor replaced the thyme" is of what she takes.
  const isOfMore = [...newer.terms].some((term) => older.terms.has(term) && !whose.includes(term) && !isLightTerm(term));
  if (isOfMore) return false;
  const told = toldBy(newer.text);
  return !asked.some((term) => !older.terms.has(term) && tellsOf(term, told)) && !asked.some((term) => what.includes(term));
}
