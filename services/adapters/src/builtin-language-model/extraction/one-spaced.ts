export interface OneSpaced {
  readonly text: string;
  /** Where a character of it stands in the text that it was made from. */
  readonly placeOf: (index: number) => number;
}

/** The text with one space for each run of white space. */
export function oneSpaced(text: string): OneSpaced {
  if (!/\s\s/.test(text)) return { text: text.replace(/\s/g, " "), placeOf: (index) => index };
  let plain = "";
  const places: number[] = [];
  for (const { 0: piece, index } of text.matchAll(/\s+|\S+/g)) {
    const isSpace = piece.trim() === "";
    const kept = isSpace ? " " : piece;
    for (let i = 0; i < kept.length; i++) places.push(index + i);
    plain += kept;
  }
  return { text: plain, placeOf: (index) => places[index] ?? text.length };
}
