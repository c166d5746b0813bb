import type { DateExpression } from "./dates.ts";
import type { Piece } from "./prose.ts";
import type { Token } from "./tokens.ts";

/** One sentence as the rules see it. All offsets are in `content`, the turn's text. */
export interface Sentence {
  readonly content: string;
  readonly tokens: readonly Token[];
  readonly dates: readonly DateExpression[];
  readonly quotations: readonly Piece[];
  /** Its author does not write capitals, so that a name may come in lower case. */
  readonly lowerCased: boolean;
}

export function wordAt(sentence: Sentence, index: number): string {
  return sentence.tokens[index]?.lower ?? "";
}

/** The date that covers a token, or undefined. */
export function dateAt(sentence: Sentence, index: number): DateExpression | undefined {
  const token = sentence.tokens[index];
  return token && sentence.dates.find((date) => token.start >= date.start && token.start < date.end);
}

export function isQuoted(sentence: Sentence, index: number): boolean {
  const token = sentence.tokens[index];
  return token !== undefined && sentence.quotations.some((quote) => token.start > quote.start && token.start < quote.end);
}

/** The words of tokens from..to (exclusive), as they stand in the content. */
export function textOf(sentence: Sentence, from: number, to: number): string {
  const first = sentence.tokens[from];
  const last = sentence.tokens[to - 1];
  return first && last ? sentence.content.slice(first.start, last.end) : "";
}
