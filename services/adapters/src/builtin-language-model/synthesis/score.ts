import type { SynthesisSource } from "@loci/ports/language-model";
import { analyse, changeIn, holdsAnswer, isLightTerm, type QuestionKind } from "@loci/text";
import { isCommonKey } from "../wording/facts.ts";
import type { Asked } from "./asked.ts";
import { isAboutNamed, relevance } from "./relevance.ts";
import type { Statement } from "./statements.ts";

/** A statement with how well it answers. */
export interface Scored {
  readonly statement: Statement;
  /** How much it tells of what is asked, 0 to 1. */
  readonly relevance: number;
  /** That, and what else speaks for it. */
  readonly score: number;
}

const factBonus = 0.1;
const ownBonus = 0.1;
const kindBonus = 0.25;
/** What the first source has before one far below: recall knows more than words tell. */
const rankBonus = 0.3;
/** Of a text that ended something, a sentence that says that something is otherwise. */
const likelyEnd = 0.8;
/** What is not said to be so. */
const unsure =
  /^(?:if|maybe|perhaps|imagine|suppose)\b|\b(?:would|might|wish(?:es)?|hopes? to|wants? to|plan(?:s|ning) to|thinking of|dreams? of|if only|oh sure|supposedly)\b/i;
const unsureMalus = 0.3;
const formerBonus = 0.3;
/** What took the place of something answers nearly as much of the question as that did. */
const inherited = 0.95;
/** A fact whose key the open reader took from a sentence is told better by the sentence. */
const openKeyMalus = 0.2;
const death = /\b(?:died|dead|deceased|passed away|funeral)\b/i;
/** Of a text that ended something, a sentence that says nothing of it. */
const otherSentence = 0.5;
const numeric: readonly QuestionKind[] = ["when", "how_many", "how_much", "how_long", "how_often"];

export type Enders = readonly Pick<SynthesisSource, "endedBy">[];

/**
 * The statements that tell enough of what is asked, with how well they answer. What took the place of an answer answers, in whatever words.
 * @param least the part of what is asked that a statement has to tell of
 */
export function scoredOf(asked: Asked, statements: readonly Statement[], sources: Enders, least: number): Scored[] {
  const own = new Map(statements.map((statement) => [statement, relevance(asked, statement)]));
  const taken = takenOver(own, sources);
  const quotedAt = new Set(statements.filter(({ fact, kind }) => !fact && kind === "turn").map(({ knownAt }) => knownAt));
  const ranks = ranksOf(statements);
  const sentences = Map.groupBy(statements, ({ source }) => source);
  return statements.flatMap((statement) => {
    const words = own.get(statement) ?? 0;
    const change = statement.kind === "fact" || statement.until !== "" ? undefined : changeIn(statement.text);
    const isWhole = statement.kind !== "fact" && sentences.get(statement.source)?.length === 1;
    const share =
      (taken.get(statement.source) ?? 0) * (isWhole || words > 0 ? 1 : change !== undefined ? likelyEnd : otherSentence);
    const holds = holdsAnswer(asked, statement);
    // What recall puts first and what says that something is otherwise is the news of what is asked, also in other words.
    const isNews = statement.source === 0 && change !== undefined && isAboutNamed(asked, statement);
    // Who has died lives nowhere and works for nobody.
    const isSuccessor =
      taken.has(statement.source) && (sentences.get(statement.source) ?? []).some((one) => holdsAnswer(asked, one) === true);
    const isMeant =
      isSuccessor || (asked.names.size > 0 && death.test(statement.text))
        ? true
        : holds === true
          ? change === "corrects" || asked.names.size > 0
          : holds === undefined && asksByTypeOnly(asked);
    const news = isNews && isMeant ? least : 0;
    const most = Math.max(words, share, news);
    if (most < least || isWhatFollowed(asked, statement) || isOnlyFormer(asked, statement)) return [];
    return [
      {
        statement,
        relevance: most,
        score: most + bonus(asked, statement, holds, ranks.get(rankKey(statement)) ?? 0) - malus(statement, quotedAt),
      },
    ];
  });
}

/** By its place, how much of what is asked was told by what a source took the place of. */
function takenOver(own: ReadonlyMap<Statement, number>, sources: Enders): ReadonlyMap<number, number> {
  const taken = new Map<number, number>();
  for (const [{ source, until }, words] of own) {
    if (until === "" || words === 0) continue;
    for (const place of sources[source]?.endedBy ?? []) {
      taken.set(place - 1, Math.max(taken.get(place - 1) ?? 0, words * inherited));
    }
  }
  return taken;
}

/** Where somebody worked once is no answer to where they work; it may be the nearest. */
function isOnlyFormer({ time, yesNo, wantsAll }: Asked, { fact }: Statement): boolean {
  return time.tense === "" && yesNo === "" && !wantsAll && fact !== undefined && /^(?:former|previous|past|ex) /.test(fact.key);
}

/** What the question dates its answer by: "before he moved to Malmo". */
function isWhatFollowed({ time }: Asked, { terms }: Statement): boolean {
  const said = analyse(time.before).filter((term) => !isLightTerm(term));
  return said.length > 0 && said.every((term) => terms.has(term));
}

/** A fact and the text that it was read from stand together, where the first of them stands. */
function ranksOf(statements: readonly Statement[]): ReadonlyMap<string, number> {
  return new Map([...new Set(statements.map(rankKey))].map((key, rank) => [key, rank]));
}

function rankKey({ knownAt, source }: Statement): string {
  return knownAt || String(source);
}

/** "Which laptop do I use?": nothing but a kind of thing, of the asker's own. */
function asksByTypeOnly({ ownVoice, content }: Asked): boolean {
  return ownVoice && content.length > 0 && content.every(({ weight }) => weight < 0.5);
}

function malus({ fact, knownAt }: Statement, quotedAt: ReadonlySet<string>): number {
  return fact !== undefined && !isCommonKey(fact.key) && quotedAt.has(knownAt) ? openKeyMalus : 0;
}

/** Facts answer what something is; a time or a number answers when and how many. */
function bonus(
  { kinds, ownVoice, time, wantsNews }: Asked,
  { kind, fact, until, origin, text }: Statement,
  holds: boolean | undefined,
  rank: number,
): number {
  let sum = rankBonus / (1 + rank);
  if (time.tense === "former" && (until !== "" || fact?.key.startsWith("former "))) sum += formerBonus;
  if (kind === "fact" && !wantsNews && !numeric.some((kind) => kinds.has(kind))) sum += factBonus;
  if (holds === true) sum += kindBonus;
  if (kind !== "fact" && isUnsure(text)) sum -= unsureMalus;
  if (ownVoice && (fact ? fact.subject === "user" : kind === "turn" && origin === "user")) sum += ownBonus;
  return sum;
}

/** Whether a sentence does not say that something is so. */
export function isUnsure(text: string): boolean {
  return unsure.test(text);
}
