/** Which words of a passage are withheld, and what is left when they are. */
import { analyse, clausesOf, isLightTerm, type Span } from "@loci/text";

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

/** Of what was said the clauses that hold its value; all of its span where none does. */
export function wordsOf(text: string, { spanStart, spanEnd, value }: SaidIn): Span[] {
  const span = spanStart < 0 ? { start: 0, end: text.length } : { start: spanStart, end: Math.min(spanEnd, text.length) };
  const wanted = new Set(analyse(value));
  const within = clausesOf(text).flatMap((clause) => {
    const [start, end] = [Math.max(clause.start, span.start), Math.min(clause.end, span.end)];
    return start < end ? [{ start, end, held: analyse(text.slice(start, end)).filter((term) => wanted.has(term)) }] : [];
  });
  const most = Math.max(0, ...within.map(({ held }) => new Set(held).size));
  if (most === wanted.size && most > 0) return within.filter(({ held }) => new Set(held).size === most).slice(0, 1);
  const some = within.filter(({ held }) => held.length > 0);
  return some.length > 0 ? some : [span];
}

/** Whether any of these words lies within the spans. */
export function isTouched(text: string, words: readonly Span[], spans: readonly Span[]): boolean {
  return words.some((one) =>
    spans.some(({ start, end }) => text.slice(Math.max(start, one.start), Math.max(0, Math.min(end, one.end))).trim() !== ""),
  );
}

/** Whether what is left says anything, beside labels and such words as "noted". */
export function saysMore(text: string, spans: readonly Span[]): boolean {
  const gone = united(spans);
  const rest = clausesOf(text).map(({ start, end }) => {
    let left = "";
    let at = start;
    for (const span of gone) {
      if (span.end <= at || span.start >= end) continue;
      left += text.slice(at, Math.max(at, span.start));
      at = Math.max(at, span.end);
    }
    return at < end ? left + text.slice(at, end) : left;
  });
  const terms = analyse(withoutMarks(rest.join(" "))).filter((term) => !isLightTerm(term));
  return new Set(terms).size >= fewestTerms;
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
