import type { SynthesisSource } from "@loci/ports/language-model";
import { changeIn, comesBeside, isLightTerm, type QuestionKind } from "@loci/text";
import type { Asked } from "./asked.ts";
import { holdsKind } from "./kind-of-answer.ts";
import { isAboutNamed, relevance } from "./relevance.ts";
import type { Statement } from "./statements.ts";

/** What is said in the answer: a statement, and the other sources that say just the same. */
export interface Chosen {
  readonly statement: Statement;
  readonly sources: readonly number[];
}

interface Scored {
  readonly statement: Statement;
  readonly relevance: number;
  readonly score: number;
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

const factBonus = 0.1;
const ownBonus = 0.1;
const kindBonus = 0.25;
/** What the first source has before one far below: recall knows more than words tell. */
const rankBonus = 0.3;
/** What is not said to be so. */
const unsure =
  /^(?:if|maybe|perhaps|imagine|suppose)\b|\b(?:would|might|wish(?:es)?|hopes? to|wants? to|plan(?:s|ning) to|thinking of|dreams? of|if only|oh sure|supposedly)\b/i;
const unsureMalus = 0.3;
const formerBonus = 0.3;
/** What took the place of something answers nearly as much of the question as that did. */
const inherited = 0.95;
/** The part of the best fact's score that the text which it was read from has to reach. */
const sameTurn = 0.5;
/** So many words that nothing said so far has are worth a sentence of the same turn. */
const informative = 2;
/** Of a text that ended something, a sentence that says that something is otherwise. */
const likelyEnd = 0.8;
/** What has ended answers where what holds tells less than this part of it. */
const muchLess = 0.5;
const maxDisputed = 4;
const numeric: readonly QuestionKind[] = ["when", "how_many", "how_much", "how_long", "how_often"];

type Enders = readonly Pick<SynthesisSource, "endedBy">[];

/** The statements that answer, best first; none where no source tells enough of what is asked. */
export function choose(asked: Asked, statements: readonly Statement[], sources: Enders, limits: ChoiceLimits): Chosen[] {
  if (asked.names.size === 0 && asked.content.length === 0 && !asked.wantsAll && !asked.wantsNews) return [];
  const answering = within(asked.during, scoredOf(asked, statements, sources, limits));
  const inTense = asked.time.tense === "former" ? answering : holding(answering);
  const scored = (asksAboutSelf(asked) ? ownOnly(asked, inTense) : inTense).sort((a, b) => b.score - a.score);
  const wanted = asked.wantsNews ? "latest" : asked.time.wanted;
  return take(asked, wanted === "" ? scored : inTime(scored, wanted, limits), limits);
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
  const least = (statement: Statement) => (isFromSameTurn(statement, best.statement) ? sameTurn : limits.nearBest) * best.score;
  const tellsOlder = limits.tellsOlder || asked.wantsMany || asked.time.tense !== "" || comesBeside(best.statement.text);
  for (const { statement, score } of rivalsOnce(asked.wantsMany || limits.tellsOlder ? scored : bestOfEachTurn(scored))) {
    const same = chosen.find(({ statement: other }) => other.until === statement.until && sameTerms(other.terms, statement.terms));
    if (same && !same.sources.includes(statement.source)) same.sources.push(statement.source);
    if (same) continue;
    const disputed = statement.disputed && chosen.some((other) => other.statement.disputed) && chosen.length < maxDisputed;
    const isFurther =
      chosen.some((other) => isOtherValue(other.statement, statement)) || (comesBeside(statement.text) && addsTo(statement) > 0);
    const beside = chosen.length < limits.many && statement.until === best.statement.until && isFurther;
    if (!disputed && !beside && chosen.length > 0) {
      if (score < least(statement) || chosen.length >= count) continue;
      if (!tellsOlder && statement.knownAt < best.statement.knownAt) continue;
      if (addsTo(statement) < (isFromSameTurn(statement, best.statement) ? informative : 1)) continue;
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

/** Another value of the same key. */
function isOtherValue({ fact: one }: Statement, { fact: other }: Statement): boolean {
  return one !== undefined && other !== undefined && one.subject === other.subject && one.key === other.key;
}

function scoredOf(asked: Asked, statements: readonly Statement[], sources: Enders, limits: ChoiceLimits): Scored[] {
  const own = new Map(statements.map((statement) => [statement, relevance(asked, statement)]));
  const taken = takenOver(own, sources);
  const sentences = Map.groupBy(statements, ({ source }) => source);
  return statements.flatMap((statement) => {
    const words = own.get(statement) ?? 0;
    const change = statement.kind === "fact" || statement.until !== "" ? undefined : changeIn(statement.text);
    const isWhole = statement.kind !== "fact" && sentences.get(statement.source)?.length === 1;
    const share = (taken.get(statement.source) ?? 0) * (isWhole || words > 0 ? 1 : change !== undefined ? likelyEnd : muchLess);
    const holds = holdsKind(asked, statement);
    // What recall puts first and what says that something is otherwise is the news of what is asked, also in other words.
    const isNews = statement.source === 0 && change !== undefined && holds === true && isAboutNamed(asked, statement);
    const news = isNews && (change === "corrects" || asked.names.size > 0) ? limits.relevance : 0;
    const most = Math.max(words, share, news);
    if (most < limits.relevance) return [];
    return [{ statement, relevance: most, score: most + bonus(asked, statement, holds) }];
  });
}

/** What happened, or was said, in the time that is asked for, where anything did. */
function within(during: Asked["during"], scored: readonly Scored[]): Scored[] {
  const fits = ({ statement: { since, knownAt } }: Scored) =>
    during.some(({ from, until }) => from <= (since || knownAt) && (since || knownAt) < until);
  const fitting = scored.filter(fits);
  return fitting.length > 0 ? fitting : [...scored];
}

/** By its place, how much of what is asked was told by what a source took the place of. */
function takenOver(own: ReadonlyMap<Statement, number>, sources: Enders): ReadonlyMap<number, number> {
  const taken = new Map<number, number>();
  for (const [{ source, until }, words] of own) {
    if (until === "") continue;
    for (const place of sources[source]?.endedBy ?? []) {
      taken.set(place - 1, Math.max(taken.get(place - 1) ?? 0, words * inherited));
    }
  }
  return taken;
}

/** Facts answer what something is; a time or a number answers when and how many. */
function bonus(
  { kinds, ownVoice, time }: Asked,
  { kind, fact, source, until, origin, text }: Statement,
  holds: boolean | undefined,
): number {
  let sum = rankBonus / (1 + source);
  if (time.tense === "former" && until !== "") sum += formerBonus;
  if (kind === "fact" && !numeric.some((kind) => kinds.has(kind))) sum += factBonus;
  if (holds === true) sum += kindBonus;
  if (kind !== "fact" && unsure.test(text)) sum -= unsureMalus;
  if (ownVoice && (fact ? fact.subject === "user" : kind === "turn" && origin === "user")) sum += ownBonus;
  return sum;
}

/** What holds; what has ended only where that tells far less of what is asked. */
function holding(scored: readonly Scored[]): Scored[] {
  const isOver = ({ statement }: Scored) => statement.until !== "";
  const most = Math.max(0, ...scored.filter((one) => !isOver(one)).map((one) => one.relevance));
  return scored.filter((one) => !isOver(one) || most < one.relevance * muchLess);
}

/** Of what answers nearly as well the first, or the latest, comes first. */
function inTime(scored: readonly Scored[], wanted: "first" | "latest", { nearBest }: ChoiceLimits): Scored[] {
  const most = Math.max(0, ...scored.map((one) => one.relevance));
  const answers = scored.filter((one) => one.relevance >= most * nearBest);
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
    if (fact.subject === "user") return true;
    // "Our rent": what is the asker's own has a small letter, or the question says it.
    return !wantsAll && (/^\p{Ll}/u.test(fact.subject) || content.some(({ term }) => terms.has(term)));
  });
  return own.length > 0 || wantsAll ? own : [...scored];
}

function sameTerms(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((term) => b.has(term));
}
