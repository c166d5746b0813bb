/** Whether words hold the kind of answer that a question asks for: a time, a number, a place, a name. */
import { analyse } from "./analyse.ts";
import { questionFocus, type QuestionKind } from "./question.ts";

/** Marigold, Janine and Augusta are no months. */
const calendar =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tonight|tomorrow|yesterday|ago|soon|noon|midnight|spring|summer|autumn|winter|christmas|easter|(?:last|next|this) \w+|\d{1,2}(?:st|nd|rd|th)|(?<![\d-])[12]\d{3}|\d{1,2}[:.]\d\d|\d{1,2} ?[ap]m)\b|(?<![\d-])\d{1,2}(?![\d-])/i;
const number =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundreds?|thousands?|dozens?|once|twice|none|no|both|half)\b/i;
const place =
  /\b(?:in|at|to|from|near|with|on|by|behind|under|above|beside|next|opposite|around|outside|inside|here|there|home|abroad|back|upstairs|downstairs)\b/i;
const duration = /\b(?:since|until|till|for|minutes?|hours?|days?|weeks?|months?|years?)\b/i;
const rate =
  /\b(?:every|daily|weekly|monthly|yearly|once|twice|times|each|a (?:day|week|month|year)|always|never|often|\w+days)\b/i;
const reason = /\b(?:because|since|as|due|so that|so|for|after|caused?|reason|thanks to|in order|why|to)\b/i;

const patterns: Partial<Record<QuestionKind, RegExp>> = {
  when: calendar,
  how_many: number,
  how_much: number,
  how_long: duration,
  how_often: rate,
  where: place,
  why: reason,
};

/** Keys of facts that tell where, whatever their value looks like. */
const placeKey =
  /residence|live|location|address|based|home|city|town|country|origin|birthplace|headquarters|employer|team|school|stays?|moved?/;

/** "Item 2:" counts and dates nothing. */
const enumerated = /^(?:\p{L}+ )?\d{1,3}[:.)] /u;

/** What a question asks for, as far as the kind of its answer goes. */
export interface WantedKind {
  readonly kinds: ReadonlySet<QuestionKind>;
  /** What somebody or something is called. */
  readonly wantsName: boolean;
  /** The terms of the names in the question: these answer nobody who asks for a name. */
  readonly names: ReadonlySet<string>;
}

/** A sentence, or the value of a fact with its subject and key. */
export interface Answering {
  readonly text: string;
  readonly fact?: { readonly subject: string; readonly key: string; readonly value: string } | undefined;
}

/** Whether words hold the kind of answer; undefined where the question asks for no kind that words tell. */
export function holdsAnswer({ kinds, wantsName, names }: WantedKind, { text: words, fact }: Answering): boolean | undefined {
  const text = fact ? fact.value : words.replace(enumerated, "");
  if (kinds.has("who") || wantsName) return saysName(text, fact?.subject ?? "", names);
  for (const [kind, pattern] of Object.entries(patterns) as [QuestionKind, RegExp][]) {
    if (!kinds.has(kind)) continue;
    if (kind === "where" && fact) {
      const key = fact.key.replaceAll("_", " ");
      // "lives by: harbour", "lives on: weekends": what stands beside a home, and no place by itself.
      if (/^(?:also )?liv(?:es?|ing) (?!(?:in|at)\b)/.test(key)) return false;
      const isName = /^\p{Lu}/u.test(text) && analyse(text.replace(titles, "")).some((term) => !names.has(term));
      return placeKey.test(key) || place.test(`${key} ${text}`) || isName;
    }
    return pattern.test(text);
  }
  return undefined;
}

/** "Mrs. Bianca Ferro" names nobody else than "Bianca Ferro", and no place. */
const titles = /\b(?:m(?:rs?|s|iss)|dr|prof(?:essor)?|sir|madam|herr|frau)\b\.?/giu;

const nobody = /\b(?:alone|nobody|no one|by (?:my|your|him|her|them)sel(?:f|ves))\b/i;

/** Whether it names somebody or something that the question does not. */
function saysName(text: string, subject: string, names: ReadonlySet<string>): boolean {
  if (nobody.test(text)) return true;
  // "HX-55120" is a number.
  const named = questionFocus(text).names.filter((name) => !/\d/.test(name));
  const said = [...named, ...(subject === "" || subject === "user" ? [] : [subject])];
  return said.some((name) => analyse(name.replace(titles, "")).some((term) => !names.has(term)));
}

const aboutName = /\b(?:called|named?|names)\b/iu;

/** Whether a question asks what somebody or something is called. */
export function asksForName(question: string): boolean {
  return aboutName.test(question);
}

/**
 * The terms behind the last preposition of a question, where others stand before it: in what circumstances it is so, which the answer often leaves
 * unsaid ("... for her birthday").
 */
export function adjunctTerms(question: string, isHeavy: (term: string) => boolean): ReadonlySet<string> {
  const at = question.search(
    /\b(?:in|on|at|for|from|to|with|during|by) (?:(?!\b(?:in|on|at|for|from|to|with|during|by) )[^?])*\??$/iu,
  );
  if (at < 0) return new Set();
  const before = new Set(analyse(question.slice(0, at)));
  return new Set([...before].some(isHeavy) ? analyse(question.slice(at)).filter((term) => !before.has(term)) : []);
}
