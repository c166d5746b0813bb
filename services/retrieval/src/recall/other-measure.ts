/** A newer time, day, amount or number of the same thing, in whatever words: "for the kitchen we have to make do with 15,000". */
import { analyse, comesBeside, isLightTerm, reporterOf, saysPlainly } from "@loci/text";
import type { Focus } from "../question.ts";
import { readOnce, type Said, type Sentence } from "./said.ts";
import { modifiers, subjectTerms } from "./subject-terms.ts";
import { ofWords } from "../words.ts";

/** What is measured or numbered: of each kind a thing has one value at a time. */
export type MeasureKind = "clock" | "day" | "amount" | "number" | "version" | "rate";

const askedBy: readonly (readonly [MeasureKind, RegExp])[] = [
  [
    "clock",
    /\b(?:what time|which time)\b|\bwhen\b.{0,60}\b(?:opens?|closes?|shuts?|begins?|starts?|ends?|leaves?|departs?|take[s]? off|lands?)\b/iu,
  ],
  // "Who feeds the cat when we are away?" asks for no day.
  [
    "day",
    /^(?!\W*(?:who|whom|whose|where|what|which|how|why)\b).*\bwhen\b|\b(?:what|which|on what|on which) (?:day|date|evening|morning)\b/iu,
  ],
  [
    "amount",
    /\bhow (?:much|many|big|large|high|tall|warm|hot|cold|old|heavy|long|wide)\b|\b(?:price|cost|fee|rent|salary|budget|temperature|size|dose|dosage|deposit|limit|quota|allowance|capacity|discount|fine)\b|^what (?:do|does|did|is|are|am|was|were) .{1,60}\b(?:costs?|charge[ds]?|charging|pay|paid|paying|earn(?:ed|ing)?|owe[ds]?|weigh(?:ed|s)?|measures?)\b(?! (?:for )?(?:by|with)\b)/iu,
  ],
  ["rate", /\bhow (?:often|frequently|regularly)\b/iu],
  ["version", /\b(?:version|release)\b/iu],
  ["number", /\b(?:number|ip|url|pin|password|code)\b/iu],
];

/** The kind of value that a question asks for; undefined for one that asks for none. */
export function measureKind(question: string): MeasureKind | undefined {
  return askedBy.find(([, pattern]) => pattern.test(question))?.[0];
}

const month = "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}";
const hours = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
/** Before these "1.35" is no time of the day. */
const units =
  "million|billion|thousand|euros?|dollars?|pounds?|francs?|percent|kilos?|metres?|meters?|lit(?:re|er)s?|%|€|[mk]g|[kcm]m|ml";
const clock = new RegExp(
  `\\b\\d{1,2}[:.]\\d\\d\\b(?! ?(?:${units}))|\\b\\d{1,2} ?[ap]m\\b|\\b(?:noon|midnight)\\b|(?<=\\bat (?:half past |quarter (?:past|to) )?)(?:${hours}|1?\\d|2[0-3])(?![\\d.,:-]*\\d)\\b(?! ?(?:${units}|\\p{L}+s\\b|per\\b))`,
  "giu",
);
const day = new RegExp(
  `\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}\\b|\\b${month} \\d{1,2}(?:st|nd|rd|th)?\\b|\\b\\d{4}-\\d\\d-\\d\\d\\b|\\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b|(?<=\\bthe )\\d{1,2}(?:st|nd|rd|th)\\b(?! (?:floor|time|birthday|anniversary|grade|edition|century|street|avenue))`,
  "giu",
);
const year = /(?<![\d-])(?:19|20)\d\d(?![\d-])/gu;
/** A telephone number, an address of the internet, a code with its letters. */
const code =
  /(?<![\p{L}\p{N}])(?:\+?\d{1,5}(?:[ -]\d{2,5}){1,4}|\d{1,3}(?:\.\d{1,4}){1,3}|(?:[a-z0-9-]{1,40}\.){1,4}[a-z]{2,10}|\p{Lu}{1,4}[- ]?\d{2,8})(?![\p{L}\p{N}])/gu;
