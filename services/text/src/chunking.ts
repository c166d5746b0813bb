import { unspacedScripts } from "@loci/kernel";
import { sentencesOf, type Span } from "./sentences.ts";

export type SectionSpan = Span;

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

/** In UTF-16 units: how much of a text is looked at in one go. A sentence that is longer is cut between words. */
const windowLength = 64 * 1024;

/**
 * Cuts a text into chunks of about 220 and at most 320 words, and at most 2,400 characters. A chunk lies in one section, holds
 * whole paragraphs where they fit, else whole sentences where they fit. All but white space is in exactly one chunk. The text is read
 * only as far as chunks are asked for: whoever cuts a long one lets others work in between.
 * @param sections in order, not overlapping; what lies outside of them is left out
 */
export function* chunkText(text: string, sections: readonly SectionSpan[]): Generator<ChunkSpan> {
  for (const [section, span] of sections.entries()) {
    for (const { start, end } of packed(piecesOf(text, span))) {
      yield { section, start, end, tokens: Math.ceil((end - start) / charactersInToken) };
    }
  }
}

interface Piece extends Span {
  readonly words: number;
}

const emptyLine = /\n[^\S\n]*\n/;

/** The paragraphs; of one that is too long its sentences, of such a sentence runs of its words. */
function* piecesOf(text: string, section: SectionSpan): Generator<Piece> {
  let paragraph: Span[] = [];
  let isTooLong = false;
  let end = section.start;
  for (const sentence of sentencesIn(text, section)) {
    if (emptyLine.test(text.slice(end, sentence.start))) {
      yield* wholeIfItFits(text, paragraph);
      paragraph = [];
      isTooLong = false;
    }
    end = sentence.end;
    paragraph.push(sentence);
    isTooLong ||= end - (paragraph[0]?.start ?? end) > maxLength;
    if (!isTooLong) continue;
    yield* oneByOne(text, paragraph);
    paragraph = [];
  }
  yield* wholeIfItFits(text, paragraph);
}

function wholeIfItFits(text: string, sentences: readonly Span[]): Piece[] {
  const [first, last] = [sentences[0], sentences.at(-1)];
  if (first === undefined || last === undefined) return [];
  const whole = piece(text, first.start, last.end);
  return fits(whole) ? [whole] : oneByOne(text, sentences);
}

function oneByOne(text: string, sentences: readonly Span[]): Piece[] {
  const pieces = sentences.map(({ start, end }) => piece(text, start, end));
  return pieces.flatMap((sentence) => (fits(sentence) ? [sentence] : runsOfWords(text, sentence)));
}

/** The sentences of a section, found window by window. */
function* sentencesIn(text: string, section: SectionSpan): Generator<Span> {
  for (let from = section.start; from < section.end;) {
    const until = Math.min(section.end, from + windowLength);
    const found = sentencesOf(text.slice(from, until)).map(({ start, end }) => ({ start: from + start, end: from + end }));
    const last = found.at(-1);
    from = until;
    if (last !== undefined && until < section.end) {
      // Where the last one ends, the next window shows; a sentence without an end ends here.
      if (found.length > 1) {
        found.pop();
        from = found.at(-1)?.end ?? until;
      } else {
        from = betweenWords(text, last.start, until);
        found[0] = { start: last.start, end: Math.min(last.end, from) };
      }
    }
    yield* found;
  }
}

/** The last place before `until` where the text may be cut: at a blank, else where no pair of surrogates is torn apart. */
function betweenWords(text: string, start: number, until: number): number {
  const blank = text.lastIndexOf(" ", until - 1);
  return blank > start ? blank : withWholePair(text, until);
}

function fits(piece: Piece): boolean {
  return piece.words <= maxWords && piece.end - piece.start <= maxLength;
}

function join(a: Piece, b: Piece): Piece {
  return { start: a.start, end: b.end, words: a.words + b.words };
}

/** Puts neighbours together up to the target; a tiny rest joins the chunk before it where that has room. */
function* packed(pieces: Iterable<Piece>): Generator<Piece> {
  let before: Piece | undefined;
  let last: Piece | undefined;
  for (const next of pieces) {
    const joined = last && last.words < targetWords ? join(last, next) : undefined;
    if (joined && fits(joined)) last = joined;
    else {
      if (before) yield before;
      [before, last] = [last, next];
    }
  }
  const joined = before && last && last.words < tinyWords ? join(before, last) : undefined;
  yield* joined && fits(joined) ? [joined] : [before, last].filter((chunk) => chunk !== undefined);
}

function piece(text: string, start: number, end: number): Piece {
  return { start, end, words: countWords(text.slice(start, end)) };
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
    const until = withWholePair(text, from + maxLength);
    parts.push({ start: from, end: until, words: 1 });
    from = until;
  }
  return [...parts, { start: from, end, words: 1 }];
}

/** A place to cut at that tears no pair of surrogates apart: this one, or the one before it. */
function withWholePair(text: string, at: number): number {
  const last = text.charCodeAt(at - 1);
  return last >= 0xd800 && last < 0xdc00 ? at - 1 : at;
}
