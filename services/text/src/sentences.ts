export interface Span {
  readonly start: number;
  readonly end: number;
}

const abbreviations = new Set(
  (
    "mr mrs ms dr prof st sr jr vs etc eg ie cf fig figs no nos vol pp ed eds al inc ltd co corp dept approx ca " +
    "jan feb mar apr jun jul aug sep sept oct nov dec"
  ).split(" "),
);

/** An end of a sentence with what closes it; before a lower-case letter a full stop ends none. Line ends separate too. */
const end =
  /(?<![.!?\u2026])[.!?\u2026]+["'\u2019\u201D)\]]*(?=\s+(?!\p{Ll}))|[\u3002\uFF01\uFF1F]+[\u300D\u300F\u201D\uFF09]*|\n/gu;

/** The sentences of a text as spans without white space at their ends; an abbreviation or an initial ends none. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  const add = (until: number) => {
    const raw = text.slice(from, until);
    const start = from + raw.length - raw.trimStart().length;
    const length = raw.trim().length;
    if (length > 0) spans.push({ start, end: start + length });
    from = until;
  };
  for (const match of text.matchAll(end)) {
    if (match[0] === "." && isAbbreviated(text, match.index)) continue;
    add(match.index + match[0].length);
  }
  add(text.length);
  return spans;
}

const longestAbbreviation = 8;

function isAbbreviated(text: string, stop: number): boolean {
  const before = /(?:^|[\s("'])((?:\p{L}\.)*\p{L}+)$/u.exec(text.slice(Math.max(0, stop - longestAbbreviation), stop))?.[1];
  if (before === undefined) return false;
  return /^(?:\p{L}\.)*\p{Lu}$/u.test(before) || abbreviations.has(before.replaceAll(".", "").toLowerCase());
}
