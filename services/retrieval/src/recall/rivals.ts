/** Hits that answer the same question of something else than it names. */
import { analyse, asksForAll, questionFocus, tellsOf } from "@loci/text";
import type { CheckedHit } from "../fuse/fold.ts";
import type { Focus, Question } from "../question.ts";
import { calledIn } from "./called.ts";
import { hasEnded } from "./by-standing.ts";
import { kin, relativeIn } from "./relative.ts";
import { isPassage, maxCharacters } from "./said.ts";
import { ofWords, wordsOf } from "../words.ts";

/** More is not looked at. */
const looked = 24;

interface Told {
  readonly hit: CheckedHit;
  /** Its words as it says them; a fact's subject is its first name. */
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  /** The asked terms, beside names, of which it tells. */
  readonly tells: readonly string[];
  /** It has every name of the question. */
  readonly isNamed: boolean;
}

/**
 * The hits without those that say of another what the question asks of whom or what it names, where one before them says it of that: nobody who asks
 * which instrument Paloma plays is answered by what Ximena plays. What tells anything more of what is asked stays.
 */
export function withoutRivals(
  hits: readonly CheckedHit[],
  { focus, text, time }: Pick<Question, "focus" | "text" | "time">,
): CheckedHit[] {
  const { names, asked } = focus;
  const kin = kinIn(text);
  if (asked.length === 0 || time.tense === "former" || time.wanted !== "" || asksForAll(text)) return [...hits];
  if (names.size === 0 && asked.length < 2 && kin.size === 0) return [...hits];
  const said = hits.slice(0, looked).map((hit) => toldOf(hit, focus));
  const isOfKin = ({ terms }: Told) => kin.size === 0 || [...kin].some((term) => terms.has(term));
  const answer = said.find(
    (one) => one.isNamed && isOfKin(one) && one.tells.length > 0 && !hasEnded(one.hit) && tellsAll(one, focus),
  );
  if (answer === undefined) return [...hits];
  const rivals = said
    .slice(said.indexOf(answer) + 1)
    .filter(
      (one) =>
        isRival(one, answer, focus) ||
        isOfOtherBearer(one, focus) ||
        isOfOtherKin(one, kin) ||
        isBesideTheQuestion(one, answer, focus),
    );
  const turns = new Set(rivals.flatMap(({ hit }) => (isPassage(hit) && isShort(hit) ? [hit.record.turnId] : [])));
  const isOfRival = (one: Told) => !isPassage(one.hit) && turns.has(one.hit.record.turnId) && one.tells.length > 0 && !one.isNamed;
  const out = new Set(said.filter((one) => rivals.includes(one) || isOfRival(one)).map(({ hit }) => hit));
  return hits.filter((hit) => !out.has(hit));
}

function toldOf(hit: CheckedHit, { asked, names, called }: Focus): Told {
  const { entityName, speaker } = hit.record;
  const text = hit.record.text.slice(0, maxCharacters);
  const said = wordsOf(text);
  const terms = new Set([
    ...said.list,
    ...analyse(entityName),
    ...(isPassage(hit) ? analyse(speaker) : []),
    ...calledIn(hit, called),
  ]);
  const tells = asked.filter((term) => terms.has(term) || tellsOf(term, said.told));
  return { hit, text, terms, tells, isNamed: [...names].every((name) => terms.has(name)) };
}

/** Whether it tells of most of what is asked, and literally of something. */
function tellsAll({ tells, terms }: Told, { asked }: Focus): boolean {
  return tells.length * 2 >= asked.length && asked.some((term) => terms.has(term));
}

function isRival(one: Told, answer: Told, focus: Focus): boolean {
  const { names, terms } = focus;
  if (one.hit.ranked.candidate.class === "entity" || one.tells.length === 0) return false;
  if (one.tells.some((term) => !answer.tells.includes(term))) return false;
  if (isPassage(one.hit) && !isShort(one.hit)) return false;
  if (names.size === 0) return hasOtherModifier(one, answer, focus);
  if ([...names].some((name) => one.terms.has(name))) return false;
  if (analyse(one.text).every((term) => terms.has(term))) return false;
  if (isOfOthers(one, answer)) return true;
  const [own, other] = [slotOf(answer, names, focus), slotOf(one, undefined, focus)];
  // "I ran the Hamburg marathon": who asks is the one that nobody else's run is of.
  if (focus.isOwn && isOwn(answer) && !isOwn(one)) return other === "before";
  return own !== "" && own === other;
}

/** Whether it tells nothing of what is asked, nor of whom: a fact, or a short text or a name where another one tells all of it. */
function isBesideTheQuestion(one: Told, answer: Told, { names, asked, kinds }: Focus): boolean {
  if (one.tells.length > 0 || [...names].some((name) => one.terms.has(name))) return false;
  if (one.hit.ranked.candidate.class === "fact") return true;
  // Who is asked for is told in one sentence; why, how and what for may be told in others.
  const asksForOne = kinds.has("who") || kinds.has("where") || kinds.has("when") || kinds.has("how_many");
  const isLittle = one.hit.ranked.candidate.class === "entity" || (isPassage(one.hit) && isShort(one.hit));
  return asksForOne && isLittle && answer.tells.length === asked.length && answer.hit.record.turnId !== one.hit.record.turnId;
}

