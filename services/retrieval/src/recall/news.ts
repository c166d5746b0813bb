/** What newer words put in the place of older ones, where the truth does not know of it: nothing, or not this, was read from them. */
import type { graph } from "@loci/protos";
import type { CheckedHit } from "../fuse/fold.ts";
import { analyse, asksAhead, comesBeside, holdsAnswer, tellsOf, toldBy } from "@loci/text";
import type { Focus, Question } from "../question.ts";
import { scaledTo } from "./order.ts";
import { endedFacts } from "./ended-facts.ts";
import { kinKey } from "./end-of.ts";
import { valueKind } from "./one-value.ts";
import { endedOf } from "./endings.ts";
import { leavesSome } from "./leaves-some.ts";
import { lacksMeasure } from "./other-measure.ts";
import { goesBefore, mayBeReplaced, replacementOf } from "./replaces.ts";
import { compareTimes, isPassage, maxCharacters, readHits, type Said, type Sentence } from "./said.ts";

/** More is not compared: the time grows with the square of it, and nobody reads so far. */
const compared = 24;

export interface Newly {
  readonly hits: readonly CheckedHit[];
  /** The ids of those that took the place of others. */
  readonly news: ReadonlySet<string>;
}

/**
 * What newer words replace comes after all that they do not, marked as ended by them; they take its place. What is not replaced keeps its
 * order. A question of what was is not answered by what is now, but by corrections.
 */
export function newsFirst(hits: readonly CheckedHit[], { focus, time, now, asksWhen, text }: Asked): Newly {
  const unchanged = { hits, news: new Set<string>() };
  if (time.tense === "former" || time.wanted === "first" || (focus.asked.length === 0 && focus.names.size === 0)) return unchanged;
  const said = readHits(hits.slice(0, compared), focus, asksWhen || asksAhead(text) ? "" : now);
  const byAge = [...said].sort(compareTimes);
  // What is read from words that do not tell what is asked answers only where none do.
  const isTold = said.some((one) => one.tells >= focus.asked.length && one.names && mayBeReplaced(one));
  const places = new Map<Said, number>(said.map((one) => [one, one.place]));
  const takePlace = (newer: Said, older: Said) => places.set(newer, Math.min(placeOf(newer), placeOf(older)));
  const placeOf = (one: Said) => places.get(one) ?? one.place;
  const marked = new Map<CheckedHit, CheckedHit>();
  const more = new Set<CheckedHit>();
  const news = new Set<string>();
  const endedTexts = new Map<string, readonly Part[]>();
  for (const [at, older] of byAge.entries()) {
    if (!mayBeReplaced(older)) continue;
    const later = byAge.slice(at + 1).filter((one) => compareTimes(older, one) < 0);
    const parts: Part[] = [];
    for (const sentence of older.sentences) {
      const found = replacementsOf(sentence, older, later, { focus, time }, byAge.slice(0, at));
      if (found.length === 0 && time.tense === "")
        parts.push(...endedWithin(sentence, older, focus), ...lapsedPart(sentence, older, said, focus));
      for (const { newer, isPartly } of found) {
        const isOfAll = newer.sentences.some(({ change }) => change !== undefined);
        const isEnd = newer.sentences.some(({ change }) => change === "ends" || change === "corrects");
        const by = newer.hit.record.text.slice(0, maxCharacters);
        parts.push({ ...endedPart(sentence, newer), isPartly, isOfAll, isEnd, gone: goneBy(newer, sentence), by });
        news.add(newer.hit.record.id);
        // What is left of a list answers still, and what else was said may be what is asked for.
        const isAlone = older.sentences.length === 1 && !isTold;
        const isAsked = focus.asked.length === 0 || sentence.tells > 0 || isAlone || focus.measure !== undefined;
        if (!isPartly && isAsked) takePlace(newer, older);
      }
    }
    if (parts.length > 0) marked.set(older.hit, withParts(older, parts, focus));
    if (isPassage(older.hit)) endedTexts.set(older.hit.record.turnId, parts);
    if (parts.length > 0 && leftBeside(older, parts).length > 0) more.add(older.hit);
    if (time.tense === "") for (const one of later) if (goesBefore(one, older, focus)) takePlace(one, older);
  }
  for (const one of said) {
    const parts = marked.has(one.hit) ? [] : endedWith(one, endedTexts);
    if (parts.length > 0) marked.set(one.hit, withParts(one, parts, focus));
  }
  if (time.tense === "") {
    for (const { fact, by, until } of endedByThemselves(said, marked, focus, now)) {
      marked.set(fact.hit, withStanding(fact.hit, { kind: "ended", endedBy: [by.hit.record.turnId], until, endedParts: [] }));
      news.add(by.hit.record.id);
      takePlace(by, fact);
    }
  }
  for (const one of said) {
    const parts = marked.has(one.hit) ? [] : endedByFacts(one, marked, said, focus);
    if (parts.length === 0) continue;
    marked.set(one.hit, withParts(one, parts, focus));
    if (leftBeside(one, parts).length > 0) more.add(one.hit);
  }
  if (time.tense === "") for (const one of said) places.set(one, placeBehind(one, said, placeOf));
  if (marked.size === 0 && said.every((one) => placeOf(one) === one.place)) return unchanged;
  const ordered = [...said].sort((a, b) => placeOf(a) - placeOf(b) || compareTimes(b, a) || a.place - b.place);
  const all = [...ordered.map(({ hit }) => hit), ...hits.slice(compared)].map((hit) => ({ hit: marked.get(hit) ?? hit, was: hit }));
  // What says more than what has ended stands right behind the news; what says no more, behind all.
  const isReplaced = ({ hit, was }: (typeof all)[number]) => hit !== was && hit.record.standing?.kind === "ended" && !more.has(was);
  const inOrder = [...all.filter((one) => !isReplaced(one)), ...all.filter(isReplaced)].map(({ hit }) => hit);
  return { hits: withScoresOf(hits, inOrder), news };
}

