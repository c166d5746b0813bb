/** How well what a hit says fits what is asked: whether it tells of it, and holds the kind of answer that is asked for. */
import { analyse, holdsAnswer, sentencesOf, tellsOf } from "@loci/text";
import type { CheckedHit } from "../fuse/fold.ts";
import type { Focus, Question } from "../question.ts";
import { calledIn } from "./called.ts";
import { hasEnded } from "./by-standing.ts";
import { withScoresOf } from "./news.ts";
import { tellsMeasure } from "./other-measure.ts";
import { relativeIn } from "./relative.ts";
import { isPassage, maxCharacters } from "./said.ts";
import { wordsOf } from "../words.ts";

/** Beyond these nothing is moved. */
const looked = 16;
/** So much more of what is asked has another hit to tell, from 0 to 1, to go before the first. */
const clearlyMore = 0.15;
/** So much more, where only its form tells it. */
const farMore = 0.25;
/** A fact says what its sentence says when it holds this share of the sentence's terms. */
const covered = 0.8;
/** What holds the kind of answer that the first hit lacks may tell so much less. */
const nearlyAsMuch = 0.1;
const relatedMatch = 0.8;

/** A hit's words as they are compared. */
interface Fit {
  readonly hit: CheckedHit;
  /** The terms of what it says, and of whom. */
  readonly terms: ReadonlySet<string>;
  readonly told: ReadonlySet<string>;
  /** The asked terms of which it tells. */
  readonly tells: ReadonlySet<string>;
  /** The share of what is asked that it tells of, 0 to 1. */
  readonly covers: number;
  /** The same where a word that only means nearly the same counts whole. */
  readonly reaches: number;
  readonly holds: boolean | undefined;
}

function fitOf(hit: CheckedHit, focus: Focus): Fit {
  const { key, value, entityName, speaker } = hit.record;
  const text = hit.record.text.slice(0, maxCharacters);
  const said = wordsOf(text);
  const isFact = !isPassage(hit) && key !== "";
  const fact = isFact ? { subject: entityName, key, value } : undefined;
  const terms = new Set([
    ...said.list,
    ...analyse(entityName),
    ...(isPassage(hit) ? analyse(speaker) : []),
    ...calledIn(hit, focus.called),
  ]);
  const told = new Set([...said.told, ...terms]);
  const tells = new Set([...focus.weights.keys()].filter((term) => tellsOf(term, told)));
  let [covers, reaches, total] = [0, 0, 0];
  for (const [term, weight] of focus.weights) {
    total += weight;
    if (!tells.has(term)) continue;
    reaches += weight;
    covers += weight * (terms.has(term) ? 1 : relatedMatch);
  }
  const share = Math.max(total, Number.MIN_VALUE);
  return {
    hit,
    terms,
    told,
    tells,
    covers: covers / share,
    reaches: reaches / share,
    // "What time" is answered by no day.
    holds: focus.measure === "clock" ? tellsMeasure(text, "clock") : holdsAnswer({ ...focus, names: focus.terms }, { text, fact }),
  };
}

export interface Fitting {
  readonly hits: readonly CheckedHit[];
  /** The passages that say of what is asked what no fact read from them says. */
  readonly richer: ReadonlySet<string>;
}

/**
 * The hits, before the first one another that clearly tells more of what is asked, or that holds the kind of answer that the first one lacks; and
 * before a fact the passage that it was read from, where the fact left out what is asked for.
 * @param news those that took the place of something older: they answer by that, in whatever words
 */
export function fittingFirst(
  hits: readonly CheckedHit[],
  news: ReadonlySet<string>,
  { focus, time }: Asked,
  isDirect = false,
): Fitting {
  if (time.tense === "former" || time.wanted !== "" || focus.weights.size === 0) return { hits, richer: new Set() };
  const said = hits.slice(0, looked).map((hit) => fitOf(hit, focus));
  const richer = richerThanFacts(said, focus, isDirect);
  const [first] = said;
  const better = first && bestBeside(first, said, focus, news.has(first.hit.record.id));
  const moved = better === undefined ? said : [better, ...said.filter((one) => one !== better)];
  const ordered = sourcesFirst(
    moved.map(({ hit }) => hit),
    richer,
  );
  const isSame = ordered.every((hit, i) => hit === hits[i]);
  return { hits: isSame ? hits : withScoresOf(hits, [...ordered, ...hits.slice(looked)]), richer };
}

type Asked = Pick<Question, "focus" | "time">;

/**
 * The first of the hits that fits clearly better than the one that stands first; undefined where none does.
 * @param isNews the first one took the place of something older: nothing as old does better
 */
function bestBeside(first: Fit, said: readonly Fit[], focus: Focus, isNews: boolean): Fit | undefined {
  if (first.hit.ranked.candidate.class === "entity") return undefined;
  const fitting = said.filter((one) => {
    if (one === first || one.hit.ranked.candidate.class === "entity" || hasEnded(one.hit)) return false;
    if (isNews && one.hit.record.knownAt <= first.hit.record.knownAt) return false;
    if (focus.asked.length > 0 && !focus.asked.some((term) => one.tells.has(term))) return holdsInstead(one, first, focus);
    if (focus.isOwn && focus.names.size === 0 && isOfOthers(first, focus) && isOfAsker(one))
      return one.covers >= first.covers - nearlyAsMuch;
    if (isEcho(first, focus))
      return !isEcho(one, focus) && [...one.tells].some((term) => one.terms.has(term) && !focus.names.has(term));
    if (first.holds === false && one.holds === true) return one.covers > 0 && one.covers >= first.covers - nearlyAsMuch;
    if (first.holds === true && one.holds === false) return false;
    return one.covers >= first.covers + clearlyMore && tellsAllOf(one, first, focus);
  });
  const most = Math.max(0, ...fitting.map(({ covers }) => covers));
  return fitting.find(({ covers }) => covers >= most - nearlyAsMuch);
}

