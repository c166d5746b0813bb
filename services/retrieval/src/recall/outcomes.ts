/** A state, and what tells that it has come to its end in words that share none with it: "is pregnant", "had her baby". */
import { readOnce, type Said, type Sentence } from "./said.ts";
import { analyse, saysPlainly } from "@loci/text";
import type { Focus } from "../question.ts";
import { kin, relativeIn } from "./relative.ts";
import { leading } from "./subject-terms.ts";

/** What was so, and what has become of it: both are of the same one. */
const pairs: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:pregnant|expecting (?:a (?:baby|child|boy|girl)|twins|(?:my|our|her|their) \p{L}+ (?:baby|child)))\b/iu,
    /\b(?:had (?:her|the|our|their|a|my) (?:\p{L}+ )?(?:baby|twins|boy|girl)|gave birth|(?:daughter|son|baby|twins|boy|girl)\b.{0,40}\b(?:was|were) born|(?:was|were) born|welcomed (?:a|our|their|her) (?:\p{L}+ )?(?:baby|daughter|son|girl|boy))\b/iu,
  ],
  [
    /\b(?:engaged|fianc[\u00e9e]e?s?)\b(?! in\b)/iu,
    /\b(?:tied the knot|got married|(?:is|are) (?:now )?married|married (?:each other|in|on|at|last|\p{Lu})|broke (?:off )?the(?:ir)? engagement|called off the wedding)\b/u,
  ],
  [
    /\b(?:going out with|dating|seeing|together with|in a relationship|(?:boy|girl)friend|partner)\b/iu,
    /\b(?:(?:have |has |had )?split(?: up)?|broke up|broken up|parted ways|(?:is|are) no longer together|not together any ?more)\b/iu,
  ],
  [
    /\b(?:vegetarian|vegan|veggie|eats? no (?:meat|fish)|does(?:n['\u2019]t| not) eat (?:meat|fish))\b/iu,
    /\b(?:eat(?:s|ing)? (?:meat|fish|chicken|beef|pork|ham|eggs|dairy|cheese|sausages?|bacon) again|start(?:ed|s) (?:to eat|eating) (?:meat|fish|chicken)|(?:no longer|not) (?:a )?(?:vegetarian|vegan|veggie)(?: any ?more)?)\b/iu,
  ],
  [
    /\b(?:(?:looking|searching|hunting) for|needs) (?:an? )?(?:new )?(?:job|work|flat|apartment|house|place)\b|\b(?:unemployed|out of work|job[- ]hunting)\b/iu,
    /\b(?:got|found|landed|accepted|started)\b.{0,30}\b(?:job|position|flat|apartment|house|place|offer)\b/iu,
  ],
  [
    /\b(?:in (?:the )?hospital|on (?:sick|parental|maternity|paternity) leave|off sick)\b/iu,
    /\b(?:discharged|out of (?:the )?hospital|home (?:again )?from (?:the )?hospital|back (?:at|to) work|back from (?:sick |parental |maternity |paternity )?leave)\b/iu,
  ],
];

/** What somebody is still to do. */
const toDo = /\b(?:must|has to|have to|had to|needs? to|need to|is to)\b|\btask: /iu;
const deeds: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:hand in|submit|turn in|deliver)\b/iu, /\b(?:handed in|submitted|turned in|delivered)\b/iu],
  [/\b(?:pay)\b/iu, /\b(?:paid)\b/iu],
  [/\b(?:finish|complete|write)\b/iu, /\b(?:finished|completed)\b/iu],
  [/\b(?:renew)\b/iu, /\brenewed\b/iu],
  [/\b(?:call)\b/iu, /\bcalled\b(?! off)/iu],
  [/\b(?:book)\b/iu, /\bbooked\b/iu],
  [/\b(?:return|give back|bring back)\b/iu, /\b(?:returned|gave back|brought back)\b/iu],
  [/\b(?:buy)\b/iu, /\bbought\b/iu],
];