interface Replacement {
  readonly newer: Said;
  /** Something is left of the sentence. */
  readonly isPartly: boolean;
}

/** What took the place of a sentence: the first that did, and where that left some of it, those after it that ended more. */
function replacementsOf(
  sentence: Sentence,
  older: Said,
  later: readonly Said[],
  { focus, time }: Pick<Question, "focus" | "time">,
  earlier: readonly Said[],
): Replacement[] {
  const found: Replacement[] = [];
  const gone = new Set<string>();
  let rest = later;
  while (rest.length > 0) {
    const newer = replacementOf(sentence, older, rest, focus, time.tense === "past", earlier);
    if (newer === undefined) break;
    for (const term of endedOf(newer, sentence, focus)) gone.add(term);
    const isPartly = isPassage(older.hit) && leavesSome(sentence, gone, focus.asked, focus.kind);
    found.push({ newer, isPartly });
    if (!isPartly) break;
    rest = rest.slice(rest.indexOf(newer) + 1);
  }
  return found;
}

interface EndedFact {
  readonly fact: Said;
  /** What was said later. */
  readonly by: Said;
  readonly until: string;
}

/** The facts that have ended as the pages of what is known tell it: asked for by their own keys, whatever the question is. */
function endedByThemselves(
  said: readonly Said[],
  marked: ReadonlyMap<CheckedHit, CheckedHit>,
  focus: Focus,
  now: string,
): EndedFact[] {
  const passages = said.filter((one) => isPassage(one.hit));
  const facts = said.filter(
    (one) => !isPassage(one.hit) && one.hit.record.key !== "" && mayBeReplaced(one) && !marked.has(one.hit),
  );
  const ended = endedFacts(
    facts.map(({ hit }) => hit),
    passages.map(({ hit }) => hit),
    now,
  );
  return ended.flatMap(({ id, endedBy, until }) => {
    const fact = facts.find(({ hit }) => hit.record.id === id);
    const by = passages.find(({ hit: { record } }) => endedBy.includes(record.turnId || record.id));
    return fact === undefined || by === undefined || leavesMeasure(by, fact, focus) ? [] : [{ fact, by, until }];
  });
}

