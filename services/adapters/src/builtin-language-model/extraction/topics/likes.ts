import { behind, isGerund, readActivity } from "../complement.ts";
import { readPhrase, type Phrase } from "../phrases.ts";
import { explicit, loose, type Draft, type Reading, type Rule, type RuleTable } from "../rule.ts";
import { wordAt } from "../sentence.ts";
import { oneOf } from "../words.ts";

const tooVague = oneOf(`
  it, that, this, you, lot, way, idea, thing, things, one, ones, part, fact, part of .*, sound of .*, look of
  .*, much, more, time, day, moments?, kind, feeling, stuff
`);
const talk = /^(?:hear|see|know|chat|help|thank|say|talk|meet|join|ask|be|have|hearing|seeing|knowing|talking|having|being)\b/i;
const pointing = new Set(["this", "that", "these", "those", "your", "his", "her", "their", "its"]);

/** What is liked: things, names and doings, joined by commas and "and"; what only points ("that photo") is left alone. */
export function objectsOfLiking(reading: Reading, at: number): string[] {
  const { sentence, end } = reading;
  const values: string[] = [];
  let i = at;
  while (i < end && values.length < 8) {
    const word = wordAt(sentence, i);
    const doing = isGerund(reading, i) || (word === "to" && wordAt(sentence, i + 1) !== "");
    const phrase: Phrase | undefined = doing ? readActivity(reading, i) : readPhrase(sentence, i, end);
    if (!phrase || /^(?:how|what|when|that|where|it)$/.test(word)) break;
    const pointed = pointing.has(phrase.determiner) || (phrase.determiner === "the" && !phrase.named);
    if (!pointed && !tooVague.test(phrase.text) && !talk.test(phrase.text)) values.push(phrase.text);
    i = phrase.to;
    if (!/^(?:,|and|or|&|plus)$/.test(wordAt(sentence, i))) break;
    while (/^(?:,|and|or|&|plus|also|especially)$/.test(wordAt(sentence, i))) i += 1;
  }
  return values;
}

function liking(key: "likes" | "dislikes", confidence: number): Rule {
  return (reading) => {
    const { predicate } = reading;
    if ((predicate.tense !== "present" && !predicate.ended) || predicate.tense === "future") return [];
    const values = objectsOfLiking(reading, reading.at);
    // "I don't like X" is a dislike of its own; with "any more" it takes the old liking back.
    if (predicate.ended)
      return values.map((value) => ({ key, value, confidence, negated: true, changed: true, time: "none" }) as const);
    if (predicate.negated)
      return key === "likes" ? values.map((value) => ({ key: "dislikes", value, confidence, time: "none" }) as const) : [];
    return values.map((value): Draft => ({ key, value, confidence, time: "none" }));
  };
}

/** "can't stand X". */
const stand: Rule = (reading) =>
  reading.predicate.ability && reading.predicate.negated
    ? objectsOfLiking(reading, reading.at).map((value) => ({ key: "dislikes", value, time: "none" }) as const)
    : [];

const prefer: Rule = (reading) => {
  if (reading.predicate.tense !== "present" || reading.predicate.negated) return [];
  const value = objectsOfLiking(reading, reading.at)[0];
  const over = value === undefined ? undefined : behind(reading, reading.at + value.split(/\s+/).length, ["over", "to"]);
  const other = over === undefined ? undefined : readPhrase(reading.sentence, over, reading.end);
  if (value === undefined) return [];
  return [
    {
      key: "prefers",
      value: other ? `${value} ${wordAt(reading.sentence, (over ?? 1) - 1)} ${other.text}` : value,
      confidence: explicit,
      time: "none",
    },
  ];
};

/** Likes, dislikes and preferences. */
export const likes: RuleTable = {
  like: [liking("likes", explicit)],
  love: [liking("likes", explicit)],
  enjoy: [liking("likes", explicit)],
  adore: [liking("likes", explicit)],
  hate: [liking("dislikes", explicit)],
  dislike: [liking("dislikes", explicit)],
  detest: [liking("dislikes", explicit)],
  despise: [liking("dislikes", loose)],
  stand: [stand],
  prefer: [prefer],
};
