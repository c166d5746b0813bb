import { behind, readPlace } from "../complement.ts";
import { explicit, type Draft, type Reading, type RuleTable } from "../rule.ts";
import { wordAt } from "../sentence.ts";
import { isSoftware } from "../software.ts";

/** A state that the clause gives as lasting, ended or denied: the one place that decides which of the two keys says it. */
export function stateDrafts(reading: Reading, key: string, value: string, extra: Partial<Draft> = {}): Draft[] {
  const { predicate } = reading;
  const draft: Draft = { key, value, confidence: explicit, time: "state", ...extra };
  if (predicate.ended)
    return [
      { ...draft, negated: true, changed: true, time: "none" },
      { ...draft, key: `former_${key}`, changed: false },
    ];
  if (predicate.negated) return [{ ...draft, negated: true, time: "none" }];
  return predicate.tense === "past" && !predicate.perfect ? [{ ...draft, key: `former_${key}` }] : [draft];
}

function live(reading: Reading): Draft[] {
  const at = behind(reading, reading.at, ["in", "at", "near", "on"]);
  const place = at === undefined ? undefined : readPlace(reading, at);
  // "saw them live in 2017"
  if (/^\d+$/.test(place?.text ?? "")) return [];
  return place ? stateDrafts(reading, "residence", place.text) : [];
}

function move(reading: Reading): Draft[] {
  const { sentence, predicate } = reading;
  if (predicate.negated || predicate.ended) return [];
  const drafts: Draft[] = [];
  const from = behind(reading, reading.at, ["from"]);
  const left = from === undefined ? undefined : readPlace(reading, from);
  if (left) drafts.push({ key: "former_residence", value: left.text, time: "none" });
  const to =
    behind(reading, left?.to ?? reading.at, ["to"]) ??
    (predicate.verb === "settle" ? behind(reading, reading.at, ["in"]) : undefined);
  const place = to === undefined || wordAt(sentence, to - 2) === "on" ? undefined : readPlace(reading, to);
  // "I moved from Notion to Obsidian" tells what is used.
  if ((left && isSoftware(left.text)) || (place && isSoftware(place.text))) return [];
  if (place) drafts.push({ key: "residence", value: place.text, confidence: explicit, changed: true, time: "state" });
  return drafts;
}

function growUp(reading: Reading): Draft[] {
  if (wordAt(reading.sentence, reading.at) !== "up" || reading.predicate.negated) return [];
  const at = behind(reading, reading.at + 1, ["in", "near", "on"]);
  const place = at === undefined ? undefined : readPlace(reading, at);
  return place ? [{ key: "grew_up_in", value: place.text, confidence: explicit, time: "none" }] : [];
}

function comeFrom(reading: Reading): Draft[] {
  const at = behind(reading, reading.at, ["from"]);
  const place =
    at === undefined || reading.predicate.tense !== "present" || reading.predicate.progressive ? undefined : readPlace(reading, at);
  return place ? [{ key: "origin", value: place.text, negated: reading.predicate.negated, time: "none" }] : [];
}

/** Where people live, move to and come from. */
export const home: RuleTable = {
  live: [live],
  reside: [live],
  move: [move],
  relocate: [move],
  settle: [move],
  grow: [growUp],
  come: [comeFrom],
  hail: [comeFrom],
};
