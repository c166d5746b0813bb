/** Characters of a piece of text that is parsed at once; a run without white space stays whole, however long it is. */
const maxPiece = 2_000;
/** Where a piece may end, best first: after a blank line, a line, a sentence, a word. */
const ends = [/\n[^\S\n]*\n\s*/g, /\n\s*/g, /[.!?…]["'”’)\]]*\s+/g, /\s+/g];
/** A piece is not cut in its first half where it can be helped. */
const minPiece = maxPiece / 2;

/** Cuts a text into pieces, given by where each ends. */
export function* pieceEnds(text: string): Generator<number, void, undefined> {
  let start = 0;
  while (text.length - start > maxPiece) {
    const end = start + cutOf(text.slice(start, start + maxPiece));
    if (end > start) start = end;
    else {
      const rest = /\s+/g;
      rest.lastIndex = start + maxPiece;
      start = rest.test(text) ? rest.lastIndex : text.length;
    }
    yield start;
  }
  if (start < text.length) yield text.length;
}

function cutOf(window: string): number {
  let fallback = 0;
  for (const end of ends) {
    let last = 0;
    for (const { 0: match, index } of window.matchAll(end)) last = index + match.length;
    if (last >= minPiece) return last;
    fallback = Math.max(fallback, last);
  }
  return fallback;
}
