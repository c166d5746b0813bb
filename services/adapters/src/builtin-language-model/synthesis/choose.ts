import { isLightTerm, type QuestionKind } from "@loci/text";
import type { Asked } from "./asked.ts";
import type { Statement } from "./statements.ts";

/** What is said in the answer: a statement, and the other sources that say just the same. */
export interface Chosen {
  readonly statement: Statement;
  readonly sources: readonly number[];
}

interface Scored {
  readonly statement: Statement;
  readonly score: number;
}

export interface ChoiceLimits {
  /** The part of what is asked that a statement has to share, 0 to 1. */
  readonly coverage: number;
  /** The part of the best statement's score that others have to reach. */
  readonly nearBest: number;
  readonly count: number;
  /** So many values of one key, or things of a kind, are told together. */
  readonly many: number;
}

/** A term that only means nearly the same. */
const relatedMatch = 0.75;
const factBonus = 0.2;
const fitBonus = 0.1;
const rankMalus = 0.01;
const maxDisputed = 4;
const numeric: readonly QuestionKind[] = ["when", "how_many", "how_much", "how_long", "how_often"];
const saysNumber = /\d|\b(?:yesterday|today|tomorrow|last|next|ago|two|three|four|five|twice|once)\b/i;

/** The statements that answer, best first; none where no source shares enough with the question. */
export function choose(asked: Asked, statements: readonly Statement[], limits: ChoiceLimits): Chosen[] {
  const count = asked.wantsMany ? limits.many : limits.count;
  const answering = statements.flatMap((statement) => scoredOf(asked, statement, limits.coverage));
  const scored = (asksAboutSelf(asked) ? ownOnly(answering) : answering).sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  const chosen: { statement: Statement; sources: number[] }[] = [];
  const known = new Set([...asked.names, ...asked.content.flatMap(({ related }) => [...related])]);
  for (const { statement, score } of scored) {
    const same = chosen.find((other) => sameTerms(other.statement.terms, statement.terms));
    if (same && !same.sources.includes(statement.source)) same.sources.push(statement.source);
    if (same) continue;
    const disputed = statement.disputed && chosen.some((other) => other.statement.disputed) && chosen.length < maxDisputed;
    const beside = chosen.length < limits.many && chosen.some((other) => isBeside(other.statement, statement));
    if (!disputed && !beside && (score < best * limits.nearBest || chosen.length >= count)) continue;
    if (!beside && chosen.length > 0 && [...statement.terms].every((term) => known.has(term) || isLightTerm(term))) continue;
    chosen.push({ statement, sources: [statement.source] });
    for (const term of statement.terms) known.add(term);
  }
  return chosen;
}

/** Another value of the same key. */
function isBeside({ fact: one }: Statement, { fact: other }: Statement): boolean {
  return one !== undefined && other !== undefined && one.subject === other.subject && one.key === other.key;
}

function scoredOf(asked: Asked, statement: Statement, coverage: number): Scored[] {
  const { terms } = statement;
  if (asked.names.size > 0 && ![...asked.names].some((name) => terms.has(name))) return [];
  if (asked.names.size === 0 && asked.content.length === 0 && !asked.wantsAll) return [];
  const total = asked.content.reduce((sum, { weight }) => sum + weight, 0);
  const shared = asked.content.reduce((sum, { term, weight, related }) => {
    if (terms.has(term)) return sum + weight;
    return [...related].some((other) => terms.has(other)) ? sum + weight * relatedMatch : sum;
  }, 0);
  const covered = total === 0 ? 1 : shared / total;
  return covered < coverage ? [] : [{ statement, score: covered + bonus(asked, statement) - statement.source * rankMalus }];
}

/** Facts answer what something is; a time or a number answers when and how many. */
function bonus({ kinds, ownVoice }: Asked, { kind, fact, text }: Statement): number {
  let sum = 0;
  const wantsNumber = numeric.some((kind) => kinds.has(kind));
  if (kind === "fact" && !wantsNumber) sum += factBonus;
  if (wantsNumber && saysNumber.test(text)) sum += fitBonus;
  if (ownVoice && fact?.subject === "user") sum += fitBonus;
  return sum;
}

function asksAboutSelf({ ownVoice, names }: Asked): boolean {
  return ownVoice && names.size === 0;
}

/** "Where do I live?" is not answered by where others live, if there is anything about the one who asks. */
function ownOnly(scored: readonly Scored[]): Scored[] {
  const own = scored.filter(({ statement: { fact, kind, origin } }) =>
    fact ? fact.subject === "user" : kind === "turn" && (origin === "user" || origin === ""),
  );
  return own.length > 0 ? own : [...scored];
}

function sameTerms(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((term) => b.has(term));
}
