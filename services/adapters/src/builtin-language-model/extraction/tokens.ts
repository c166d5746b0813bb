import { openParser, type Sentence as ParsedSentence } from "@loci/parser";
import { inFullWords } from "./chat-spelling.ts";
import { keepingParses } from "./kept-parses.ts";
import { verbLemma } from "./lemma.ts";
import { mended } from "./mended.ts";
import { knownWords } from "./known-words.ts";
import { reparsed } from "./reparse.ts";
import { parseSegments } from "./segments.ts";
import { withSubject } from "./subjectless.ts";

/** One word or mark of a parsed sentence, with its span in the turn's content (UTF-16 code units). */
export interface Token {
  readonly text: string;
  readonly lower: string;
  readonly lemma: string;
  /** Universal part of speech (universaldependencies.org/u/pos): right most of the time, never certain. */
  readonly pos: string;
  /** Penn Treebank tag. */
  readonly tag: string;
  /** The place of its head in the sentence; its own for the root. */
  readonly head: number;
  /** ClearNLP label of the dependency (nsubj, dobj, prep, pobj, …). */
  readonly label: string;
  /** The kind of name that it is part of (PERSON, ORG, GPE, DATE, …), or "". */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Cuts text into parsed sentences. `offset` is where the text lies in the turn's content. */
export type Tokenizer = (text: string, offset: number) => Token[][];

/** Loads the parser (once for a process) and returns a tokenizer over it. */
export async function loadTokenizer(): Promise<Tokenizer> {
  const parser = keepingParses(await openParser());
  return (text, offset) => {
    // The parser knows straight apostrophes and plain spaces best; each replacement keeps its length.
    const { text: plain, placeOf } = inFullWords(text.replace(/[\u2018\u2019\u02bc]/g, "'").replace(/[\s\u0000-\u001f]/g, " "));
    const known = knownWords(plain);
    const placed = (token: Token): Token => ({
      ...token,
      start: offset + placeOf(token.start),
      end: offset + (token.start === token.end ? placeOf(token.start) : placeOf(token.end - 1) + 1),
    });
    return parseSegments(parser, known).map((sentence) =>
      mended(tokensOf(reparsed(parser, withSubject(parser, sentence, known)), plain), parser.isWord).map(placed),
    );
  };
}

function tokensOf({ tokens, names }: ParsedSentence, plain: string): Token[] {
  const kinds = new Map<number, string>();
  for (const { firstToken, endToken, type } of names) for (let i = firstToken; i < endToken; i++) kinds.set(i, type);
  return tokens.map(({ text, start, end, lemma, tag, pos, head, label }, i) => ({
    text: plain.slice(start, end),
    // A subject that was left out has no word of its own.
    lower: start === end ? text.toLowerCase() : plain.slice(start, end).toLowerCase(),
    lemma: tag === "VBP" && lemma === "forgot" ? "forget" : verbLemma(plain.slice(start, end).toLowerCase(), tag, lemma),
    pos,
    // The tagger takes "I forgot to mention" for a present.
    tag: tag === "VBP" && lemma === "forgot" ? "VBD" : tag,
    head,
    label,
    name: kinds.get(i) ?? "",
    start,
    end,
  }));
}
