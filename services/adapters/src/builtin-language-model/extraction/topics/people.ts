import { readName, readList, readPhrase, type Phrase } from "../phrases.ts";
import { behind } from "../complement.ts";
import { petKind, relationOf } from "../kinship.ts";
import { explicit, normal, type Draft, type Reading, type Rule, type RuleTable } from "../rule.ts";
import { relativeDrafts } from "../subject.ts";
import { textOf, wordAt } from "../sentence.ts";

/** "a sister named Anna", "two kids, Tom and Ann", "a dog called Rex": relations with their names, or how many there are. */
export function relatives(reading: Reading, at: number): Draft[] {
  const { sentence, end, subject, predicate } = reading;
  const owner = { type: subject.type ?? "Person", name: subject.name };
  const phrase = nounBeforeName(reading, at);
  if (!phrase) return [];
  const noun = wordAt(sentence, phrase.to - 1);
  const relation = relationOf(noun) ?? (petKind(noun) ? "pet" : undefined);
  if (!relation) return [];
  let i = phrase.to;
  while (/^(?:,|named|called|:|-|whose|name|names|is|are)$/.test(wordAt(sentence, i))) i += 1;
  const names =
    i > phrase.to || readName(sentence, i, end) ? readList(sentence, i, end, (s, from, to) => readName(s, from, to)) : [];
  if (names.length > 0)
    return names
      .flatMap((name) => relativeDrafts(owner, relation, noun, { type: relation === "pet" ? "Animal" : "Person", name: name.text }))
      .map((draft) => ({ ...draft, negated: draft.key === relation && predicate.negated }));
  if (predicate.negated || predicate.ended) return [];
  return readList(sentence, at, end).flatMap((each): Draft[] => {
    const key = countKey(each.text.split(" ").at(-1)?.toLowerCase() ?? "");
    return key ? [{ key, value: each.text, confidence: normal, time: "none" }] : [];
  });
}

/** The key under which relatives without names are told ("two cats", "a brother"). */
function countKey(noun: string): string | undefined {
  const relation = relationOf(noun);
  return petKind(noun) ? "pet" : relation === "child" ? "children" : relation === "sibling" ? "siblings" : undefined;
}

/** The noun phrase up to the noun of a relation, without the name behind it ("my sister Anna"). */
function nounBeforeName(reading: Reading, at: number): Phrase | undefined {
  const { sentence } = reading;
  const phrase = readPhrase(sentence, at, reading.end);
  if (!phrase) return undefined;
  for (let i = phrase.from; i < phrase.to; i++) {
    const noun = wordAt(sentence, i);
    if (relationOf(noun) || petKind(noun)) return { ...phrase, to: i + 1, text: textOf(sentence, phrase.from, i + 1) };
  }
  return undefined;
}

const getPet: Rule = (reading) => {
  if (reading.predicate.negated || reading.predicate.tense === "future") return [];
  const drafts = relatives(reading, reading.at);
  return drafts.some((draft) => draft.key === "pet") ? drafts : [];
};

const haveRelative: Rule = (reading) =>
  reading.predicate.tense === "present" && !reading.predicate.ended ? relatives(reading, reading.at) : [];

function partnerIn(reading: Reading, key: string, status: string): Draft[] {
  const name = readName(reading.sentence, reading.at, reading.end);
  if (reading.predicate.negated) return [];
  const drafts: Draft[] = [{ key: "relationship_status", value: status, changed: true, time: "state" }];
  if (name) drafts.unshift({ key, target: { type: "Person", name: name.text }, confidence: explicit, time: "state" });
  return name ? drafts : [];
}

const marry: Rule = (reading) => (reading.predicate.tense === "future" ? [] : partnerIn(reading, "spouse", "married"));
const date: Rule = (reading) =>
  reading.predicate.progressive
    ? partnerIn(reading, "partner", "in a relationship").filter((draft) => draft.key === "partner")
    : [];

/** "got married (to Tom)", "got engaged", "got divorced". */
const getMarried: Rule = (reading) => {
  const status = wordAt(reading.sentence, reading.at);
  if (!/^(?:married|engaged|divorced|separated)$/.test(status) || reading.predicate.negated || reading.predicate.tense === "future")
    return [];
  const to = behind(reading, reading.at + 1, ["to"]);
  const name = to === undefined ? undefined : readName(reading.sentence, to, reading.end);
  const key = status === "married" ? "spouse" : "partner";
  return [
    { key: "relationship_status", value: status, confidence: explicit, changed: true, time: "state" },
    ...(name ? [{ key, target: { type: "Person", name: name.text }, confidence: explicit, time: "state" } as const] : []),
  ];
};

/** "broke up with Tom", "divorced Tom": the relation ends. */
const breakUp: Rule = (reading) => {
  const { sentence, predicate } = reading;
  if (predicate.negated || (predicate.verb === "break" && wordAt(sentence, reading.at) !== "up")) return [];
  const at = predicate.verb === "break" ? behind(reading, reading.at + 1, ["with"]) : reading.at;
  const status: Draft = {
    key: "relationship_status",
    value: textOf(sentence, predicate.at, predicate.verb === "break" ? reading.at + 1 : predicate.at + 1),
    changed: true,
    time: "state",
  };
  const name = at === undefined ? undefined : readName(sentence, at, reading.end);
  if (!name)
    return predicate.verb === "break" && reading.end > reading.at + 1 && at !== undefined
      ? [status]
      : predicate.tense === "past" && predicate.verb === "break"
        ? [status]
        : [];
  const target = { type: "Person", name: name.text };
  return [status, { key: predicate.verb === "break" ? "partner" : "spouse", target, negated: true, changed: true, time: "none" }];
};

/** Family, partners, friends and pets. */
export const people: RuleTable = {
  have: [haveRelative],
  get: [getMarried, getPet],
  adopt: [getPet],
  buy: [getPet],
  marry: [marry],
  date: [date],
  break: [breakUp],
  divorce: [breakUp],
};