const undone = /\b(?:not|never|no)\b|n['\u2019]t\b/iu;
const death = /\b(?:died|passed away|was put down|has died|is dead)\b/iu;
const ofLife = new Set(analyse("alive live living age old birthday health well doing"));
const isAged = readOnce(({ text }) =>
  /\b(?:is|are|turned|turns) (?:now )?(?:\d{1,3}|\p{L}+ (?:weeks|months|years))\b|\bage: /iu.test(text),
);
/** "Nadia's sister had her baby" tells of another one. */
const ofKin = new RegExp(`^\\s*\\p{Lu}[\\p{L}-]*['\u2019]s (?:\\p{Ll}+ )?(?:${kin})\\b`, "u");
const firstPerson = /\b(?:I|[Ww]e|[Mm]y|[Oo]ur|[Mm]e)\b/u;

/** Which states and deeds a sentence tells the outcome of. */
const outcomesIn = readOnce(({ text }) => pairs.flatMap(([, after], i) => (after.test(text) ? [i] : [])));
const deedsIn = readOnce(({ text }) => deeds.flatMap(([, after], i) => (after.test(text) ? [i] : [])));
const isOutcome = (sentence: Sentence) =>
  outcomesIn(sentence).length > 0 || deedsIn(sentence).length > 0 || death.test(sentence.text);

/** Whether a newer sentence tells the outcome of what an older one tells as what is so, of the same one, and the question is of that. */
export function isOutcomeOf(newer: Sentence, by: Said, older: Sentence, of: Said, focus: Focus): boolean {
  if (!by.names || !of.names || !isOutcome(newer) || !saysPlainly(newer.text.replace(/\b(?:twins|second|another)\b/giu, "")))
    return false;
  if (ofKin.test(newer.text) && !ofKin.test(older.text)) return false;
  const { asked, names } = focus;
  if (death.test(newer.text)) return asked.some((term) => ofLife.has(term)) && isAged(older) && names.size > 0;
  if (older.tells === 0 && asked.length > 0 && !(names.size > 0 && older.isToldBeside !== true)) return false;
  if (!isOfSameOne(newer, older, of, focus)) return false;
  if (outcomesIn(newer).some((i) => pairs[i]?.[0].test(older.text) === true && !outcomesIn(older).includes(i))) return true;
  if (!toDo.test(older.text) || undone.test(newer.text)) return false;
  return deedsIn(newer).some((i) => deeds[i]?.[0].test(older.text)) && isOfSameThing(newer, older);
}

const weds = readOnce(({ text }) =>
  /\b(?:tied the knot|got (?:married|engaged)|(?:is|are|were|was) (?:now )?(?:married|engaged))\b/iu.test(text),
);
const areTogether = readOnce(({ text }) => /\b(?:partner|(?:boy|girl)friend|dating|going out|together|lives with)\b/iu.test(text));

/** Whether a newer sentence says of two who were together that they marry: they are together still. */
export function staysWith(newer: Sentence, older: Sentence): boolean {
  if (!weds(newer) || !areTogether(older)) return false;
  const named = (older.text.match(/(?<=\s)\p{Lu}[\p{L}\p{M}]+/gu) ?? []).flatMap(analyse);
  return named.some((term) => newer.terms.has(term) && !leading(older).has(term));
}

/** Whom the question names both tell of; else both are of who speaks, or of the same relative. */
function isOfSameOne(newer: Sentence, older: Sentence, of: Said, { names }: Focus): boolean {
  if (names.size > 0) return true;
  const [now, before] = [relativeIn(newer.text), relativeIn(older.text)];
  if (now !== undefined && before !== undefined) return now === before || /^(?:son|daughter|baby)$/u.test(now);
  const isOwn = firstPerson.test(older.text) || of.hit.record.entityName === "user";
  return isOwn && (firstPerson.test(newer.text) || leading(newer).has("user"));
}

/** What was to be done and what is done share a word, or one of them names nothing: "must hand in by 31 August", "handed in his thesis". */
function isOfSameThing(newer: Sentence, older: Sentence): boolean {
  const [now, before] = [newer.text, older.text.slice(toDo.exec(older.text)?.index ?? 0)].map(
    (text) => new Set(analyse(text).filter((term) => !/^\d/.test(term) && !besides.has(term) && !leading(newer).has(term))),
  );
  return now === undefined || before === undefined || now.size === 0 || before.size === 0 || !now.isDisjointFrom(before);
}

/** What names nothing that is to be done. */
const besides = new Set(
  analyse(
    `must has have need needs task user hand handed in submit submitted turn turned deliver delivered pay paid finish finished complete completed write
    wrote renew renewed call called book booked return returned buy bought monday tuesday wednesday thursday friday saturday sunday january february
    march april may june july august september october november december time end next week month soon today`,
  ),
);
