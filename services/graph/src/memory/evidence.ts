const longest = 400;

/** The sentence of a text in which a span lies, as evidence of what was read there; at most 400 characters. */
export function sentenceAt(content: string, start: number, end: number): string {
  if (start < 0 || end <= start) return "";
  const before = content.slice(Math.max(0, start - longest / 2), start);
  const after = content.slice(end, end + longest);
  const next = after.search(/[.!?](?=\s|$)|\n/);
  const from = start - (before.length - lastBreak(before));
  return content
    .slice(from, next < 0 ? end + after.length : end + next + 1)
    .trim()
    .slice(0, longest);
}

function lastBreak(text: string): number {
  let found = 0;
  for (const match of text.matchAll(/[.!?]\s+|\n+/g)) found = match.index + match[0].length;
  return found;
}
