/** The parsed sentences of a piece of a turn. */
import type { ExtractionTurn } from "@loci/ports/language-model";
import type { DateExpression, DateReader } from "./dates.ts";
import { quotationsIn, type Piece } from "./prose.ts";
import type { Sentence } from "./sentence.ts";
import type { Token, Tokenizer } from "./tokens.ts";

/** What the extractor reads with; loaded once. */
export interface Readers {
  readonly tokenize: Tokenizer;
  readonly readDates: DateReader;
}

const maxSentence = 2_000;
/** Longer sentences are read without their dates: the date parser is not linear. */
const maxDatedSentence = 600;

/** The sentences of a piece, parsed, with their dates and quotations; one that is too long is left out. */
export function* sentencesOf(turn: ExtractionTurn, piece: Piece, readers: Readers): Generator<Sentence> {
  const text = turn.content.slice(piece.start, piece.end);
  // One word states nothing, and reading a line has its cost: a text of single letters has many.
  if (!/\S\s+\S/.test(text)) return;
  const quotations = quotationsIn(text, piece.start);
  const lowerCased = !/\p{Lu}/u.test(text);
  for (const all of readers.tokenize(text, piece.start)) {
    const tokens = all.filter((token) => token.pos !== "SPACE");
    const first = tokens[0];
    const last = tokens.at(-1);
    if (!first || !last || last.end - first.start > maxSentence) continue;
    const isShort = last.end - first.start <= maxDatedSentence;
    const told = isShort ? readers.readDates(turn.content.slice(first.start, last.end), first.start, turn.knownAt) : [];
    const dates = told.filter((date) => !isRecurring(turn.content, date));
    yield { content: turn.content, tokens, dates, quotations, lowerCased };
  }
}

/** "every Wednesday", "on Sundays": no day on which anything begins or ends. */
function isRecurring(content: string, { start, text }: DateExpression): boolean {
  if (/\b(?:every|each)\b|days\b/i.test(text)) return true;
  return /\b(?:every|each|alternate)\s(?:\w+\s)?$/i.test(content.slice(Math.max(0, start - 24), start));
}

/** A sentence within somebody else's words, or one that is no sentence (an address, a table row, a URL). */
export function isUnreadable(sentence: Sentence, start: number, end: number): boolean {
  return (
    sentence.quotations.some((quote) => start >= quote.start && end <= quote.end) ||
    !sentence.tokens.some((token: Token) => /\p{L}/u.test(token.text))
  );
}
