import { sentencesOf } from "./sentences.ts";
import { parseSpeaker } from "./speaker.ts";

const words = (list: string) => list.trim().split(/\s+/).join("|");

/** How a question to somebody begins. */
const interrogatives = words(`who whom whose what which when where why how what's who's where's when's how's`);
const auxiliaries = words(`
  is are am was were do does did have has had can could will would shall should may might must
  isn't aren't wasn't weren't don't doesn't didn't haven't hasn't hadn't can't couldn't won't wouldn't shouldn't`);
const question = new RegExp(
  `^(?:(?:in|at|on|for|from|to|with|about|by|since|until) )?(?:${interrogatives}|${auxiliaries})\\b`,
  "i",
);

/** What is said before the question proper: greetings, names, "so", "and". */
const lead =
  /^(?:(?:hi|hello|hey|ok|okay|so|and|but|well|oh|um|please|thanks|thank you|by the way|btw|quick question|sorry|excuse me|good (?:morning|afternoon|evening))\b(?: (?:there|again|everyone|all|so much|very much))?[\s,:!.\u2013\u2014-]*)+/i;

/** A text without the greetings and other openers that it begins with. */
export function withoutLead(text: string): string {
  return text.replace(lead, "");
}

/** A request to be told something, which needs no question mark. */
const asksToBeTold = new RegExp(
  `^(?:(?:can|could|would|will) you |please )*(?:tell|remind|show|give|list|summari[sz]e|explain|describe|recall|find|look up|search)\\b` +
    `(?! (?:my|her|his|their|the|him|them|everyone|everybody|people|\\p{Lu}\\p{L}+) that\\b)`,
  "iu",
);

/** A statement dressed as a question, or with one inside: what it says must not be lost. */
const tells = [
  /\b(?:did|do) you (?:know|hear|see|reali[sz]e|remember|notice)(?: that)? (?:i|we|my \p{L}+|our \p{L}+|he|she|they|it) (?!(?:told|said|asked|mentioned)\b)\p{L}/iu,
  /\b[Dd](?:id|o) you (?:know|hear|see|reali[sz]e|remember|notice)(?: that)? \p{Lu}\p{L}+ \p{Ll}+/u,
  /\b(?:i|we)(?:'m|'ve|'ll|'d| am| have| moved| live| lived| work| worked| got| bought| love| like| hate| prefer| need| want| started| quit| just)\b[^?]{0,300}[,;:\u2014-]/i,
  /\b(?:my|our) [\p{L} ]{1,40} (?:is|are|was|were) [^?]{0,300}[,;\u2014]/iu,
  /^(?:when|where|while|since|after|before|if|because|as) (?:i|we|my|our)\b/i,
  /\b(?:given|considering|now) that\b/i,
  /[,;.]? (?:because|since) (?:i|we|my|our)\b/i,
];

/** Words by which an order holds for the time to come. */
export const standingTime = String.raw`(?:from (?:now|here|today|this (?:day|point)|then) on(?:wards?)?|from here on out|going forward|henceforth|in (?:the )?future|for the future|by default)`;

/** What begins like a question and, without its mark, tells: orders, what leaves its subject out, and what a clause of time leads to. */
const telling = [
  // "Don't forget the cake", "Do not call me after eight".
  /^(?:don't|do not) (?!(?:i|you|he|she|it|we|they|my|our|your|his|her|their|the|these|those)\b)\p{L}/iu,
  // "Was at the dentist", "Have a viewing on Friday", "Is allergic to nuts".
  /^(?:is|are|was|were|am|have|has|had|can't|cannot|must) (?:a|an|no|not|to|at|in|on|from|with|off|away|back|home|about|two|three|four|five|\d+|\p{Ll}+(?:ing|ed)|allergic|due|make)\b/iu,
  // "Had lunch with my boss, Fatou Diallo."
  /^had (?!(?:i|you|he|she|it|we|they|any|some)\b)\p{Ll}+ (?:with|at|in|on|by|for|and|yesterday|today|this|last)\b/iu,
  // "Will is my brother", "May works at the port".
  /^(?:Will|May) (?:is|was|has|had|and|\p{Ll}+(?:s|ed))\b/u,
  // "When booking flights, user prefers an aisle seat".
  /^(?:when|where)(?:ever)? [^,?]{2,80}, (?:please |always |never |the )?\p{L}+ \p{L}/iu,
  // "What I like most is the harbour".
  /^what (?:i|we|he|she|they|\p{Lu}\p{L}+) [^?]{2,80} (?:is|was|are|were) \p{L}/iu,
  // "Give me temperatures in Celsius from now on."
  new RegExp(
    `^(?:(?:can|could|would|will) you |please )*(?:tell|show|give|list|summari[sz]e|explain|describe)\\b[^?]{1,200}\\b${standingTime}\\b`,
    "iu",
  ),
  // "Remind me that the lease ends in May", "Remind me to call the bank".
  /^(?:(?:can|could|would|will) you |please )*remind (?:me|us) (?:that|to|on|in|at|every|tomorrow|next)\b/i,
];

const askingMark = /[?\uFF1F\u061F\u037E\u055E\u2047\u2048]["'\u2019\u201D)\]\u00BB\u300D\uFF09]*\s*$/u;
const english = /^[\p{ASCII}\u2018\u2019\u201C\u201D\u2013\u2014\u2026]*$/u;
/** How an English statement begins; with a question mark behind it, it is said and asked at once. */
const statement = /^(?:i|i'm|i've|i'll|i'd|we|we're|we've|my|our|he|she|they|it|it's|there|this|that|the)\b/i;

/**
 * Whether a message only asks. English is read by how its sentences begin, other languages by their question marks. Where it is not
 * sure the message counts as telling something: a question that is kept does less harm than a statement that is lost.
 */
export function isQuestionOnly(message: string): boolean {
  const text = message.slice(parseSpeaker(message).start).replaceAll("\u2019", "'");
  const sentences = sentencesOf(text).map(({ start, end }) => text.slice(start, end));
  const asked = sentences.map((sentence) => kindOf(sentence));
  return asked.includes("asks") && !asked.includes("tells");
}

function kindOf(sentence: string): "asks" | "tells" | "nothing" {
  const core = withoutLead(sentence).trim();
  if (!/[\p{L}\p{N}]/u.test(core)) return "nothing";
  if (tells.some((pattern) => pattern.test(core))) return "tells";
  const marked = askingMark.test(core);
  if (!english.test(core)) return marked ? "asks" : "tells";
  if (marked) return statement.test(core) ? "tells" : "asks";
  if (telling.some((pattern) => pattern.test(core))) return "tells";
  return question.test(core) || asksToBeTold.test(core) ? "asks" : "tells";
}