/** "Moved to Fridays, same time" leaves the time that is asked for. */
function leavesMeasure(by: Said, fact: Said, focus: Focus): boolean {
  const isOver = by.sentences.some(({ change }) => change === "ends" || change === "corrects");
  return !isOver && fact.sentences.some((sentence) => lacksMeasure(by, sentence, focus));
}

function withStanding({ ranked, record }: CheckedHit, standing: graph.Standing): CheckedHit {
  return { ranked, record: { ...record, standing } };
}

type Asked = Pick<Question, "focus" | "time" | "now" | "asksWhen" | "text">;

const formerKey = /(?:^|_)(?:former|previous|past|ex)_/;

/** Where a hit stands that is no answer of now: what begins later behind what holds, and what was behind the words that say so. */
function placeBehind(one: Said, said: readonly Said[], placeOf: (one: Said) => number): number {
  const place = placeOf(one);
  const isAhead =
    one.sentences.some((sentence) => sentence.isAhead) && one.sentences.every(({ isAhead, tells }) => isAhead || tells === 0);
  const before = isAhead
    ? said.filter(
        (other) => other !== one && other.tells > 0 && other.names && !other.sentences.some((sentence) => sentence.isAhead),
      )
    : formerKey.test(one.hit.record.key)
      ? said.filter((other) => isSourceOf(one, other) || answersNow(other))
      : [];
  const behind = Math.max(...before.map(placeOf));
  return before.length > 0 && behind >= place ? behind + 0.5 : place;
}

function answersNow({ tells, names, hit }: Said): boolean {
  return tells > 0 && names && !formerKey.test(hit.record.key) && hit.record.standing?.kind !== "ended";
}

function isSourceOf({ hit: { record } }: Said, { hit }: Said): boolean {
  return isPassage(hit) && hit.record.turnId === record.turnId;
}

interface Part extends graph.EndedPart {
  /** An item of the sentence's list is left. */
  readonly isPartly: boolean;
  /** Newer words say that it is otherwise, not only another value: with it ends all that was read from it. */
  readonly isOfAll?: boolean;
  /** They say that it has ended or was wrong: also that of which they still speak. */
  readonly isEnd?: boolean;
  /** The terms of the sentence that the newer words have no more. */
  readonly gone?: ReadonlySet<string>;
  /** The newer words. */
  readonly by?: string;
  /** The truth has marked it already. */
  readonly isKnown?: boolean;
}

function endedPart({ text, start, end }: Sentence, { hit: { record } }: Said): graph.EndedPart {
  return { factId: "", text, spanStart: start, spanEnd: end, until: record.knownAt, endedBy: record.turnId || record.id };
}

/** The sentence itself, where it held for a while that is over; what alone answers is shown all the same. */
function lapsedPart(sentence: Sentence, older: Said, said: readonly Said[], { asked, names }: Focus): Part[] {
  if (sentence.lapsed === "") return [];
  const tellsToo = (one: Said) => (asked.length === 0 ? one.names : one.names && one.tells >= sentence.tells);
  const isAsked = asked.length === 0 ? names.size > 0 && older.names : older.names && sentence.tells > 0;
  const isAlone = !said.some((one) => isPassage(one.hit) && one !== older && tellsToo(one));
  if (isAsked && isAlone) return [];
  const { text, start, end, lapsed } = sentence;
  return [
    { factId: "", text, spanStart: start, spanEnd: end, until: lapsed, endedBy: "", isPartly: false, isOfAll: true, isEnd: true },
  ];
}

/** The sentence itself, where what it says of what is asked is known to have ended, though something else that was read from it holds. */
function endedWithin(sentence: Sentence, { hit }: Said, { asked, terms, kind, names }: Focus): Part[] {
  const ended = (hit.record.standing?.endedParts ?? []).filter(({ spanStart, spanEnd, text, endedBy }) => {
    if (spanStart >= sentence.end || spanEnd <= sentence.start || isOfAnother(text, sentence, names)) return false;
    const told = toldBy(text);
    // Who asks by a name alone asks for all that the sentence says of it: a part that ran out by itself is not all.
    const isAll = asked.length > 0 || endedBy !== "" || [...sentence.terms].every((term) => told.has(term) || terms.has(term));
    // When it was is told also by what is over.
    if (!isAll || (kind === "when" && endedBy === "")) return false;
    return asked.every((term) => tellsOf(term, told));
  });
  const gone = new Set(ended.flatMap((part) => analyse(part.text)).filter((term) => !terms.has(term)));
  const [last] = ended.sort((a, b) => (a.until < b.until ? 1 : -1));
  if (last === undefined || leavesSome(sentence, gone, asked, kind)) return [];
  return [{ ...last, spanStart: sentence.start, spanEnd: sentence.end, isPartly: false, isKnown: true }];
}

