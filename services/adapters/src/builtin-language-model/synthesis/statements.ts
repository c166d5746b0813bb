import type { SynthesisSource } from "@loci/ports/language-model";
import { analyse, parseSpeaker, sentencesOf, toldBy } from "@loci/text";
import { ownership } from "./asked.ts";
import { isCommonKey, plainValue, readFact, sayFact, type SaidFact } from "../wording/facts.ts";

/** One thing that a source says. */
export interface Statement {
  /** The source's place, from 0. */
  readonly source: number;
  /** Its place in the source, from 0. */
  readonly place: number;
  readonly kind: SynthesisSource["kind"];
  /** A fact in its parts, or undefined for a sentence. */
  readonly fact: SaidFact | undefined;
  /** The sentence as it stands in the source. */
  readonly text: string;
  /** Who said it, or the document's title. */
  readonly origin: string;
  readonly knownAt: string;
  readonly since: string;
  /** When it ended; "" while it holds. */
  readonly until: string;
  readonly disputed: boolean;
  /** The terms of what is said and of who said it. */
  readonly terms: ReadonlySet<string>;
  /** Of a fact the terms of the words in which it is said: "lives in" of a residence. */
  readonly spoken: ReadonlySet<string>;
  /** The terms of the sentences around it, which may name whom it is about. */
  readonly around: ReadonlySet<string>;
  /** Its terms, and what it tells by its form ("is a …" an occupation). */
  readonly told: ReadonlySet<string>;
}

/** So many sentences away somebody is still spoken of. */
const reach = 2;
const maxTextLength = 20_000;
const maxSentences = 200;
const maxSentenceLength = 400;

const endMark = /\s?\[until \d{4}-\d\d-\d\d\]/g;
const endOfAll = /\[until (\d{4}-\d\d-\d\d)\]["'\u201D).!,;:]*$/;

/** Splits a source into what it says. Questions say nothing, and a marker such as [S2] in a source would pass for a citation. */
export function statementsOf(source: SynthesisSource, place: number): Statement[] {
  const text = source.text.slice(0, maxTextLength).replace(/\[S\d+\]/gi, "");
  if (source.kind === "fact") return factOf(source, place, text.trim());
  const prefix = source.kind === "turn" ? parseSpeaker(text) : { speaker: "", start: 0 };
  // "Ticket 881:" is what the text is about.
  const isTopic = /\p{N}/u.test(prefix.speaker);
  const { speaker, start } = isTopic ? { speaker: "", start: 0 } : prefix;
  const origin = speaker !== "" ? speaker : isTopic && source.origin === prefix.speaker ? "" : source.origin;
  const said: Statement[] = [];
  const body = joinWrapped(text.slice(start));
  for (const span of sentencesOf(body)) {
    const sentence = bounded(
      body
        .slice(span.start, span.end)
        .replace(/^[\s#>*•-]+/, "")
        .replace(/\s+/g, " ")
        .trim(),
    );
    if (sentence === "" || sentence.endsWith("?")) continue;
    said.push(statement(source, { source: place, place: said.length }, origin, sentence, undefined));
    if (said.length >= maxSentences) break;
  }
  return said.map((one, i) => ({ ...one, around: termsOf(said.slice(Math.max(0, i - reach), i + reach + 1)) }));
}

function termsOf(said: readonly Statement[]): Set<string> {
  return new Set(said.flatMap(({ terms }) => [...terms]));
}

/** An entity's own text, "Anna (Person)", says nothing of it. */
function factOf(source: SynthesisSource, place: number, text: string): Statement[] {
  const { fact } = source;
  if (fact === undefined && (text === "" || /^[^:]+ \([^()]+\)$/.test(text))) return [];
  const said = bounded(text);
  const parts = fact ? { ...fact, value: plainValue(bounded(fact.value)) } : readFact(said);
  return [statement(source, { source: place, place: 0 }, source.origin, said, parts)];
}

function statement(
  { kind, knownAt, disputed, since, until }: SynthesisSource,
  at: Pick<Statement, "source" | "place">,
  origin: string,
  marked: string,
  fact: SaidFact | undefined,
): Statement {
  // Where only a part of a sentence has ended, the rest of it holds, and the marks stay.
  const ended = kind === "fact" ? "" : (endOfAll.exec(marked)?.[1] ?? "");
  const text = ended === "" ? marked : marked.replace(endMark, "");
  const ofWhom = kind === "fact" ? [] : analyse(origin);
  const terms = new Set([...analyse(text), ...ofWhom, ...(fact && /^(?:has|have|owns)$/.test(fact.key) ? analyse(ownership) : [])]);
  const spoken = new Set(fact && isCommonKey(fact.key) ? analyse(sayFact(fact, false)) : []);
  const told = new Set([...toldBy(fact ? `${fact.key} ${fact.value}` : text), ...terms]);
  return { ...at, kind, fact, text, origin, knownAt, since, until: until || ended, disputed, terms, spoken, around: terms, told };
}

/** A line that goes on in small letters is the same sentence; a heading says nothing by itself. */
function joinWrapped(text: string): string {
  return text.replace(/^[ \t]*#{1,6}[ \t].*$/gm, "").replace(/([^\s.!?:])[ \t]*\r?\n[ \t]*(?=\p{Ll})/gu, "$1 ");
}

function bounded(sentence: string): string {
  return sentence.length <= maxSentenceLength ? sentence : `${sentence.slice(0, maxSentenceLength).toWellFormed().trimEnd()} …`;
}
