import {
  analyse,
  beginsAfter,
  changeIn,
  comesBeside,
  holdsAnswer,
  isLightTerm,
  isOfRelated,
  mayTellChange,
  type QuestionKind,
} from "@loci/text";
import type { Asked } from "./asked.ts";
import { isUnsure, scoredOf, type Enders, type Scored } from "./score.ts";
import type { Statement } from "./statements.ts";

/** What is said in the answer: a statement, and the other sources that say just the same. */
export interface Chosen {
  readonly statement: Statement;
  readonly sources: readonly number[];
}

export interface ChoiceLimits {
  /** The part of what is asked that a statement has to tell of, 0 to 1. */
  readonly relevance: number;
  /** The part of the best statement's score that others have to reach. */
  readonly nearBest: number;
  readonly count: number;
  /** So many values of one key, or things of a kind, are told together. */
  readonly many: number;
  /** Whether older statements are told beside the best one. */
  readonly tellsOlder: boolean;
}

/** The part of the best fact's score that the text which it was read from has to reach. */
const sameTurn = 0.5;
/** What is since an end tells this part of what the end tells. */
const sinceAnEnd = 0.6;
/** The same for other values where several are asked for. */
const manyNearBest = 0.6;
/** So many words that nothing said so far has are worth a sentence of the same turn. */
const informative = 2;
/** What has ended answers where what holds tells less than this part of it. */
const muchLess = 0.5;
const maxDisputed = 4;
/** Kinds of answers of which one holds at a time. */
const ofOne: ReadonlySet<QuestionKind> = new Set(["when", "where", "how_many", "how_much", "how_long"]);
/** Two that tell of nearly as much of what is asked. */
const asMuch = 0.95;
/** What is newer and says that something is otherwise overtakes what answers, where it tells of this part of what that tells of. */
const overtaking = 0.9;
/** The statements that answer, best first; none where no source tells enough of what is asked. */
export function choose(asked: Asked, statements: readonly Statement[], sources: Enders, limits: ChoiceLimits): Chosen[] {
  const isOfTimeOnly = asked.names.size === 0 && asked.content.length === 0 && !asked.wantsAll && !asked.wantsNews;
  if (isOfTimeOnly && asked.during.length === 0) return [];
  const told = scoredOf(asked, statements, sources, limits.relevance);
  const answering = isOfTimeOnly ? told.filter(({ statement }) => isWithin(asked.during, statement)) : within(asked.during, told);
  const inTense = asked.time.tense === "former" ? answering : holding(asked, begun(asked, answering));
  const scored = (asksAboutSelf(asked) ? ownOnly(asked, inTense) : inTense).sort((a, b) => b.score - a.score);
  const wanted = asked.wantsNews ? "latest" : asked.time.wanted;
  const ordered =
    wanted !== "" ? inTime(scored, wanted, limits) : asked.time.tense === "" ? overtaken(asked, scored, limits) : scored;
  const chosen = take(asked, withRivals(asked, ordered), limits);
  return [...chosen, ...before(asked, chosen, answering, sources)];
}

/** Without what newer words say is otherwise now: "has given up the piano" of "takes piano lessons". */
function overtaken(asked: Asked, scored: readonly Scored[], limits: ChoiceLimits): readonly Scored[] {
  const { names, yesNo, asksStill, wantsMany } = asked;
  const [best] = scored;
  if (best === undefined || wantsMany || best.statement.disputed) return scored;
  const { knownAt, terms, until } = best.statement;
  const least = yesNo === "" ? best.relevance * overtaking : limits.relevance;
  const shares = (other: ReadonlySet<string>) =>
    [...other].some((term) => terms.has(term) && !names.has(term) && !isLightTerm(term));
  // What only ends something is no answer where newer words say what is instead.
  const since =
    changeIn(best.statement.text) === "ends" && best.statement.fact === undefined && yesNo === ""
      ? goesOnAfter(asked, best, scored)
      : undefined;
  if (since !== undefined) return [since, ...scored.filter((one) => one !== since)];
  const newer = scored.find(
    ({ statement, relevance }) =>
      statement.fact === undefined &&
      statement.until === until &&
      statement.knownAt > knownAt &&
      relevance >= least &&
      (asksStill || changeIn(statement.text) !== undefined || saysAnew(asked, statement, best.statement)) &&
      shares(statement.terms) &&
      !endsAnother(asked, statement, best.statement) &&
      !leavesAnswer(asked, statement, best.statement),
  );
  return newer === undefined ? scored : [newer, ...scored.filter((one) => one !== newer && one.statement.knownAt > knownAt)];
}

