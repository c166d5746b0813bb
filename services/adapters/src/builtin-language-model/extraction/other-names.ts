/** What else somebody is called, where a text says it beside its clauses. */
import { name } from "./introductions.ts";

/** Whose other name, and what. */
export interface OtherName {
  readonly who: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** "Robert Tanner, better known as Bob": the name stands before. */
const besideName = new RegExp(
  `${name}(?:,? (?:(?:also|better|otherwise|formerly) )?known as|,? (?:a\\.?k\\.?a\\.?|alias)|, who (?:goes by|is (?:(?:also|better) )?(?:known as|called))|, nicknamed) ${name}`,
  "gu",
);
/** "Elizabeth Warren, called Liz, …": an aside; without its commas somebody telephoned. */
const aside = new RegExp(
  `${name}(?:, (?:also )?called(?: as)?| \\((?:called|aka|a\\.k\\.a\\.|known as|or)) ${name}(?=[,.;)]|$)`,
  "gu",
);
const forShort = new RegExp(`${name}(?:,| \\(|,? or) ${name} (?:for short|to (?:his|her|their|my|our|most) friends)`, "gu");
/** "Alejandro, everyone calls him Jandro", "Bartholomew, but he goes by Bart": nobody stands between the name and its pronoun. */
const byPronoun = new RegExp(
  `${name}(?:(?:,| \\(| [\u2013\u2014-]) ?(?:(?:but|and|though) )?| (?:but|and|though) )(?:(?:\\p{L}{1,20} ){1,3}calls? (?:him|her)|(?:he|she)(?: \\p{L}{1,10})? goes by) ${name}`,
  "gu",
);
/** "Jürgen Kessler (JK)". */
const initials = new RegExp(`${name} \\((\\p{Lu}{2,6})\\)`, "gu");
/** Days, and words that have a capital letter only at the head of a sentence. */
const noName =
  /^(?:The|An?|My|Our|Your|His|Her|Its|Their|This|That|I|We|You|He|She|They|It|But|And|So|User|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)$/;
const sentenceEnd = /(?<=\p{Ll}{3})(?<!\b(?:Prof|Capt))\.\s/u;

/** By what else a text says that somebody is known. */
export function otherNamesIn(text: string): OtherName[] {
  const named = [besideName, aside, forShort, byPronoun].flatMap((pattern) => [...text.matchAll(pattern)]);
  const shortened = [...text.matchAll(initials)].filter(([, who = "", short]) => firstLetters(who) === short);
  return [...named, ...shortened].flatMap((match) => {
    // A sentence that ends with a name, and the one that begins with the next.
    const who = (match[1]?.split(sentenceEnd).at(-1) ?? "").replace(/\.$/, "");
    const value = (match[2]?.split(sentenceEnd)[0] ?? "").replace(/\.$/, "");
    if (who === "" || value === "" || who === value || noName.test(who) || noName.test(value)) return [];
    return [{ who, value, start: match.index, end: match.index + match[0].length }];
  });
}

function firstLetters(who: string): string {
  return who
    .split(/[\s-]+/)
    .map((word) => word.slice(0, 1))
    .join("");
}