/** Whether a fact is of another one whom its sentence names too: "Pia and Bo work at the mint" has ended for Bo alone. */
function isOfAnother(fact: string, { terms }: Sentence, names: ReadonlySet<string>): boolean {
  const [who = ""] = analyse(fact);
  const asked = [...names].filter((name) => terms.has(name));
  return asked.length > 0 && terms.has(who) && !analyse(fact).some((term) => names.has(term));
}

/** What somebody is called does not end with what is told beside it, nor whose relative they are. */
const nameKey = /^(?:given_|full_|first_|last_)?name$/;

/** What newer words ended of the sentence that a fact was read from, as a whole: the fact has ended with it. */
function endedWith(fact: Said, endedTexts: ReadonlyMap<string, readonly Part[]>): readonly Part[] {
  if (isPassage(fact.hit) || !mayBeReplaced(fact)) return [];
  const { turnId, spanStart } = fact.hit.record;
  const parts = endedTexts.get(turnId) ?? [];
  return parts.filter(
    (part) =>
      (fact.tells > 0 || part.endedBy === "") &&
      !(
        (kinKey.test(fact.hit.record.key) || nameKey.test(fact.hit.record.key)) &&
        fact.sentences.every(({ isToldBeside }) => isToldBeside === true)
      ) &&
      (isOfWhole(fact, part) || isGone(fact, part) || isGivenUp(fact, part)) &&
      !part.isPartly &&
      // With one more of them the first ones are still there.
      !comesBeside(part.by ?? "") &&
      part.spanStart <= spanStart &&
      spanStart < part.spanEnd,
  );
}

/** The sentences of a passage from which a fact was read that newer words ended, and nothing else that is asked: in other words than the fact's they say the same. */
function endedByFacts(passage: Said, marked: ReadonlyMap<CheckedHit, CheckedHit>, said: readonly Said[], focus: Focus): Part[] {
  if (!isPassage(passage.hit) || !mayBeReplaced(passage)) return [];
  const facts = said.filter(({ hit, tells }) => !isPassage(hit) && hit.record.turnId === passage.hit.record.turnId && tells > 0);
  return passage.sentences.flatMap((sentence) => {
    const own = facts.filter(({ hit: { record } }) => sentence.start <= record.spanStart && record.spanStart < sentence.end);
    const ended = own.flatMap(({ hit }) => marked.get(hit) ?? []).filter(({ record }) => record.standing?.kind === "ended");
    const [last] = ended.sort((a, b) => ((a.record.standing?.until ?? "") < (b.record.standing?.until ?? "") ? 1 : -1));
    // What is told beside an ended fact has not ended with it.
    const isTold = own.some(({ sentences }) => sentences.some((one) => one.isToldBeside !== true));
    if (last === undefined || ended.length < own.length || !isTold) return [];
    const gone = new Set(ended.flatMap(({ record }) => analyse(record.value)).filter((term) => !focus.terms.has(term)));
    if (leavesSome(sentence, gone, focus.asked, focus.kind)) return [];
    const { until = "", endedBy = [] } = last.record.standing ?? {};
    const { text, start, end } = sentence;
    return [{ factId: last.record.id, text, spanStart: start, spanEnd: end, until, endedBy: endedBy[0] ?? "", isPartly: false }];
  });
}