/** What is newer than an end, ends nothing itself, and holds the kind of answer that is asked for. */
function goesOnAfter(asked: Asked, { statement: end, relevance }: Scored, scored: readonly Scored[]): Scored | undefined {
  return scored.find(
    ({ statement, relevance: own }) =>
      own >= relevance * sinceAnEnd &&
      statement.fact === undefined &&
      statement.until === "" &&
      statement.knownAt > end.knownAt &&
      changeIn(statement.text) !== "ends" &&
      holdsAnswer(asked, statement) !== false,
  );
}

/** Whether something else has ended than what an older statement tells: it names what that does not. */
function endsAnother({ content }: Asked, newer: Statement, older: Statement): boolean {
  if (changeIn(newer.text) !== "ends") return false;
  const asked = new Set(content.flatMap(({ related }) => [...related]));
  const own = [...analyse(newer.text)].filter((term) => !asked.has(term) && !isLightTerm(term) && !mayTellChange([term]));
  return own.length > 0 && own.every((term) => !older.terms.has(term));
}

/** Whether the newer one changes something else than the time, place or number that is asked for, which the older one tells: another teaches, on the same day. */
function leavesAnswer(asked: Asked, newer: Statement, older: Statement): boolean {
  const isOne = [...asked.kinds].some((kind) => ofOne.has(kind));
  return isOne && changeIn(newer.text) === "changes" && holdsAnswer(asked, newer) === false && holdsAnswer(asked, older) === true;
}

/** What two who are named say otherwise of one number, time or place, they disagree about, though nothing was read from it. */
function withRivals(asked: Asked, scored: readonly Scored[]): readonly Scored[] {
  const [best] = scored;
  const isOne = [...asked.kinds].some((kind) => ofOne.has(kind));
  if (best === undefined || !isOne || asked.wantsMany || !isNamed(best.statement)) return scored;
  const rivals = scored.filter(
    (one) =>
      isNamed(one.statement) &&
      one.relevance >= best.relevance * asMuch &&
      holdsAnswer(asked, one.statement) === true &&
      !sameTerms(withoutOrigin(one.statement), withoutOrigin(best.statement)),
  );
  if (!rivals.some(({ statement }) => statement.origin !== best.statement.origin)) return scored;
  return scored.map((one) =>
    one === best || rivals.includes(one) ? { ...one, statement: { ...one.statement, disputed: true } } : one,
  );
}

/** Somebody with a name said it. */
function isNamed({ kind, origin }: Statement): boolean {
  return kind === "turn" && !/^(?:user|assistant|system|tool|)$/i.test(origin);
}

function withoutOrigin({ text }: Statement): ReadonlySet<string> {
  return new Set(analyse(text));
}

/** Whether one speaker says another time where, when or how many. */
function saysAnew(asked: Asked, newer: Statement, older: Statement): boolean {
  // "Training on Wednesdays", said under judo, is no other time for the swimming.
  const isOfSame = asked.content.every(({ term }) => !older.around.has(term) || newer.around.has(term));
  const isOne = isOfSame && [...asked.kinds].some((kind) => ofOne.has(kind)) && holdsAnswer(asked, newer) === true;
  return isOne && older.kind === "turn" && newer.origin === older.origin && !comesBeside(newer.text) && !isUnsure(newer.text);
}

/** It says that something has ended, and not what is instead. */
function onlyEnds({ fact, text }: Statement): boolean {
  const ends = changeIn(text) === "ends" || /\b(?:moved out|gone|let (?:me|us|him|her|them) go)\b/i.test(text);
  return !fact && ends && !/[,;:]|\b(?:now|instead|new|and|but|so|for|to)\b/i.test(text);
}

