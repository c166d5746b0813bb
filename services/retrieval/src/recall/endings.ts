/** What a sentence that ends something is the end of, by its words alone. */
import { analyse, isLightTerm, tellsOf } from "@loci/text";
import type { Focus } from "../question.ts";
import { readOnce, type Said, type Sentence } from "./said.ts";
import { leading } from "./subject-terms.ts";

/** Whether a sentence ends what is named, and an older one tells that it went on: "I cancelled Filmin" of "Signed up for Filmin". */
export function isEndOf(names: ReadonlySet<string>, newer: Sentence, older: Sentence): boolean {
  const isObject = (term: string) =>
    newer.ending.has(term) && older.terms.has(term) && !leading(newer).has(term) && !leading(older).has(term);
  return names.size > 0 && [...names].every(isObject) && isOngoing(older);
}

/** Whether a sentence tells of something that goes on: what is so, or what was begun. */
export function isOngoing(sentence: Sentence): boolean {
  return isState(sentence) || isStart(sentence);
}

/** Whether a sentence tells of the beginning of something that goes on: "Signed up for Netflix". */
const isStart = readOnce(({ text }) =>
  /\b(?:signed up|subscribed|joined|enrol(?:l)?ed|registered|started|began|took (?:up|out|on)|bought|got|opened|adopted|rented|leased|hired|installed|moved in|switched to|picked up)\b/i.test(
    text,
  ),
);

/** Whether a sentence says what is so, not what happened. */
const isState = readOnce(
  ({ text }) =>
    /\b(?:is|are|am|has|have)\b|['\u2019][sm]\b|\b(?:I|[Ww]e|[Tt]hey) (?!\p{L}+ed\b)\p{Ll}+/u.test(text) ||
    /^(?:\p{L}+ ){0,3}?\p{L}+ \p{Ll}+[^s\W]s\b/u.test(text) ||
    /^(?!.{0,60}\bevent: )[^:]{1,60}: /.test(text),
);

const endsAll =
  /\b(?:cancel(?:l?ed|s)|pulled the plug on|scrapped|axed|discontinued|shut down|closed|terminated|abandoned|called off|phased out|decommissioned|dropped|ditched)\b/iu;

/** Whether somebody ends, as a whole, what the question names: "Management pulled the plug on Heron". */
export function isEndOfWhole(newer: Sentence, names: ReadonlySet<string>): boolean {
  const isObject = (name: string) => newer.ending.has(name) && !leading(newer).has(name);
  return names.size > 0 && endsAll.test(newer.text) && [...names].every(isObject);
}

/** "I quit on New Year's Day": of what it is the end, what is said beside it tells. */
export const isBareEnd = readOnce(({ text }) =>
  /^(?:(?:and|but|so|then) )?(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|\p{Lu}\p{L}{1,40})(?:['\u2019]ve| have| has)? (?:(?:finally|just|really|completely|now|also) ){0,2}(?:quit|stopped|gave (?:it )?up|given (?:it )?up)(?: (?:on|in|at|last|this|since|for good|today|yesterday|completely|altogether|again|cold turkey)\b[^.,;]{0,40})?[.!]*$/u.test(
    text,
  ),
);

/** Whether a sentence ends the very thing that is asked for, which an older one tells by another word: "gave up coffee" of "three espressos a day". */
export function endsAsked(newer: Sentence, older: Sentence, { asked }: Focus): boolean {
  if (older.tells < asked.length) return false;
  const ended = asked.filter((term) => newer.ending.has(term) && !isLightTerm(term));
  return ended.some((term) => !older.terms.has(term)) && asked.every((term) => ended.includes(term) || older.terms.has(term));
}

/** Why and for what something ended names nothing else that did: "shaved his head for charity". */
const besideEnd = readOnce(
  ({ text }) => new Set(analyse(/\b(?:for|because|after|when|before|due to|thanks to|since)\b.*$/isu.exec(text)?.[0] ?? "")),
);

/** Whether what ends is named by more than the question says. */
export function endsOther(newer: Sentence, { names, terms, asked }: Focus): boolean {
  if (isEndOfWhole(newer, names)) return false;
  const beside = besideEnd(newer);
  const own = [...newer.ending].filter(
    (term) => !terms.has(term) && !isLightTerm(term) && !saysNothing.has(term) && !beside.has(term) && !/^\d+$/.test(term),
  );
  return own.some((term) => !asked.some((one) => tellsOf(one, new Set([term]))));
}

/** Words of an ending that name nothing of which it is the end. */
const saysNothing = new Set(
  analyse(`
  stopped quit resigned retired gave up given cancelled ended left lost dropped longer sold died redundant fired dismissed sacked laid notice
  pulled plug split shaved empty vacant rolled back disabled reverted switched turned off suspended deactivated
  handed divorced separated split broke broken burned closed shut over used good monday tuesday wednesday thursday friday saturday sunday
  january february march april May june july august september october november december spring summer autumn winter
  `),
);

/** The terms that a newer text says to have ended, or given up for something else, of an older sentence: what ends of a list. */
export function endedOf(newer: Said, older: Sentence, { terms }: Focus): ReadonlySet<string> {
  const ending = newer.sentences.flatMap((one) =>
    one.change === "ends" ? [...one.ending] : one.change === "changes" ? givenUp(one) : [],
  );
  return new Set(ending.filter((term) => older.terms.has(term) && !terms.has(term) && !isLightTerm(term)));
}

/** What another one takes the place of: "switched from Jira to Linear", "replaced Jenkins with Actions". */
const givenUp = readOnce(({ text }) =>
  [
    ...text.matchAll(
      /\b(?:from|off|replac(?:es|ed|ing)|instead of|rather than|dropped|ditched|swapped|traded) (?:the |my |our |his |her |their )?(\p{L}[\p{L}\p{N}-]*(?: \p{Lu}[\p{L}\p{N}-]*)*)/giu,
    ),
  ].flatMap(([, what = ""]) => analyse(what)),
);
