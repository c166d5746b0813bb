/** Whether newer words put something in the place of older ones, by the words alone. */
import { analyse, clausesOf, isLightTerm, mayTellChange, reporterOf, saysPlainly, tellsOf } from "@loci/text";
import type { Focus } from "../question.ts";
import { isAnothersChange, isAnothersEnd } from "./anothers-end.ts";
import { endsAsked, endsOther, isBareEnd, isEndOf, isEndOfWhole, isOngoing } from "./endings.ts";
import { isOfWhatTheyHave, saysItGoesOn } from "./goes-on.ts";
import { isHandedOver } from "./hand-over.ts";
import { tellsOfValue } from "./holds-value.ts";
import { leavesAsIs, termsBesideAsked } from "./leaves-as-is.ts";
import { isForReason } from "./for-reason.ts";
import { isOtherValue, staysBeside } from "./one-value.ts";
import { isOneMore, isOtherAmount } from "./other-amount.ts";
import { isOtherMeasure, lacksMeasure, tellsAnyMeasure } from "./other-measure.ts";
import { onlyMoves } from "./only-moves.ts";
import { onlyRaises } from "./only-raises.ts";
import { isOtherName } from "./other-name.ts";
import { isOtherPolarity } from "./other-polarity.ts";
import { isOtherPlace } from "./other-place.ts";
import { isOutcomeOf, staysWith } from "./outcomes.ts";
import { relativeIn } from "./relative.ts";
import { isBackTo, returnedTo } from "./returns.ts";
import { leading, modifiers, subjectTerms } from "./subject-terms.ts";
import { compareTimes, isName, isPassage, readOnce, type Said, type Sentence } from "./said.ts";

/** A correction follows what it corrects in its session, with an answer between them at most. */
const correctedWithin = 2;

/** A name replaces nothing and is not replaced; of what is in dispute or has ended the truth has decided already. */
export function mayBeReplaced(said: Said): boolean {
  const kind = said.hit.record.standing?.kind;
  return !isName(said) && kind !== "ended" && kind !== "disputed";
}

function mayReplace({ hit }: Said, older: Said): boolean {
  const kind = hit.record.standing?.kind;
  return isPassage(hit) && kind !== "ended" && kind !== "disputed" && hit.record.turnId !== older.hit.record.turnId;
}

