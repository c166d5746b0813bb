/** A span of a content, [start, end), in UTF-16 code units. */
export interface QuoteSpan {
  readonly start: number;
  readonly end: number;
}

/** Where a quote stands in a content: exactly, else without regard to white space, case and the kind of quotation marks. */
export function findQuote(content: string, quote: string): QuoteSpan | undefined {
  const trimmed = quote.trim();
  if (trimmed === "") return undefined;
  const exact = content.indexOf(trimmed);
  if (exact >= 0) return { start: exact, end: exact + trimmed.length };
  const haystack = folded(content);
  const needle = folded(
    trimmed.replace(/^["'\u201c\u2018]+|(?<!["'\u201d\u2019.\u2026])["'\u201d\u2019.\u2026]+$/gu, ""),
  ).text.trim();
  const at = needle === "" ? -1 : haystack.text.indexOf(needle);
  const start = haystack.places[at];
  const last = haystack.places[at + needle.length - 1];
  return at < 0 || start === undefined || last === undefined ? undefined : { start, end: last + 1 };
}

/** The text in a form for comparison, with the place in the original of each of its code units. */
function folded(text: string): { text: string; places: number[] } {
  let out = "";
  const places: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i);
    const isSpace = /\s/.test(unit);
    if (isSpace && out.endsWith(" ")) continue;
    const lower = isSpace ? " " : straight(unit).toLowerCase();
    // A few letters grow when lowered (İ): each unit that comes out points to the one it came from.
    for (let k = 0; k < lower.length; k++) places.push(i);
    out += lower;
  }
  return { text: out, places };
}

function straight(unit: string): string {
  if (unit === "\u2018" || unit === "\u2019") return "'";
  return unit === "\u201c" || unit === "\u201d" ? '"' : unit;
}