const words = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const numeral = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])\\d{1,9}(?:[.,]\\d{1,3}){0,3}(?:s|k|mg|kg|ml|km|cm)?(?![\\p{L}\\p{N}])|\\b(?:one(?= (?!of|day|time|more|another|thing)\\p{L})|${words.slice(1).join("|")})\\b`,
  "giu",
);

/** "Four times a week", "every other day": how often, without what. */
const rate =
  /\b(?<count>once|twice|\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: (?:times|\p{L}{2,20}))? (?:a|an|per|each|every) (?<unit>hour|day|week|fortnight|month|quarter|year)\b|\bevery (?<every>(?:(?:other|second|third|single|two|three|four|\d{1,3}) )?(?:hour|day|morning|evening|night|week|weekend|fortnight|month|quarter|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day))s?\b|\b(?<each>daily|weekly|fortnightly|monthly|quarterly|yearly)\b/giu;

/** The values of each kind in a sentence, in a common spelling. A day, a clock or a code is no amount. */
const measuresIn = ofWords((text): Readonly<Record<MeasureKind, readonly string[]>> => {
  let rest = text.replace(/^[^\s:]{1,20} \d{1,3}:\s/u, "");
  const take = (pattern: RegExp) => {
    const found = [...rest.matchAll(pattern)].map(([value]) => value.toLowerCase().replace(/(\d)(?:st|nd|rd|th)\b/, "$1"));
    rest = rest.replace(pattern, " ");
    return found;
  };
  const [days, clocks] = [take(day), take(clock)];
  const codes = take(code);
  take(year);
  // 2.5 may be a version, and an amount.
  const numerals = take(numeral).map(plainNumber);
  // So may 14.50, which may be a time too.
  const decimals = [...codes, ...clocks].filter((one) => /^\d+\.\d+$/.test(one));
  const amounts = [...numerals, ...decimals.map(plainNumber)];
  const rates = [...text.matchAll(rate)].map(({ groups = {} }) => rateOf(groups));
  const number = [...codes, ...amounts.filter((one) => one.length > 2)];
  return { day: days, clock: clocks, amount: amounts, number, version: [...codes, ...numerals], rate: rates };
});

function rateOf({ count = "", unit = "", every = "", each = "" }: Readonly<Record<string, string | undefined>>): string {
  const times = { once: "1", twice: "2" }[count.toLowerCase()] ?? plainNumber(count.toLowerCase());
  return (count === "" ? every || each : `${times} ${unit}`).toLowerCase();
}

function plainNumber(written: string): string {
  const at = words.indexOf(written);
  return at >= 0 ? String(at + 1) : written.replace(/(?:s|[a-z]{1,2})$/, "").replace(/[.,](?=\d{3}(?!\d))/g, "");
}

/** Words for what is measured: two things of which these are told have nothing in common by it. */
const measuring = new Set(
  analyse(`
  number phone price cost costs fee rent salary budget temperature size dose time day date much many big large high tall warm hot old version code pin
  password url ip address euros dollars pounds francs kilos week month year evening morning start starts begin begins open opens close closes shut
  leave leaves pay pays paid paying call reach spend take wear`),
);

const pronoun = /\b(?:it|its|it['\u2019]s|they|them|they['\u2019]re|their|he|she|him|her|his|that)\b/iu;
/** What others say is theirs: two of them may both be wrong. */
const isHearsay = readOnce(
  ({ text }) => reporterOf(text).name !== "" || /\b(?:according to|(?<!\b(?:I|we) )(?:says?|said|told)|per)\b/iu.test(text),
);
/** "From 2 to 27 June": what holds for a while takes no place for good. */
const bounded = /\b(?:from\b[^.;]{1,30}\b(?:to|until|till)|until|till|between\b[^.;]{1,30}\band)\b[^.;]{0,30}(?:\d|week|month)/iu;
/** Who asks by these is told the end of it: "given until 30 June". */
const ofEnds = new Set(
  analyse("due deadline ship ships end ends expire expires finish finished deliver delivered done valid last lasts"),
);
const untilDay = new RegExp(`\\b(?:until|till|by) (?:the )?(?:${day.source})`, "iu");
const maxValues = 3;
/** So many words of the question in common are no chance. */
const fewestShared = 2;

/** A number by itself may count anything. */
const telling = ["clock", "day", "number", "amount"] as const;

/** The kind of the only value of a sentence that tells what is asked: "Which firmware does the gateway run?" is told by "2.8". */
function measureToldBy({ text, words: read, tells }: Sentence, { kinds, asked, terms }: Focus): MeasureKind | undefined {
  if (tells < asked.length || !(kinds.has("which") || kinds.has("what"))) return undefined;
  const told = measuresIn(text, read);
  const values = new Set(telling.flatMap((one) => told[one]));
  const [only] = values;
  if (only === undefined || values.size > 1 || terms.has(only)) return undefined;
  return telling.find((one) => told[one].length > 0);
}

/** The words right before and behind the numbers of a sentence. */
const besideNumbers = readOnce(
  ({ text }) =>
    new Set(
      [...text.matchAll(/(\p{L}{2,40}) (?=\d)|(?<=\d) (\p{L}{2,40})/gu)].flatMap(([, before = "", behind = ""]) =>
        analyse(`${before} ${behind}`),
      ),
    ),
);

/**
 * Whether a newer sentence tells another value of what an older one tells, of the kind that is asked for and of the same thing: by a word of the
 * question that both have, or by a pronoun for it.
 */
export function isOtherMeasure(newer: Sentence, by: Said, older: Sentence, of: Said, focus: Focus): boolean {
  const { terms, names, asked } = focus;
  const measure = focus.measure ?? measureToldBy(older, focus);
  if (measure === undefined || !by.names || !of.names) return false;
  const [inNewer, inOlder] = [measuresIn(newer.text, newer.words), measuresIn(older.text, older.words)];
  // "When does she swim?" is answered by an hour where no day is told.
  const hasDays = [inNewer, inOlder].some(({ day: days }) => days.length > 0);
  const wanted = measure === "day" && !hasDays ? "clock" : measure;
  const [now, before] = [inNewer[wanted], inOlder[wanted]];
  if (now.length === 0 || before.length === 0 || now.length > maxValues || before.length > maxValues) return false;
  if (now.some((value) => before.includes(value))) return false;
  if (bounded.test(newer.text) && !asked.some((term) => ofEnds.has(term))) return false;
  if (!saysPlainly(newer.text) || comesBeside(newer.text)) return false;
  if (newer.change === undefined && isHearsay(newer) && reporterOf(newer.text).name !== reporterOf(older.text).name) return false;
  if (by.hit.record.speaker !== of.hit.record.speaker && newer.change === undefined) return false;
  const things = [...terms].filter((term) => !isLightTerm(term) && !measuring.has(term) && older.terms.has(term));
  const own = things.filter((term) => !names.has(term));
  const isOf = (held: ReadonlySet<string>) => own.some((term) => held.has(term));
  // Of whom both tell says nothing of what: "Heron slips to 15 August" is news of the deadline, "Heron was begun on 3 May" is not.
  const isNews = by.sentences.some(({ change }) => change !== undefined);
  // "Atlas has been given until 30 June"
  const isEnd = wanted === "day" && names.size > 0 && asked.some((term) => ofEnds.has(term)) && untilDay.test(newer.text);
  if (isEnd && older.tells > 0) return true;
  // "The landlord put the rent up, it is 985": the rent of who asks is one.
  if (own.length === 0 && names.size === 0)
    return newer.change === "changes" && asked.length > 0 && asked.every((term) => newer.terms.has(term) && older.terms.has(term));
  if (own.length === 0) return isNews || (older.tells > 0 && newer.tells > 0);
  // "The invoice for the gutters has the number 21006" is not that of the garden wall.
  const shared = own.filter((term) => newer.terms.has(term)).length;
  const isMissing = shared < own.length;
  // "Ivana is down to two sessions a week" tells of whom, and how often: what is done is plain.
  if (wanted === "rate" && names.size > 0 && newer.change === "changes") return true;
  if (isMissing && hasOtherModifier(newer, older, terms)) return false;
  const isCounted = focus.measure === undefined && wanted === "amount";
  // Of all that the older one is about: "the thermostat" is at 21 degrees, and at 19.
  const subject = subjectTerms(older);
  const isOfAll = isCounted && subject.size > 0 && [...subject].every((term) => newer.terms.has(term));
  if (focus.measure === undefined && shared + names.size < fewestShared && !isOfAll) return false;
  if (isCounted && ![...besideNumbers(older)].some((term) => besideNumbers(newer).has(term))) return false;
  if (
    isMissing &&
    (shared < fewestShared || shared * 2 < own.length) &&
    [...subjectTerms(newer)].some((term) => !older.terms.has(term) && !terms.has(term))
  )
    return false;
  return isOf(newer.terms) || (pronoun.test(newer.text) && isOf(by.terms));
}

/** Whether an older sentence tells the kind of value that is asked for, and a newer text none: then only an end, or a correction, takes its place. */
export function lacksMeasure({ sentences }: Said, older: Sentence, { measure }: Focus): boolean {
  return (
    measure !== undefined &&
    measuresIn(older.text, older.words)[measure].length > 0 &&
    sentences.every((one) => measuresIn(one.text, one.words)[measure].length === 0)
  );
}

/** "The image service" where "the mail service" is asked for. */
function hasOtherModifier(newer: Sentence, older: Sentence, asked: ReadonlySet<string>): boolean {
  const [now, before] = [modifiers(newer), modifiers(older)];
  return [...before].some(([head, modifier]) => {
    const instead = now.get(head);
    return (
      instead !== undefined && asked.has(head) && asked.has(modifier) && !newer.terms.has(modifier) && !older.terms.has(instead)
    );
  });
}

/** Whether a sentence tells a time, a day, an amount or a number. */
export function tellsAnyMeasure({ text, words: read }: Sentence): boolean {
  return Object.values(measuresIn(text, read)).some((values) => values.length > 0);
}

/** Whether words tell a value of a kind. */
export function tellsMeasure(text: string, kind: MeasureKind): boolean {
  return measuresIn(text)[kind].length > 0;
}