/** Whether of two that tell of whom is asked, and neither of what, it has the time or the number that is asked for, and the first has none. */
function holdsInstead(one: Fit, first: Fit, { kinds, asked, names }: Focus): boolean {
  if (first.holds !== false || one.holds !== true || names.size === 0 || !(kinds.has("when") || kinds.has("how_many")))
    return false;
  return !asked.some((term) => first.tells.has(term)) && [...names].every((name) => one.terms.has(name));
}

/** Whether a fact says no more than the question: "serves on: Fridays" of what is served on Fridays. */
function isEcho({ hit }: Fit, { terms, kinds }: Focus): boolean {
  // Who likes tea is told by the fact's subject.
  const isTold = isPassage(hit) || kinds.has("yes_no") || kinds.has("who");
  const value = isTold ? [] : analyse(hit.record.value);
  return value.length > 0 && value.every((term) => terms.has(term));
}

/** Whether a hit is of somebody else than who asks, whom the question does not name. */
function isOfOthers({ hit }: Fit, { terms }: Focus): boolean {
  const { record, ranked } = hit;
  const relative = isPassage(hit) ? relativeIn(record.text) : undefined;
  if (relative !== undefined) return !analyse(relative).some((term) => terms.has(term));
  return ranked.candidate.class === "fact" && record.entityName !== "user" && record.entityType === "Person";
}

function isOfAsker({ hit: { record, ranked } }: Fit): boolean {
  return ranked.candidate.class === "fact" && record.entityName === "user";
}

/** Whether one tells all that the other tells, circumstances aside, and literally something besides that the other does not tell. */
function tellsAllOf(one: Fit, other: Fit, { weights }: Focus): boolean {
  const beyond = (a: Fit, b: Fit) => [...weights.keys()].filter((term) => a.tells.has(term) && !b.tells.has(term));
  const isMain = (term: string) => (weights.get(term) ?? 0) >= 1;
  const isFarMore = one.covers >= other.covers + farMore;
  return (
    !beyond(other, one).some(isMain) &&
    beyond(one, other).some((term) => isMain(term) && (one.terms.has(term) || (isFarMore && tellsOf(term, formOf(one)))))
  );
}

/** What a hit tells by its form alone: "is a potter" an occupation. */
function formOf({ told, terms }: Fit): ReadonlySet<string> {
  return new Set([...told].filter((term) => !terms.has(term)));
}

/** The passages of which no fact read from them tells as much of what is asked, with the kind of answer that they hold. */
function richerThanFacts(said: readonly Fit[], focus: Focus, isDirect: boolean): ReadonlySet<string> {
  const facts = Map.groupBy(
    said.filter(({ hit }) => hit.ranked.candidate.class === "fact" && hit.record.turnId !== ""),
    ({ hit }) => hit.record.turnId,
  );
  return new Set(
    said.flatMap((one) => {
      const read = facts.get(one.hit.record.turnId) ?? [];
      if (!isPassage(one.hit) || hasEnded(one.hit) || read.length === 0) return [];
      if (focus.isOwn && focus.names.size === 0 && isOfOthers(one, focus)) return [];
      const isSaidBy = (fact: Fit) =>
        !isEcho(fact, focus) &&
        fact.reaches >= one.reaches - nearlyAsMuch &&
        (one.holds !== true || fact.holds === true) &&
        !isCut(fact.hit.record, one.hit.record.text) &&
        (isDirect || holdsSentence(fact, one));
      return read.some(isSaidBy) ? [] : [one.hit.record.turnId];
    }),
  );
}

/** Whether a fact says nearly all that the sentence says that it was read from. */
function holdsSentence({ told, hit }: Fit, { hit: { record } }: Fit): boolean {
  const { spanStart } = hit.record;
  const span = sentencesOf(record.text).find(({ start, end }) => start <= spanStart && spanStart < end);
  const terms = [...new Set(analyse(span ? record.text.slice(span.start, span.end) : record.text))];
  return terms.filter((term) => tellsOf(term, told)).length >= covered * terms.length;
}

/** Whether a fact's value was cut from a longer name or number: "negative" of "A negative". */
function isCut({ value, text, spanStart }: CheckedHit["record"], source: string): boolean {
  const at = source.indexOf(value, Math.max(0, spanStart));
  const before =
    at < 0 ? "" : (/(?<=[^.!?:\s]\s)(\p{Lu}\p{L}*|\d[\d.,]*)\s$/u.exec(source.slice(Math.max(0, at - 40), at))?.[1] ?? "");
  return before !== "" && !text.split(/[\s:]+/u).includes(before);
}

/** With each of these passages right before the first fact that was read from it. */
function sourcesFirst(hits: readonly CheckedHit[], richer: ReadonlySet<string>): CheckedHit[] {
  const passages = new Map(
    hits.flatMap((hit) => (isPassage(hit) && richer.has(hit.record.turnId) ? [[hit.record.turnId, hit] as const] : [])),
  );
  // A set keeps the first place of each.
  return [...new Set(hits.flatMap((hit) => [passages.get(hit.record.turnId) ?? hit, hit]))];
}
