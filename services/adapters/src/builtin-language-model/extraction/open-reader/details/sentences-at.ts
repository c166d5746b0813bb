const stop = /[.!]["”)]?\s+(?=[\p{Lu}\p{Ll}\d"“€$£])/gu;
const abbreviated =
  /(?:^|[\s(])(?:\p{L}*str|dr|mr|mrs|ms|prof|st|no|nr|tel|approx|ca|ext|incl|excl|min|max|inc|ltd|co|ref|ph|fl|apt|bldg|rm|vol|vs|e\.g|i\.e|p|pp|op|reg|jr|sr|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|\p{L})\.$/iu;

/** The sentences of a stretch of notes, which may begin in lower case; "no. 12" and "Dr. Li" end none. */
export function sentencesAt(content: string, start: number, end: number): { readonly start: number; readonly end: number }[] {
  const text = content.slice(start, end);
  const found: { start: number; end: number }[] = [];
  let open = 0;
  for (const match of text.matchAll(stop)) {
    const to = match.index + match[0].trimEnd().length;
    const word = text.slice(Math.max(0, match.index - 12), match.index + 1);
    // Before a small letter a short word is an abbreviation more often than an end: "pol. no. 12".
    const isShort = /(?:^|[\s(])\p{L}{1,4}\.$/u.test(word) && /^\p{Ll}/u.test(text.slice(match.index + match[0].length));
    if (isShort || abbreviated.test(word)) continue;
    found.push({ start: start + open, end: start + to });
    open = match.index + match[0].length;
  }
  if (open < text.length) found.push({ start: start + open, end });
  return found;
}
