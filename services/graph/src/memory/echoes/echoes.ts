import { fingerprint } from "../fingerprints.ts";
import { spansOfOwnForm } from "./own-form.ts";
import { factPrint, shinglePrints, shingleWords } from "./prints.ts";
import { joined, type Span } from "./spans.ts";
import { wordsOf, type Word } from "./words.ts";

/** A run of words this long that was returned before is an echo; a person says a fact again in fewer words, or in others. */
const shortestRun = 6;
/** Whoever writes more than this does not repeat an answer in it. */
const longestCompared = 200_000;
const maxColons = 40;
const maxParts = 2_000;
const headWords = { least: 2, most: 6 } as const;
const maxValueWords = 6;

/** A part of a text that is looked up as a whole. */
interface Part extends Span {
  readonly print: string;
}

/** A text made ready to be compared with what was returned. */
export interface Compared {
  /** Its beginning, where it is very long. */
  readonly content: string;
  readonly words: readonly Word[];
  /** One for each run of four words, by the place of its first. */
  readonly shingles: readonly string[];
  /** What stands between quotation marks, on lines of a list or a quotation, and facts as they are written. */
  readonly parts: readonly Part[];
}

/** @param isUser of a person's own message sentences are no parts: it may say again what is so */
export function compared(whole: string, isUser: boolean): Compared {
  const content = whole.slice(0, longestCompared);
  const words = wordsOf(content);
  return { content, words, shingles: shinglePrints(words), parts: [...quotations(content, isUser), ...facts(content, words)] };
}

export function printsOf({ shingles, parts }: Compared): string[] {
  return [...shingles, ...parts.map(({ print }) => print)];
}

/** The parts of a text that the service returned before, each with the marks around it. */
export function echoesIn(text: Compared, returned: ReadonlySet<string>): Span[] {
  const known = text.parts.filter(({ print }) => returned.has(print));
  const spans = joined([...spansOfOwnForm(text.content), ...known, ...runs(text, returned), ...cutQuotation(text, returned)]);
  return joined(spans.map((span) => withMarks(text.content, span)));
}

function runs({ words, shingles }: Compared, returned: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  let from = -1;
  let until = -1;
  const close = () => {
    const [first, last] = [words[from], words[until - 1]];
    if (first && last && until - from >= shortestRun) spans.push({ start: first.start, end: last.end });
  };
  for (const [at, print] of shingles.entries()) {
    if (!returned.has(print)) continue;
    if (at > until) {
      close();
      from = at;
    }
    until = at + shingleWords;
  }
  close();
  return spans;
}

/**
 * A quotation that does not end: cut, perhaps within a word. It may be shorter than a run, but all that is whole of it was returned:
 * `You said: "I quit the mill and sta`.
 */
function cutQuotation({ content, words, shingles }: Compared, returned: ReadonlySet<string>): Span[] {
  const start = unclosedQuote(content);
  const first = words.findIndex((word) => word.start > start);
  // The last word may be a part of one, and is in no run that is asked for.
  const whole = start < 0 || first < 0 ? [] : shingles.slice(first, Math.max(first, words.length - shingleWords));
  return whole.length > 0 && whole.every((print) => returned.has(print)) ? [{ start, end: content.length }] : [];
}

/** Where the last quotation begins that does not end; -1 without. */
function unclosedQuote(content: string): number {
  const straight = content.split('"').length % 2 === 0 ? content.lastIndexOf('"') : -1;
  const curved = content.lastIndexOf("\u201C");
  return Math.max(straight, content.indexOf("\u201D", curved) < 0 ? curved : -1);
}

const quoted = /["\u201C\u201E\u00AB]([^"\u201C\u201D\u00AB\u00BB\n]{2,2000})["\u201D\u00BB]/g;
const sentence = /[^\s.!?][^.!?\n]*[.!?]*/g;
/** What may stand before a text on its line: the sign of a list or a quotation, a date, a speaker. */
const leading = /^(?:[>*\u2022+-]|\d{1,3}[.)])[ \t>*\u2022-]{0,20}(?:\[[^\]]{1,120}\][ \t]{0,9})?(?:[\p{L} ]{1,40}:[ \t]{1,9})?/u;
const emphasis = /[*_`]{1,3}$/;

function quotations(content: string, isUser: boolean): Part[] {
  const within = (pattern: RegExp, group: number) =>
    [...content.matchAll(pattern).take(maxParts)].map((found) => part(content, found.index + group, (found[group] ?? "").length));
  return [...within(quoted, 1), ...linesApart(content), ...(isUser ? [] : within(sentence, 0))];
}

/** The lines of lists and quotations, and those that stand between empty ones, where there are several: what is pasted stands so. */
function linesApart(content: string): Part[] {
  const parts: Part[] = [];
  const lines = content.split("\n", maxParts);
  let at = 0;
  for (const [i, line] of lines.entries()) {
    const bare = line.trim();
    const isApart = lines.length > 1 && isBlank(lines[i - 1]) && isBlank(lines[i + 1]);
    const before = leading.exec(bare)?.[0].length ?? 0;
    if (bare !== "" && (before > 0 || isApart)) {
      const shown = bare.slice(before).replace(emphasis, "");
      parts.push(part(content, at + line.indexOf(bare) + before, shown.length));
    }
    at += line.length + 1;
  }
  return parts;
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}

function part(content: string, start: number, length: number): Part {
  return { start, end: start + length, print: fingerprint(content.slice(start, start + length)) };
}

/** Around each colon the words that may be a fact's subject and key, and its value. */
function facts(content: string, words: readonly Word[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { index } of content.matchAll(/:(?=\s|$)/g).take(maxColons)) {
    while (at < words.length && (words[at]?.end ?? 0) <= index) at++;
    const value = words.slice(at, at + maxValueWords);
    for (let count = headWords.least; count <= Math.min(headWords.most, at); count++) {
      const head = words.slice(at - count, at);
      const [first] = head;
      // A fact that was cut behind its colon.
      if (first && value.length === 0) parts.push({ start: first.start, end: index + 1, print: factPrint(texts(head), []) });
      for (const [i, last] of value.entries()) {
        const print = factPrint(texts(head), texts(value.slice(0, i + 1)));
        if (first) parts.push({ start: first.start, end: last.end, print });
      }
    }
  }
  return parts;
}

const texts = (words: readonly Word[]) => words.map(({ text }) => text);

const marksBefore = /(?:^|\n)[ \t>*\u2022#-]*(?:\[[^\]\n]{1,120}\]\s*)?(?:[\p{L} .'-]{1,40}:\s*)?["\u201C\u201E\u00AB'(]*$/u;
const marksBehind =
  /^["\u201D\u00BB')\].,;!\s]{0,6}(?:\((?:known since|since|until|sources disagree)[^)\n]{0,120}\)?)?(?:\s*\[S\d{1,3}\])*[.,;"]*/i;
const longestMarks = 200;

/** Takes along what a list, a block or an answer puts around a text: its bullet, date and speaker; since when, and its source. */
function withMarks(content: string, { start, end }: Span): Span {
  const before = marksBefore.exec(content.slice(Math.max(0, start - longestMarks), start))?.[0] ?? "";
  const behind = marksBehind.exec(content.slice(end, end + longestMarks))?.[0] ?? "";
  return { start: start - before.length, end: end + behind.trimEnd().length };
}
