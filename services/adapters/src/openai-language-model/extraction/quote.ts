/** A span of a content, [start, end), in UTF-16 code units. */
export interface QuoteSpan {
  readonly start: number;
  readonly end: number;
}

/** A longer one is no quote of a statement. In UTF-16 units. */
const maxQuote = 4_000;

/** Finds quotes in one content: exactly, else without regard to white space, case and the kind of quotation marks. */
export function quoteFinder(content: string): (quote: string) => QuoteSpan | undefined {
  // A model may give thousands of quotes that are nowhere.
  let known: Folded | undefined;
  return (quote) => find(content, quote, () => (known ??= folded(content)));
}

function find(content: string, quote: string, foldedContent: () => Folded): QuoteSpan | undefined {
  const trimmed = quote.trim();
  if (trimmed === "" || trimmed.length > maxQuote) return undefined;
  const exact = content.indexOf(trimmed);
  if (exact >= 0) return { start: exact, end: exact + trimmed.length };
  const haystack = foldedContent();
  const needle = folded(
    trimmed.replace(/^["'\u201c\u2018]+|(?<!["'\u201d\u2019.\u2026])["'\u201d\u2019.\u2026]+$/gu, ""),
  ).text.trim();
  const at = needle === "" ? -1 : haystack.text.indexOf(needle);
  const start = haystack.places[at];
  const last = haystack.places[at + needle.length - 1];
  return at < 0 || start === undefined || last === undefined ? undefined : { start, end: last + 1 };
}

interface Folded {
  readonly text: string;
  readonly places: readonly number[];
}

/** The text in a form for comparison, with the place in the original of each of its code units. */
function folded(text: string): Folded {
  const out: string[] = [];
  const places: number[] = [];
  let isAfterSpace = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i);
    const isSpace = /\s/.test(unit);
    if (isSpace && isAfterSpace) continue;
    isAfterSpace = isSpace;
    const lower = isSpace ? " " : straight(unit).toLowerCase();
    // A few letters grow when lowered (İ): each unit that comes out points to the one it came from.
    for (let k = 0; k < lower.length; k++) places.push(i);
    out.push(lower);
  }
  return { text: out.join(""), places };
}

function straight(unit: string): string {
  if (unit === "\u2018" || unit === "\u2019") return "'";
  return unit === "\u201c" || unit === "\u201d" ? '"' : unit;
}
