import { sentencesOf } from "./sentences.ts";
import { unspacedScripts } from "./tokens.ts";

export interface SectionSpan {
  readonly start: number;
  readonly end: number;
}

/** A span of a text, in UTF-16 units, without white space at its ends. */
export interface ChunkSpan {
  /** Index of the section that it lies in. */
  readonly section: number;
  readonly start: number;
  readonly end: number;
  /** Estimated at four characters each. */
  readonly tokens: number;
}

const targetWords = 220;
const maxWords = 320;
const tinyWords = 40;
const maxLength = 2_400;
const charactersInToken = 4;

/**
 * Cuts a text into chunks of about 220 and at most 320 words, and at most 2,400 characters. A chunk lies in one section, holds
 * whole paragraphs where they fit, else whole sentences where they fit. All but white space is in exactly one chunk.
 * @param sections in order, not overlapping; what lies outside of them is left out
 */
export function chunkText(text: string, sections: readonly SectionSpan[]): ChunkSpan[] {
  return sections.flatMap((section, index) =>
    pack(piecesOf(text, section)).map(({ start, end }) => {
      return { section: index, start, end, tokens: Math.ceil((end - start) / charactersInToken) };
    }),
  );
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly words: number;
}

/** The paragraphs; of one that is too long its sentences, of such a sentence runs of its words. */
function piecesOf(text: string, { start, end }: SectionSpan): Piece[] {
  return spansBetween(text, start, end, /\n[^\S\n]*\n/g).flatMap((paragraph) => {
    if (fits(paragraph)) return [paragraph];
    const sentences = sentencesOf(text.slice(paragraph.start, paragraph.end)).map((one) =>
      piece(text, paragraph.start + one.start, paragraph.start + one.end),
    );
    return sentences.flatMap((sentence) => (fits(sentence) ? [sentence] : runsOfWords(text, sentence)));
  });
}

function fits(piece: Piece): boolean {
  return piece.words <= maxWords && piece.end - piece.start <= maxLength;
}

function join(a: Piece, b: Piece): Piece {
  return { start: a.start, end: b.end, words: a.words + b.words };
}

/** Puts neighbours together up to the target; a tiny rest joins the chunk before it where that has room. */
function pack(pieces: readonly Piece[]): Piece[] {
  const chunks: Piece[] = [];
  for (const next of pieces) {
    const last = chunks.at(-1);
    const joined = last && last.words < targetWords ? join(last, next) : undefined;
    if (joined && fits(joined)) chunks[chunks.length - 1] = joined;
    else chunks.push(next);
  }
  const [before, rest] = chunks.slice(-2);
  if (before && rest && rest.words < tinyWords && fits(join(before, rest))) chunks.splice(-2, 2, join(before, rest));
  return chunks;
}

function piece(text: string, start: number, end: number): Piece {
  return { start, end, words: countWords(text.slice(start, end)) };
}

/** What lies between the separators, trimmed; empty spans are left out. */
function spansBetween(text: string, start: number, end: number, separator: RegExp): Piece[] {
  const part = text.slice(start, end);
  const spans: Piece[] = [];
  let from = 0;
  const add = (until: number) => {
    const raw = part.slice(from, until);
    const trimmed = raw.trim();
    const at = start + from + raw.length - raw.trimStart().length;
    if (trimmed !== "") spans.push(piece(text, at, at + trimmed.length));
  };
  for (const match of part.matchAll(separator)) {
    add(match.index);
    from = match.index + match[0].length;
  }
  add(part.length);
  return spans;
}

const unspaced = `[${unspacedScripts}]`;
/** A word, or a chunk's length of one: a pattern that takes millions of characters overflows its stack. Of scripts without spaces two characters count as one. */
const wordLike = new RegExp(`${unspaced}{1,2}|(?:(?!${unspaced})\\S){1,${maxLength}}`, "gu");
const hasUnspaced = new RegExp(unspaced, "u");

/** Where a word begins: a pattern without repetition, as one that takes a word of megabytes may overflow the stack. */
const wordStart = /(?<!\S)\S/gu;

function countWords(text: string): number {
  const found = text.match(hasUnspaced.test(text) ? wordLike : wordStart);
  return found?.length ?? 0;
}

/** A text without an end of a sentence in reach: cut between words, and a word that is longer than a chunk inside. */
function runsOfWords(text: string, { start, end }: Piece): Piece[] {
  const runs: Piece[] = [];
  for (const match of text.slice(start, end).matchAll(wordLike)) {
    const from = start + match.index;
    for (const part of cutLong(text, from, from + match[0].length)) {
      const last = runs.at(-1);
      const joined = last && join(last, part);
      if (joined && joined.words <= targetWords && joined.end - joined.start <= maxLength) runs[runs.length - 1] = joined;
      else runs.push(part);
    }
  }
  return runs;
}

function cutLong(text: string, start: number, end: number): Piece[] {
  const parts: Piece[] = [];
  let from = start;
  while (end - from > maxLength) {
    const last = text.charCodeAt(from + maxLength - 1);
    // A pair of surrogates is not torn apart.
    const until = from + maxLength - (last >= 0xd800 && last < 0xdc00 ? 1 : 0);
    parts.push({ start: from, end: until, words: 1 });
    from = until;
  }
  return [...parts, { start: from, end, words: 1 }];
}
