/** Splitting a line into words, as a shell does: quotes keep spaces, a backslash keeps the next character. */

export type Words = { readonly words: readonly string[] } | { readonly problem: string };

const quotes = new Set(['"', "'"]);

/** `a "b c" d="e f"` is three words; an unclosed quote is a problem. */
export function splitWords(line: string): Words {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let i = 0; i < line.length; i += 1) {
    const character = line[i] ?? "";
    if (character === "\\" && quote !== "'" && i + 1 < line.length) {
      word = (word ?? "") + (line[i + 1] ?? "");
      i += 1;
    } else if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else word = (word ?? "") + character;
      // A quote opens a word, or its value after "="; elsewhere it is an apostrophe: val=Mina's.
    } else if (quotes.has(character) && (word === undefined || word.endsWith("="))) {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (quote !== undefined) return { problem: `The quote ${quote} is not closed.` };
  if (word !== undefined) words.push(word);
  return { words };
}