/** What held until then, where what is chosen only says that it has ended. */
function before({ yesNo }: Asked, chosen: readonly Chosen[], answering: readonly Scored[], sources: Enders): Chosen[] {
  const [only, ...others] = chosen;
  if (only === undefined || others.length > 0 || yesNo !== "" || !onlyEnds(only.statement)) return [];
  const ended = answering
    .filter(({ statement: { until, source } }) => until !== "" && sources[source]?.endedBy.includes(only.statement.source + 1))
    .sort((a, b) => b.relevance - a.relevance || a.statement.source - b.statement.source);
  return ended.slice(0, 1).map(({ statement }) => ({ statement, sources: [statement.source] }));
}

/**
 * The best, and what is told beside it: its rivals, other values of its key and what comes "as well", more where several are asked for, and what
 * is not older.
 */
function take(asked: Asked, scored: readonly Scored[], limits: ChoiceLimits): Chosen[] {
  const [best] = scored;
  if (best === undefined) return [];
  const count = asked.wantsMany ? limits.many : limits.count;
  const chosen: { statement: Statement; sources: number[] }[] = [];
  const known = new Set([...asked.names, ...asked.content.flatMap(({ related }) => [...related])]);
  const addsTo = (statement: Statement) => [...statement.terms].filter((term) => !known.has(term) && !isLightTerm(term)).length;
  const least = (statement: Statement) =>
    (isFromSameTurn(statement, best.statement) ? sameTurn : asked.wantsMany ? manyNearBest : limits.nearBest) * best.score;
  const tellsOlder = limits.tellsOlder || asked.wantsMany || asked.time.tense !== "" || comesBeside(best.statement.text);
  for (const { statement, score } of rivalsOnce(asked.wantsMany || limits.tellsOlder ? scored : bestOfEachTurn(scored))) {
    const same = chosen.find(({ statement: other }) => other.until === statement.until && sameTerms(other.terms, statement.terms));
    if (same) {
      if (!isSameDocument(same.statement, statement) && !same.sources.includes(statement.source))
        same.sources.push(statement.source);
      continue;
    }
    const disputed = statement.disputed && chosen.some((other) => other.statement.disputed) && chosen.length < maxDisputed;
    const isFurther =
      chosen.some((other) => isOtherValue(other.statement, statement)) || (comesBeside(statement.text) && addsTo(statement) > 0);
    const beside = chosen.length < limits.many && statement.until === best.statement.until && isFurther;
    if (!disputed && !beside && chosen.length > 0) {
      if (score < least(statement) || chosen.length >= count) continue;
      if (!tellsOlder && statement.knownAt < best.statement.knownAt) continue;
      const isSameTurn = isFromSameTurn(statement, best.statement) && !/,|\band\b/.test(statement.text);
      if (addsTo(statement) < (isSameTurn ? informative : 1)) continue;
    }
    chosen.push({ statement, sources: [statement.source] });
    for (const term of statement.terms) known.add(term);
  }
  // What only says that something has ended comes behind what says how it is since.
  const [first, ...others] = chosen;
  const isEnd = first !== undefined && !first.statement.fact && changeIn(first.statement.text) === "ends";
  const later = isEnd ? others.filter(({ statement }) => statement.knownAt > first.statement.knownAt) : [];
  return later.length === 0 ? chosen : [...later, ...chosen.filter((one) => !later.includes(one))];
}

/** Of a text its best sentence; what stands around it is quoted with it where that is needed. */
function bestOfEachTurn(scored: readonly Scored[]): Scored[] {
  const seen = new Set<number>();
  return scored.filter(({ statement: { kind, source } }) => {
    const isFurther = kind === "turn" && seen.has(source);
    seen.add(source);
    return !isFurther;
  });
}

/** Rivals are told once: in the words of those who said so, where these are at hand, or else as facts. */
function rivalsOnce(scored: readonly Scored[]): readonly Scored[] {
  const disputed = scored.filter(({ statement }) => statement.disputed);
  const quotes = disputed.filter(({ statement }) => statement.fact === undefined);
  const isQuoted = new Set(quotes.map(({ statement }) => statement.source)).size > 1;
  const isKnown = new Set(disputed.flatMap(({ statement }) => statement.fact?.value ?? [])).size > 1;
  if (!isQuoted && !isKnown) return scored;
  return scored.filter(({ statement }) => !statement.disputed || (statement.fact === undefined) === isQuoted);
}

function isFromSameTurn(a: Statement, b: Statement): boolean {
  return a.knownAt !== "" && a.knownAt === b.knownAt && (a.fact === undefined) !== (b.fact === undefined);
}