/** Whether a sentence puts something in the place of what an older one says of what is asked. */
function replaces(newer: Sentence, by: Said, older: Sentence, of: Said, focus: Focus): boolean {
  const { asked, names, terms, kind, alternatives } = focus;
  if (newer.change !== "corrects" && (saysItGoesOn(by, older, focus) || isOfWhatTheyHave(newer, older, focus))) return false;
  if (newer.isAhead || onlyMoves(newer, older, focus) || onlyRaises(newer, older, focus)) return false;
  if (isOutcomeOf(newer, by, older, of, focus) || isHandedOver(newer, older, of, focus)) return true;
  if (isBackTo(newer, older) || staysWith(newer, older) || isAnothersChange(newer, older, of, focus)) return false;
  if (leavesAsIs(newer, older, focus)) return false;
  if (isOtherMeasure(newer, by, older, of, focus) || isOtherName(newer, by, older, of, focus)) return true;
  if (tellsOfOld(newer, by, older, of)) return true;
  if (isOtherPolarity(newer, by, older, of, focus) || isForReason(newer, by, older, of, focus)) return true;
  if (isOtherPlace(newer, by, older, of, focus) || isWithAnother(newer, by, older, of, focus)) return true;
  if (newer.change === "changes" && lacksMeasure(by, older, focus)) return false;
  if (by.names && of.names && isOtherChoice(newer, older, alternatives) && of.hit.record.speaker === by.hit.record.speaker)
    return true;
  if (kind === "how_many" && by.names && of.names && isOneMore(newer, older, asked)) return true;
  if (newer.change === undefined) {
    // What others say does not take the place of what one has said.
    if (!by.names || !of.names || by.hit.record.speaker !== of.hit.record.speaker || !isPlain(newer)) return false;
    if (isOtherState(newer, older, asked)) return true;
    return (
      isOtherAmount(newer, older, asked) ||
      isOtherValue(
        newer,
        older,
        focus,
        by.sentences.some(({ change }) => change !== undefined),
      )
    );
  }
  const shared = sharedTerms(newer, older);
  const isAsked = asked.length === 0 || older.tells > 0;
  if (newer.change === "corrects") {
    if (follows(by, of) && isOfOneShape(newer, older)) return true;
    // Who is named alone may be corrected in something else.
    const isOfSame = shared.length > 1 || !terms.has(shared[0] ?? "") || (newer.tells > 0 && isOfOneShape(newer, older));
    // A name of the question that neither has tells nothing of the two.
    return isAsked && of.names === by.names && shared.length > 0 && isOfSame;
  }
  if (!of.names) return false;
  if (newer.change === "ends" && asked.length === 0 && isEndOf(names, newer, older)) return true;
  // That both changed is nothing that they have in common.
  if (newer.change === "ends" && kind === "who" && [...names].some((name) => newer.ending.has(name) && isGiven(newer))) return true;
  if (isAnothersEnd(newer, older, of, names)) return false;
  const isOfOneSpeaker = by.names && by.hit.record.speaker === of.hit.record.speaker;
  if (newer.change === "ends" && isOfOneSpeaker && older.tells > 0 && isOngoing(older)) {
    if (isBareEnd(newer) && by.tellsInAll >= asked.length) return true;
    if (endsAsked(newer, older, focus)) return true;
  }
  const common = shared.filter((term) => asked.includes(term) || (!isLightTerm(term) && !mayTellChange([term])));
  const ofValue = common.filter(
    (term) =>
      !terms.has(term) && (newer.change === "ends" || !(isOfWhom(term, newer, older) || isOfTopic(term, newer, older, asked))),
  );
  if (isExchange(newer, by, older, of, common, focus)) return true;
  if (newer.change === "ends" && isAsked && isEndOfWhole(newer, names)) return true;
  // "Mr Petrov sold the building": over is the building, and not Mr Petrov.
  const isDoer = (term: string) => rids(newer) && leading(newer).has(term);
  if (newer.change === "ends" && ofValue.some((term) => newer.ending.has(term) && !isDoer(term)) && (isAsked || isOngoing(older)))
    return true;
  if (!isAsked || (ofValue.length === 0 && (isOfAnother(newer, asked) || isOfOther(newer, by, older, asked)))) return false;
  if (newer.change === "ends") {
    // Who stops playing the one still plays the other.
    if (!newer.goesOn && endsOther(newer, focus)) return false;
  } else if (ofValue.length === 0 && kind !== "who" && staysBeside(asked)) return false;
  if (
    by.names &&
    newer.tells > 0 &&
    tellsOfValue(newer, focus) &&
    (Math.max(newer.tells, by.tellsInAll) >= older.tells || common.length > 1)
  )
    return (
      names.size > 0 || common.length > 0 || (focus.isOwn && isDone(newer) && namesOther(newer, older) && namesOther(older, by))
    );
  // "In the town hall instead" is on the same day.
  if (kind === "when" && !hasTime(newer)) return false;
  const beside = termsBesideAsked(older, asked);
  return ofValue.some((term) => beside.has(term)) && by.names && (namesOther(newer, older) || exchanges(newer));
}

