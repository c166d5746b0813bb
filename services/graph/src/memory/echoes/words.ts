/** A word of a text: as it is compared, and where it stands. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The words of a text as they are compared: without case, punctuation, Markdown and line breaks. An escape of JSON ("\n") stands between
 * words, so that a text is the same inside a JSON string.
 */
export function wordsOf(text: string): Word[] {
  const spaced = text.replace(/\\(?:[nrtbf"\\/]|u[0-9a-f]{4})/gi, (escape) => " ".repeat(escape.length));
  const words: Word[] = [];
  for (const { 0: word, index } of spaced.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    words.push({ text: fold(word), start: index, end: index + word.length });
  }
  return words;
}

/** Upper case first: ß in capitals is SS. */
function fold(word: string): string {
  return word.normalize("NFKC").toUpperCase().toLowerCase();
}