const pronoun = /\b(?:he|she|they|it|his|her|hers|their|its|him|them)\b/iu;

/** Whether a fact, or a short text without a pronoun, is of another person, or of the one who speaks, where the answer is of a person. */
function isOfOthers(one: Told, answer: Told): boolean {
  const { entityType, entityName } = one.hit.record;
  if (!isPassage(one.hit)) return entityType === "Person" && entityName !== "user" && entityName !== answer.hit.record.entityName;
  const isFirst = /^(?:\p{L}+,? )?(?:I|I['\u2019]m|[Ww]e|[Mm]y|[Oo]ur)\b/u.test(one.text);
  return isFirst && !isOwn(answer) && !pronoun.test(one.text);
}

const namesIn = ofWords((text) => questionFocus(text).names);

/** Whether it tells of another one who has a part of the asked name: "Tom Baker" of "Tom Reilly". */
function isOfOtherBearer({ hit, text, isNamed }: Told, { names }: Focus): boolean {
  if (isNamed || names.size < 2 || (isPassage(hit) && !isShort(hit))) return false;
  const named = isPassage(hit) ? namesIn(text) : [hit.record.entityName];
  return named.some((name) => {
    const terms = analyse(name);
    return terms.length > 1 && terms.some((term) => names.has(term)) && terms.some((term) => !names.has(term));
  });
}

const kinWord = new RegExp(`\\b(?:my|our|the user['\u2019]s) (?:\\p{L}+ )?(${kin})\\b`, "giu");

/** The terms of the relatives, friends and colleagues of one's own in a text. */
function kinIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(kinWord)].flatMap(([, word = ""]) => analyse(word)));
}

/** Whether a short text tells of another relative than the one who is asked about. */
function isOfOtherKin({ hit, text, terms }: Told, asked: ReadonlySet<string>): boolean {
  if (asked.size === 0 || !isPassage(hit) || !isShort(hit) || [...asked].some((term) => terms.has(term))) return false;
  return relativeIn(text) !== undefined;
}

function isOwn({ hit }: Told): boolean {
  const { entityName, text } = hit.record;
  return isPassage(hit) ? /\b(?:I|[Mm]y|[Mm]e|[Ww]e|[Oo]ur|us|[Uu]ser)\b/.test(text) : entityName === "user";
}

/** One or two sentences: a longer text says more than what its rival would. */
function isShort({ record: { text } }: CheckedHit): boolean {
  return text.length <= 200;
}

/**
 * Where a name stands to what is asked: before it ("Paloma plays"), or right behind it and a preposition ("contact at Osprey"). "" where it stands
 * in no such place.
 * @param names of the name; any name where there are none
 */
function slotOf({ text }: Told, names: ReadonlySet<string> | undefined, { asked }: Focus): string {
  const tokens = text.split(/\s+/u);
  const isAsked = (token: string) =>
    analyse(token).some((term) => asked.includes(term) || asked.some((one) => tellsOf(one, new Set([term]))));
  const named = namesIn(text).filter((name) => names === undefined || analyse(name).some((term) => names.has(term)));
  for (const name of named) {
    const first = name.split(" ")[0] ?? "";
    const at = tokens.findIndex((token) => token.startsWith(first));
    if (at < 0) continue;
    if (at >= 2 && /^(?:at|in|of|for|with|from|on)$/iu.test(tokens[at - 1] ?? "") && isAsked(tokens[at - 2] ?? ""))
      return tokens[at - 1] ?? "";
    if (tokens.slice(at + 1).some(isAsked) && !tokens.slice(0, at).some(isAsked)) return "before";
  }
  return "";
}

/** Whether it has another word before a common one where the answer has the asked one: "the image service" for "the mail service". */
function hasOtherModifier(one: Told, answer: Told, { asked, terms }: Focus): boolean {
  const [own, other] = [pairsOf(answer.text), pairsOf(one.text)];
  return [...own].some(([head, modifier]) => {
    const instead = other.get(head);
    // "user friend: Folake" is of no other friend.
    if (instead === undefined || instead === modifier || instead === "user" || !asked.includes(head) || !asked.includes(modifier))
      return false;
    return !one.terms.has(modifier) && !terms.has(instead);
  });
}

/** Terms with the one right before each. */
function pairsOf(text: string): ReadonlyMap<string, string> {
  const words = text.split(/\s+/u).map((word) => analyse(word).at(-1));
  return new Map(
    words.flatMap((term, i) => {
      const before = words[i - 1];
      return term === undefined || before === undefined ? [] : [[term, before] as const];
    }),
  );
}
