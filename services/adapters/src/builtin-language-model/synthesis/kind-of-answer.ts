import { analyse, questionFocus, type QuestionKind } from "@loci/text";
import type { Asked } from "./asked.ts";
import type { Statement } from "./statements.ts";

const calendar =
  /\b(?:(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tonight|tomorrow|yesterday|ago|soon|noon|midnight|spring|summer|autumn|winter|christmas|easter|(?:last|next|this) \w+|\d{1,2}(?:st|nd|rd|th)|\d{4}|\d{1,2}[:.]\d\d|\d{1,2} ?[ap]m)\b|\d/i;
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

/**
 * Whether a statement holds the kind of answer that is asked for: a time, a number, a place, a name. Undefined where the question asks for no
 * kind that words tell.
 */
export function holdsKind(
  { kinds, wantsName, names }: Pick<Asked, "kinds" | "wantsName" | "names">,
  statement: Pick<Statement, "fact" | "text" | "kind">,
): boolean | undefined {
  const { fact } = statement;
  const text = fact ? fact.value : statement.text;
  if (kinds.has("who") || wantsName) return saysName(text, fact?.subject ?? "", names);
  for (const [kind, pattern] of Object.entries(patterns) as [QuestionKind, RegExp][]) {
    if (!kinds.has(kind)) continue;
    if (kind === "where" && fact) return placeKey.test(fact.key) || place.test(`${fact.key} ${text}`) || /^\p{Lu}/u.test(text);
    return pattern.test(text);
  }
  return undefined;
}

const nobody = /\b(?:alone|nobody|no one|by (?:my|your|him|her|them)sel(?:f|ves))\b/i;

/** Whether it names somebody or something that the question does not. */
function saysName(text: string, subject: string, names: ReadonlySet<string>): boolean {
  if (nobody.test(text)) return true;
  const said = [...questionFocus(text).names, ...(subject === "" || subject === "user" ? [] : [subject])];
  return said.some((name) => analyse(name).some((term) => !names.has(term)));
}