/** A passage of a document and the section that it stands in are one witness. */
function isSameDocument(a: Statement, b: Statement): boolean {
  return a.kind === "document" && b.kind === "document" && a.origin === b.origin;
}

/** Another value of the same key. */
function isOtherValue({ fact: one }: Statement, { fact: other }: Statement): boolean {
  return one !== undefined && other !== undefined && one.subject === other.subject && one.key === other.key;
}

/** What happened, or was said, in the time that is asked for, where anything did; or what held then. */
function within(during: Asked["during"], scored: readonly Scored[]): Scored[] {
  const fitting = scored.filter(({ statement }) => isWithin(during, statement));
  if (fitting.length > 0 || during.length === 0) return fitting.length > 0 ? fitting : [...scored];
  const held = scored.filter(({ statement: { since, knownAt, until } }) =>
    during.some((span) => (since || knownAt) < span.until && (until === "" || until > span.from)),
  );
  return held.length > 0 ? held : [...scored];
}

function isWithin(during: Asked["during"], { since, knownAt }: Statement): boolean {
  return during.some(({ from, until }) => from <= (since || knownAt) && (since || knownAt) < until);
}

/** What holds already; what begins later only where nothing else answers. */
function begun({ now }: Asked, scored: Scored[]): Scored[] {
  if (now === "") return scored;
  const already = scored.filter(
    ({ statement: { since, text, knownAt, fact } }) => since <= now && (fact !== undefined || !beginsAfter(text, knownAt, now)),
  );
  return already.length > 0 ? already : scored;
}

/** What holds; what has ended only where that tells far less of what is asked, or where that alone says when it was. */
function holding(asked: Asked, scored: readonly Scored[]): Scored[] {
  const isOver = ({ statement }: Scored) => statement.until !== "";
  const held = scored.filter((one) => !isOver(one));
  const most = Math.max(0, ...held.map((one) => one.relevance));
  const isDated = ({ statement }: Scored) => holdsAnswer(asked, statement) === true;
  const lacksDay = asked.kinds.has("when") && !held.some(isDated);
  return scored.filter((one) => !isOver(one) || most < one.relevance * muchLess || (lacksDay && isDated(one)));
}

/** Of what answers nearly as well the first, or the latest, comes first. */
function inTime(scored: readonly Scored[], wanted: "first" | "latest", { nearBest }: ChoiceLimits): Scored[] {
  const opposite = wanted === "first" ? /\b(?:latest|last|newest)\b/i : /\b(?:first|earliest)\b/i;
  const fitting = scored.filter(({ statement: { text } }) => !opposite.test(text));
  const among = fitting.length > 0 ? fitting : scored;
  const most = Math.max(0, ...among.map((one) => one.relevance));
  const answers = among.filter((one) => one.relevance >= most * nearBest);
  const sign = wanted === "first" ? 1 : -1;
  const when = ({ statement: { since, knownAt } }: Scored) => Date.parse(since || knownAt) || 0;
  return answers.sort((a, b) => sign * (when(a) - when(b)) || b.score - a.score).slice(0, 1);
}

function asksAboutSelf({ ownVoice, names }: Asked): boolean {
  return ownVoice && names.size === 0;
}

/** "Where do I live?" is not answered by where others live, if there is anything about the one who asks; nor is what is known of them. */
function ownOnly({ content, wantsAll }: Asked, scored: readonly Scored[]): Scored[] {
  const own = scored.filter(({ statement: { fact, kind, origin, terms } }) => {
    if (fact === undefined) return kind === "turn" && (origin === "user" || origin === "");
    if (fact.subject === "user") return !(wantsAll && isOfRelated(fact.key));
    // "Our rent": what is the asker's own has a small letter, or the question says it.
    return !wantsAll && (/^\p{Ll}/u.test(fact.subject) || content.some(({ term }) => terms.has(term)));
  });
  // What is told to somebody of themselves: in their words only where nothing was read from them.
  const facts = wantsAll ? own.filter(({ statement: { fact } }) => fact !== undefined) : [];
  return facts.length > 0 ? facts : own.length > 0 || wantsAll ? own : [...scored];
}

function sameTerms(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((term) => b.has(term));
}