/** What a sentence calls old, as it is written: "the old Pixel is in a drawer". An old town or friend is not one that was before. */
const calledOld = readOnce(({ text }) =>
  [
    ...text.matchAll(/\b(?:[Tt]he|[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir) old (\p{L}[\p{L}\p{N}-]*(?: \p{Lu}[\p{L}\p{N}-]*)?)/gu),
  ].flatMap(([, what = ""]) => (staysOld.test(what) ? [] : [what])),
);
const staysOld =
  /^(?:town|city|friends?|m[ae]n|wom[ae]n|lady|people|days?|times?|age|school|building|harbour|port|mill|brewery|market|bridge|part|habits?)\b/iu;

/** Whether a newer text calls old what an older sentence tells as what is, and has another instead. */
function tellsOfOld(newer: Sentence, by: Said, older: Sentence, of: Said): boolean {
  if (!by.names || !of.names || !isPlain(newer) || calledOld(older).length > 0 || !namesOther(newer, older)) return false;
  return calledOld(newer).some(
    (what) => (older.tells > 0 || /^\p{Lu}/u.test(what)) && analyse(what).every((term) => older.terms.has(term)),
  );
}

/** Whether somebody does away with something of which they are no part: who quits a team or leaves it is one. */
const rids = readOnce(({ text }) =>
  /(?<!\b(?:is|are|was|were|been|being|got|gets) )\b(?:sold|sells|cancel?led|cancels|gave (?:up|away)|given (?:up|away)|dropped|ditched|scrapped|lent|emptied|threw|thrown|stopped|shut|closed) (?:down |out |off )?(?:the|my|his|her|their|our|its|an?|all|\p{L}+ing)\b/iu.test(
    text,
  ),
);

const ofState = new Set(analyse("state status stand stands standing situation progress"));

/** Whether the state of something is asked for, and a newer sentence says what has become of it. */
function isOtherState(newer: Sentence, older: Sentence, asked: readonly string[]): boolean {
  const things = asked.filter((term) => !ofState.has(term));
  const isOf = (terms: ReadonlySet<string>) => things.every((term) => terms.has(term));
  return things.length > 0 && things.length < asked.length && isOf(newer.terms) && isOf(older.terms) && older.tells > 0;
}

/**
 * Whether one of two names takes the other's place in words that do not say in what: "Carmen switched to Condor", or of what is asked only what
 * it is about: "We've gone over to Kaffa Nord for the beans".
 */
function isExchange(newer: Sentence, by: Said, older: Sentence, of: Said, common: readonly string[], focus: Focus): boolean {
  const { names, asked, kind } = focus;
  if (newer.change !== "changes" || older.tells < asked.length) return false;
  const isOfFigures = tellsAnyMeasure(newer) && tellsAnyMeasure(older);
  if (!isOfFigures && !isBare(newer, older, focus)) return false;
  // "Pia quit. She has joined Orlova."
  const endsToo = by.sentences.some(({ change }) => change === "ends");
  if (!endsToo && !exchanges(newer)) return false;
  if (kind === "when" || kind === "how_many" || (kind === "who" && names.size > 0 && !by.names && common.length === 0))
    return false;
  // "I use Chrome", "I switched to Firefox": both tell which browser.
  const isOfOneKind = [...by.aspects].some((term) => of.aspects.has(term) && !isLightTerm(term) && asked.includes(term));
  const isOfSame = names.size > 0 || isOfOneKind || common.some((term) => asked.includes(term));
  return isOfSame && namesOther(newer, older) && namesOther(older, newer);
}

/** Whether the clause of an exchange names nothing of its own but who or what comes now: else that is what has changed. */
function isBare(newer: Sentence, older: Sentence, { terms, asked }: Focus): boolean {
  const clauses = clausesOf(newer.text).map(({ start, end }) => newer.text.slice(start, end));
  const exchange = clauses.find((clause) => exchanging.test(clause)) ?? newer.text;
  // "Milo's first week at St Cuthbert's: new blazer, new friends": what is behind the colon tells more of it.
  const own = analyse(exchange.replace(/(?<=.): .*$/u, "")).filter(
    (term) =>
      !older.terms.has(term) &&
      !terms.has(term) &&
      !namedTerms(newer).has(term) &&
      !leading(newer).has(term) &&
      !isLightTerm(term) &&
      !mayTellChange([term]) &&
      !asked.some((one) => tellsOf(one, new Set([term]))),
  );
  return own.length <= 1;
}

/** "Brightwater is now with Tomasz", "Brightwater is Tomasz's now": of whom it names it says nothing but whose it is. */
const isNowOf = readOnce(({ text }) =>
  /\b(?:is|are|['\u2019]s|['\u2019]re) now (?:with|under|at|run by|looked after by|handled by) \p{Lu}|\b(?:is|are|['\u2019]s) (?:now )?\p{Lu}[\p{L}-]+['\u2019]s?(?: now)?[.!]?$|\b(?:went|goes|passes|passed|falls|fell) to \p{Lu}/u.test(
    text,
  ),
);

/** Whether who is asked for is told by who has now what the question names. */
function isWithAnother(newer: Sentence, by: Said, older: Sentence, of: Said, { kind, names, terms }: Focus): boolean {
  if (kind !== "who" || !by.names || !of.names || names.size === 0 || older.tells === 0 || !isNowOf(newer)) return false;
  if (newer.change !== "changes" && newer.tells === 0) return false;
  return (
    namesOther(newer, older) && [...namedTerms(older), ...leading(older)].some((term) => !newer.terms.has(term) && !terms.has(term))
  );
}

/** Whether each holds another one of two things that the question sets against one another. */
function isOtherChoice(newer: Sentence, older: Sentence, alternatives: readonly string[]): boolean {
  if (alternatives.length === 0) return false;
  const held = ({ terms }: Sentence) => alternatives.filter((term) => terms.has(term));
  const [now, before] = [held(newer), held(older)];
  return now.length === 1 && before.length === 1 && now[0] !== before[0] && newer.tells > 0 && older.tells > 0 && isPlain(newer);
}

/** Whether two sentences share a term because they are about the same: that is nothing that one says of what the other says. */
function isOfWhom(term: string, newer: Sentence, older: Sentence): boolean {
  return leading(newer).has(term) && leading(older).has(term);
}

/** Whether somebody else has now what a sentence tells of. */
const isGiven = readOnce(({ text }) => /\b(?:gave|given|sold|lent|handed|passed) .{1,60} to\b/i.test(text));

const hasTime = readOnce(({ text }) =>
  /\d|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|month|year|noon|midnight|tomorrow|tonight|today|spring|summer|autumn|winter|later|earlier)/i.test(
    text,
  ),
);

/** One thing stands for another now. */
const exchanging =
  /\b(?:replac|switch|swap|exchang|instead|rather than|traded|hand(?:ed|s)\b[^.;]{1,40}\bto\b|chang(?:ed|es) (?:over )?to|(?:gone|went|goes) over to|first (?:day|week|month|term) (?:at|in|with)\b|(?:took|taken|weaned|c[ao]me) [^.;]{0,40}\boff\b[^.;]{1,80}\b(?:on|onto|to)\b)/i;
const exchanges = readOnce(({ text }) => exchanging.test(text));

/** Whether a sentence is of somebody else of one's own, of whom nothing is asked. */
const ofKin = readOnce(({ text }) => relativeIn(text));

function isOfAnother(newer: Sentence, asked: readonly string[]): boolean {
  const whose = ofKin(newer);
  return whose !== undefined && !analyse(whose).some((term) => asked.some((one) => tellsOf(one, new Set([term]))));
}

/** Whether both have a term in the label before their colon, or behind another word each: "Notes:", "the sales team" and "the support team". */
function isOfTopic(term: string, newer: Sentence, older: Sentence, asked: readonly string[]): boolean {
  if (labelTerms(newer).has(term) && labelTerms(older).has(term)) return true;
  const [before, now] = [modifiers(older).get(term), modifiers(newer).get(term)];
  if (before === undefined || now === undefined || before === now || mayTellChange([now])) return false;
  return asked.includes(before) && !namedTerms(older).has(term);
}

const labelTerms = readOnce(({ text }) => new Set(analyse(/^[^:.!?]{1,60}:(?=\s)/u.exec(text)?.[0] ?? "")));

/**
 * Whether a newer text is about something else than an older sentence: that names what is asked by a word that the newer one has not, and which
 * has a word of its own instead. The eggs do not come from the new flour supplier.
 */
function isOfOther(newer: Sentence, { aspects }: Said, older: Sentence, asked: readonly string[]): boolean {
  const isMissing = asked.some((term) => older.terms.has(term) && !isLightTerm(term) && !aspects.has(term));
  return isMissing && [...subjectTerms(newer)].some((term) => !older.terms.has(term) && !asked.includes(term));
}

/** From this share of common terms on, two passages say the same kind of thing. */
const sameKind = 0.5;

/**
 * Whether a newer text comes before an older one that it does not replace: it says the same kind of thing of the same, or tells what is asked
 * where the older one only says that something has ended.
 */
export function goesBefore(newer: Said, older: Said, focus: Focus): boolean {
  if (isName(newer) || isName(older) || !newer.names) return false;
  if (newer.sentences.every(({ isAhead, tells }) => isAhead || tells === 0) && newer.sentences.some(({ isAhead }) => isAhead))
    return false;
  const onlyEnds =
    older.sentences.some(({ change, tells }) => change === "ends" && tells > 0) ||
    older.sentences.every(({ change }) => change === "ends");
  const goesOn = newer.sentences.some(
    ({ change, tells }) => (change !== "ends" && tells > 0) || (change === "changes" && focus.names.size > 0),
  );
  if (onlyEnds && goesOn) return true;
  return (
    newer.tells > 0 &&
    newer.tells >= older.tells &&
    isPassage(newer.hit) &&
    isPassage(older.hit) &&
    likeness(newer.terms, older.terms) >= sameKind
  );
}

/** Jaccard similarity. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((term) => b.has(term)).length;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}

function follows({ hit: { record: newer } }: Said, { hit: { record: older } }: Said): boolean {
  const apart = newer.seq - older.seq;
  // What the assistant says after one is what one has told it.
  if (older.role !== "assistant" && (newer.speaker !== older.speaker || newer.role !== older.role)) return false;
  return newer.sessionId !== "" && newer.sessionId === older.sessionId && apart > 0 && apart <= correctedWithin;
}

/** Whether one can stand in for a part of the other: both have a number, or else a name, or share a word. */
function isOfOneShape(newer: Sentence, older: Sentence): boolean {
  const has = (pattern: RegExp) => [newer, older].every(({ text }) => pattern.test(text));
  return has(/\p{N}/u) || (!/\p{N}/u.test(newer.text) && has(nameWithin)) || sharedTerms(newer, older).length > 0;
}

const nameWithin = /(?<=\s)\p{Lu}[\p{L}\p{M}]+/u;

/** The user is meant by many words, and "Memory:" may stand before any. */
function sharedTerms(a: Sentence, b: Sentence): string[] {
  return [...a.terms].filter((term) => term !== "user" && b.terms.has(term) && !(noteTerms(a).has(term) && noteTerms(b).has(term)));
}

const noteTerms = readOnce(
  ({ text }) =>
    new Set(
      analyse(
        /^\s*(?:(?:memory|fact|notes?|meeting notes|minutes|update|log|info|profile|summary)\b[^:.!?]{0,40}:|(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\s[^:.!?,]{1,30}[,!])(?=\s)/iu.exec(
          text,
        )?.[0] ?? "",
      ),
    ),
);

/** The terms of the names and numbers in a sentence. */
const namedTerms = readOnce(
  ({ text }) => new Set((text.match(/(?<=\s)(?:\p{Lu}|\p{Ll}{1,3}\p{Lu})[\p{L}\p{M}]+|\p{N}+/gu) ?? []).flatMap(analyse)),
);

/** A plan may have come to nothing. */
const isDone = readOnce(({ text }) => !/\b(?:going to|will|shall)\b|['\u2019]ll\b/iu.test(text));

/** Whether a sentence has a name or a number that the other has not. */
function namesOther(one: Sentence, { terms }: Pick<Sentence, "terms">): boolean {
  return [...namedTerms(one)].some((term) => !terms.has(term));
}

/** Whether a sentence may tell what is otherwise than before: it is no question, no hearsay, and comes beside nothing. */
const isPlain = readOnce(
  ({ text }) => saysPlainly(text) && reporterOf(text).name === "" && !/\b(?:according to|says?|said|told|per)\b/i.test(text),
);

/**
 * The oldest of the later hits that puts something in the place of a sentence; undefined where none does, or where the same was said again
 * after it.
 * @param onlyCorrections what was, later changes leave as it was
 * @param earlier what was said before it: to that a later one may return
 */
export function replacementOf(
  sentence: Sentence,
  older: Said,
  later: readonly Said[],
  focus: Focus,
  onlyCorrections: boolean,
  earlier: readonly Said[] = [],
): Said | undefined {
  // Whether such a fact ends with its sentence hangs on what newer words have no more of it.
  if (sentence.isToldBeside === true && focus.names.size > 0) return undefined;
  const newer = later.find(
    (one) =>
      mayReplace(one, older) &&
      one.sentences.some(
        (other) =>
          (!onlyCorrections && isReturn(other, sentence, earlier)) ||
          ((!onlyCorrections || other.change === "corrects") && replaces(other, one, sentence, older, focus)),
      ),
  );
  return newer && later.some((one) => compareTimes(newer, one) < 0 && saysAgain(one, sentence)) ? undefined : newer;
}

/** Whether it is again as it was before an older sentence told something else: "I cycle to work now", "it is the tram again". */
function isReturn(newer: Sentence, older: Sentence, earlier: readonly Said[]): boolean {
  const to = returnedTo(newer);
  if (to.length === 0 || older.tells === 0 || to.some((term) => older.terms.has(term))) return false;
  return earlier.some(({ sentences }) => sentences.some((one) => one.tells >= older.tells && isBackTo(newer, one)));
}

function saysAgain({ hit, sentences }: Said, older: Sentence): boolean {
  const { terms } = older;
  return (
    isPassage(hit) &&
    sentences.some((one) => isBackTo(one, older) || (one.change === undefined && [...terms].every((term) => one.terms.has(term))))
  );
}
