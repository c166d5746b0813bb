import { anyOf } from "./words.ts";

/** A stretch of the content that its author says in their own words, [start, end). */
export interface Piece {
  readonly start: number;
  readonly end: number;
}

const maxPiece = 8_000;
const othersWords = anyOf(`
  poem, lyrics?, song, verse, haiku, story, novel, quot(?:e|es|ed|ing), translat(?:e|ion), proofread, rewrite, rephrase,
  summari[sz]e, paraphrase, example, fiction, dialogue, script
`);
const announcesOthersWords = new RegExp(String.raw`\b${othersWords}\b[^.!?\n]{0,300}:`, "i");

/** Where the text behind a "Name: " prefix begins, for the speaker of the turn; 0 without one. */
export function afterSpeakerPrefix(content: string, speaker: string): number {
  if (speaker === "") return 0;
  const head = content.slice(0, speaker.length + 20);
  const lead = /^\s*/.exec(head)?.[0].length ?? 0;
  if (head.slice(lead, lead + speaker.length).toLowerCase() !== speaker.toLowerCase()) return 0;
  const colon = /^\s*:\s*/.exec(head.slice(lead + speaker.length));
  return colon ? lead + speaker.length + colon[0].length : 0;
}

/** The author's own prose, line by line: without code, quoted lines, verse and what is announced as somebody else's words. */
export function* proseOf(content: string, from: number): Generator<Piece> {
  let fenced = false;
  let quoting = false;
  for (const block of blocks(content, from)) {
    const verse = isVerse(content, block);
    quoting = false;
    for (const line of block) {
      const text = content.slice(line.start, Math.min(line.end, line.start + maxPiece));
      if (/^\s*(?:```|~~~)/.test(text)) fenced = !fenced;
      else if (!fenced && !verse && !quoting && !isMarkedOff(text)) {
        const announced = announcesOthersWords.exec(text);
        quoting = announced !== null;
        const end = announced ? line.start + announced.index : line.end;
        const bullet = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/.exec(text)?.[0].length ?? 0;
        const greeting = bullet + (greeted.exec(text.slice(bullet))?.[0].length ?? 0);
        const from = line.start + greeting + (openers.exec(text.slice(greeting))?.[0].length ?? 0);
        yield* cut(content, from, Math.max(end, from));
      }
    }
  }
}

/** "Hello Mrs Lindqvist, …", "My dear Lotte, …": who is addressed is no subject of what follows. */
const greeted =
  /^(?:(?:[Mm]y )?[Dd]ear|[Hh]ello|[Hh]i|[Hh]ey|[Gg]ood (?:morning|afternoon|evening)) (?:(?!this\b|it\b|is\b|i\b|we\b)[\p{L}\p{N}.'\u2019-]{1,20} ?){1,3}[,!] +(?=\p{L})/u;

/** "FYI, …", "Just a heads-up that …": no part of what is said. */
const openers =
  /^(?:(?:FYI|PS|P\.S\.)[,:]?|(?:[Jj]ust )?(?:a )?(?:[Qq]uick )?[Hh]eads[- ]up[,:]?(?: that)?|(?:[Jj]ust )?(?:[Aa] )?[Qq]uick (?:note|update|reminder)(?: that|,)|[Jj]ust (?:to let you know|so you know)(?: that|,)?|[Jj]ust letting you know(?: that|,)?|[Ff]or (?:your information|the record),) +(?=\p{L})/u;

/** A quoted line, a row of a table, a heading, or a line of code. */
function isMarkedOff(line: string): boolean {
  const rest = line.trimStart();
  const indent = line.slice(0, line.length - rest.length);
  return /^(?:>|\||#{1,6}\s)/.test(rest) || indent.includes("\t") || (indent.endsWith("    ") && rest !== "");
}

/** Groups of lines without an empty line between them. */
function* blocks(content: string, from: number): Generator<Piece[]> {
  let block: Piece[] = [];
  let start = from;
  while (start <= content.length) {
    const newline = content.indexOf("\n", start);
    const end = newline < 0 ? content.length : newline;
    const blank = end - start < 200 && content.slice(start, end).trim() === "";
    if (blank) {
      if (block.length > 0) yield block;
      block = [];
    } else block.push({ start, end });
    start = end + 1;
  }
  if (block.length > 0) yield block;
}

/** Verse: three short lines or more, half of which run on into the next one. */
function isVerse(content: string, block: readonly Piece[]): boolean {
  if (block.length < 3 || block.some((line) => line.end - line.start > 80)) return false;
  const runsOn = block.slice(0, -1).filter((line) => /[,;\u2014\u2013-]\s*$/.test(content.slice(line.start, line.end)));
  return runsOn.length * 2 >= block.length - 1;
}

/** Long lines are cut behind a sentence, so that no piece is longer than the tokenizer likes. */
function* cut(content: string, from: number, to: number): Generator<Piece> {
  let start = from;
  while (to - start > maxPiece) {
    const window = content.slice(start, start + maxPiece);
    const stop = Math.max(window.lastIndexOf(". "), window.lastIndexOf("! "), window.lastIndexOf("? "));
    // A window without a sentence's end is one sentence that is too long to read: it is passed over.
    if (stop > 0) yield { start, end: start + stop + 1 };
    start += stop > 0 ? stop + 1 : maxPiece;
  }
  if (to > start) yield { start, end: to };
}

const quotations = [
  /"[^"\n]{1,2000}"/g,
  /\u201c[^\u201c\u201d\n]{1,2000}\u201d/g,
  /(?<=^|[\s(])['\u2018](?=\p{L})[^'\u2018\u2019\n]{1,400}['\u2019](?=[\s.,!?;:)]|$)/gu,
];

/** The quotations in a piece of text, as spans at `offset`; what is read within one is nobody's own statement. */
export function quotationsIn(text: string, offset: number): Piece[] {
  if (!/["'\u2018\u201c]/.test(text)) return [];
  return quotations.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ start: offset + match.index, end: offset + match.index + match[0].length })),
  );
}
