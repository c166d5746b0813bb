import type { SynthesisSource } from "@loci/ports/language-model";
import { analyse, parseSpeaker } from "@loci/text";
import { readFact, type SaidFact } from "../wording/facts.ts";

/** One thing that a source says. */
export interface Statement {
  /** The source's place, from 0. */
  readonly source: number;
  readonly kind: SynthesisSource["kind"];
  /** A fact in its parts, or undefined for a sentence. */
  readonly fact: SaidFact | undefined;
  /** The sentence as it stands in the source. */
  readonly text: string;
  /** Who said it, or the document's title. */
  readonly origin: string;
  readonly knownAt: string;
  readonly disputed: boolean;
  /** The terms of what is said and of who said it. */
  readonly terms: ReadonlySet<string>;
}

const maxTextLength = 20_000;
const maxSentences = 200;
const maxSentenceLength = 400;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** Splits a source into what it says. Questions say nothing, and a marker such as [S2] in a source would pass for a citation. */
export function statementsOf(source: SynthesisSource, place: number): Statement[] {
  const text = source.text.slice(0, maxTextLength).replace(/\[S\d+\]/gi, "");
  if (source.kind === "fact") return factOf(source, place, text.trim());
  const { speaker, start } = source.kind === "turn" ? parseSpeaker(text) : { speaker: "", start: 0 };
  const origin = speaker === "" ? source.origin : speaker;
  const said: Statement[] = [];
  for (const { segment } of sentences.segment(joinWrapped(text.slice(start)))) {
    const sentence = bounded(
      segment
        .replace(/^[\s#>*•-]+/, "")
        .replace(/\s+/g, " ")
        .trim(),
    );
    if (sentence === "" || sentence.endsWith("?")) continue;
    said.push(statement(source, place, origin, sentence, undefined));
    if (said.length >= maxSentences) break;
  }
  return said;
}

/** An entity's own text, "Anna (Person)", says nothing of it. */
function factOf(source: SynthesisSource, place: number, text: string): Statement[] {
  if (text === "" || /^[^:]+ \([^()]+\)$/.test(text)) return [];
  const said = bounded(text);
  return [statement(source, place, source.origin, said, readFact(said))];
}

function statement(
  { kind, knownAt, disputed }: SynthesisSource,
  source: number,
  origin: string,
  text: string,
  fact: SaidFact | undefined,
): Statement {
  const terms = new Set([...analyse(text), ...(kind === "fact" ? [] : analyse(origin))]);
  return { source, kind, fact, text, origin, knownAt, disputed, terms };
}

/** A line that goes on in small letters is the same sentence; a heading says nothing by itself. */
function joinWrapped(text: string): string {
  return text.replace(/^[ \t]*#{1,6}[ \t].*$/gm, "").replace(/([^\s.!?:])[ \t]*\r?\n[ \t]*(?=\p{Ll})/gu, "$1 ");
}

function bounded(sentence: string): string {
  return sentence.length <= maxSentenceLength ? sentence : `${sentence.slice(0, maxSentenceLength).toWellFormed().trimEnd()} …`;
}