/** Whether newer words say that all is otherwise that was read from the sentence; of what they still name it may hold: "Ilias, our son, goes to ... now". */
function isOfWhole({ hit }: Said, { isOfAll, isEnd, gone }: Part): boolean {
  const { entityName, value } = hit.record;
  // "Got engaged to Samir Haddad", "Samir tied the knot"
  if (gone !== undefined && isEnd !== true && fullName.test(value) && analyse(value).some((term) => !gone.has(term))) return false;
  return isOfAll === true && (isEnd === true || analyse(`${entityName} ${value}`).some((term) => gone?.has(term) !== false));
}

const fullName = /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+$/u;

/** Whether another number, day, time or name stands where the fact's value stood. */
function isGone({ hit }: Said, { gone }: Part): boolean {
  const { value } = hit.record;
  const terms = analyse(value);
  return (
    gone !== undefined &&
    (valueKind(value) >= 0 ? terms.some((term) => gone.has(term)) : terms.length > 0 && terms.every((term) => gone.has(term)))
  );
}

/** Words before what is given up for something else: "took Dad off ramipril", "from Mongo to Postgres". */
const givenUp =
  /\b(?:off|from|instead of|rather than|out of|replac(?:es|ed|ing)|supersed(?:es|ed)|dropped|ditched|swapped|traded|left|over from|goodbye to|bye)(?: (?:the|my|our|his|her|their|its|old))? $/iu;

/** Whether newer words name the fact's value as what another one takes the place of. */
function isGivenUp({ hit }: Said, { by = "" }: Part): boolean {
  const { value } = hit.record;
  const at = value === "" ? -1 : by.toLowerCase().indexOf(value.toLowerCase());
  return at > 0 && givenUp.test(by.slice(Math.max(0, at - 40), at));
}

function goneBy(newer: Said, { terms }: Sentence): ReadonlySet<string> {
  return new Set([...terms].filter((term) => !newer.terms.has(term)));
}

const wordsOfMore = 3;
/** A text of more sentences is about more than what is asked, and does not end with that. */
const shortText = 8;

/** The sentences that say something, of which no part is gone as a whole. */
function leftBeside({ sentences }: Said, parts: readonly Part[]): Sentence[] {
  const gone = new Set(parts.filter(({ isPartly }) => !isPartly).map((part) => part.spanStart));
  return sentences.filter(({ start, text }) => !gone.has(start) && (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= wordsOfMore);
}

/** A record with what newer words replaced of it: `ended` where that is all that it says, or all that it says of what is asked. */
function withParts(older: Said, parts: readonly Part[], focus: Focus): CheckedHit {
  const { asked } = focus;
  const { hit, sentences, saysMore: goesOn } = older;
  const { standing } = hit.record;
  const left = leftBeside(older, parts);
  const hasGone = parts.some(({ isPartly }) => !isPartly);
  const isOfMore = asked.length === 0 || goesOn || sentences.length > shortText;
  const saysMore =
    !hasGone ||
    (isOfMore ? goesOn || left.length > 0 : left.some(({ tells, text }) => tells > 0 && holdsAnswer(focus, { text }) !== false));
  const added = parts
    .filter(({ isKnown }) => isKnown !== true)
    .map(({ isPartly: _, isKnown: __, isOfAll: ___, isEnd: ____, gone: _____, by: ______, ...part }) => part);
  const endedParts = [...(standing?.endedParts ?? []), ...(isPassage(hit) ? added : [])];
  const last = parts.reduce((a, b) => (a.until > b.until ? a : b));
  const next = saysMore
    ? { kind: standing?.kind ?? "current", endedBy: [], until: "", endedParts }
    : {
        kind: "ended",
        endedBy: [...new Set(parts.map((part) => part.endedBy))].filter((id) => id !== ""),
        until: last.until,
        endedParts,
      };
  return withStanding(hit, next);
}

/** Hits in a new order with the scores of the old one, so that scores fall. */
export function withScoresOf(before: readonly CheckedHit[], ordered: readonly CheckedHit[]): CheckedHit[] {
  const scores = before.map(({ ranked }) => ranked.score).sort((a, b) => b - a);
  return ordered.map(({ record, ranked }, i) => ({ record, ranked: scaledTo((scores[i] ?? 0) / (ranked.score || 1), ranked) }));
}
