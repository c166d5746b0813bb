/** Which words of a passage are withheld, and what is left when they are. */
import { analyse, clausesOf, isLightTerm, type Clause, type Span } from "@loci/text";

/** What stands where words were withheld; as long as they were, so that every other offset stays right. */
const marks = ["[forgotten]", "[\u2026]", "\u2026"];
const marked = /\[forgotten\]|\[\u2026\]/gu;
/** A rest that says less than so many terms says nothing. */
const fewestTerms = 2;

/** Something that was said in a passage; without a span (-1) it was said somewhere in it. */
export interface SaidIn {
  readonly spanStart: number;
  readonly spanEnd: number;
  readonly value: string;
}

/** The text with these spans withheld. */
export function withhold(text: string, spans: readonly Span[]): string {
  let shown = "";
  let at = 0;
  for (const { start, end } of united(spans)) {
    shown += text.slice(at, start) + markOf(end - start);
    at = end;
  }
  return shown + text.slice(at);
}

/** Whether something of these words was withheld. */
export function isWithheld(words: string): boolean {
  return words.search(marked) >= 0;
}

/** The text without the marks of what was withheld. */
export function withoutMarks(text: string): string {
  return text.replaceAll(marked, " ");
}

/** A text with its clauses, which are told apart once for all that is asked of it. */
export interface Divided {
  readonly text: string;
  readonly clauses: readonly Clause[];
}

export function divided(text: string): Divided {
  return { text, clauses: clausesOf(text) };
}

/** Of what was said the clauses that hold its value; all of its span where none does. */
export function wordsOf({ text, clauses }: Divided, { spanStart, spanEnd, value }: SaidIn): Span[] {
  const span = spanStart < 0 ? { start: 0, end: text.length } : { start: spanStart, end: Math.min(spanEnd, text.length) };
  const wanted = new Set(analyse(value));
  const within = overlapping(clauses, span).map((clause) => {
    const [start, end] = [Math.max(clause.start, span.start), Math.min(clause.end, span.end)];
    return { start, end, held: new Set(analyse(text.slice(start, end)).filter((term) => wanted.has(term))).size };
  });
  const most = within.reduce((largest, { held }) => Math.max(largest, held), 0);
  if (most === wanted.size && most > 0) return within.filter(({ held }) => held === most).slice(0, 1);
  const some = within.filter(({ held }) => held > 0);
  return some.length > 0 ? some : [span];
}

/** Whether any of these words lies within the spans. @param spans as `united` gives them */
export function isTouched(text: string, words: readonly Span[], spans: readonly Span[]): boolean {
  return words.some((one) =>
    overlapping(spans, one).some(
      ({ start, end }) => text.slice(Math.max(start, one.start), Math.max(0, Math.min(end, one.end))).trim() !== "",
    ),
  );
}

/** Those that have a part of the span: `sorted` is in order and without overlaps, so the first of them is found by halving. */
function overlapping<T extends Span>(sorted: readonly T[], { start, end }: Span): T[] {
  let from = 0;
  let until = sorted.length;
  while (from < until) {
    const middle = (from + until) >> 1;
    if ((sorted[middle]?.end ?? Infinity) <= start) from = middle + 1;
    else until = middle;
  }
  const found: T[] = [];
  for (let at = from; at < sorted.length; at++) {
    const one = sorted[at];
    if (one === undefined || one.start >= end) break;
    found.push(one);
  }
  return found;
}

/** Whether what is left says anything, beside labels and such words as "noted". */
export function saysMore({ text, clauses }: Divided, spans: readonly Span[]): boolean {
  const gone = united(spans);
  const terms = new Set<string>();
  for (const clause of clauses) {
    let left = "";
    let at = clause.start;
    for (const span of overlapping(gone, clause)) {
      left += text.slice(at, Math.max(at, span.start));
      at = Math.max(at, span.end);
    }
    if (at < clause.end) left += text.slice(at, clause.end);
    if (left === "") continue;
    for (const term of analyse(withoutMarks(left))) if (!isLightTerm(term)) terms.add(term);
    if (terms.size >= fewestTerms) return true;
  }
  return false;
}

/** In order, without overlaps; what only white space or punctuation stands between becomes one. */
export function united(spans: readonly Span[], text?: string): Span[] {
  const joined: { start: number; end: number }[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (span.end <= span.start) continue;
    const last = joined.at(-1);
    const between = last === undefined || text === undefined ? undefined : text.slice(last.end, span.start);
    const touches = last !== undefined && (span.start <= last.end || (between !== undefined && !/[\p{L}\p{N}\n]/u.test(between)));
    if (touches) last.end = Math.max(last.end, span.end);
    else joined.push({ ...span });
  }
  return joined;
}

function markOf(length: number): string {
  return (marks.find((mark) => mark.length <= length) ?? "").padEnd(length);
}
