import type { Word } from "./tokenizer.ts";

/** What the model sees of a word: its spelling, its first and its last three characters, and its shape ("Xxxxx", "dd/dd"). */
export interface Features {
  readonly norm: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly shape: string;
}

/** A longer word's spelling counts as far as this. */
const maxNorm = 1_000;
const longShape = 100;

export function featuresOf(word: Word, norms: ReadonlyMap<string, string>): Features {
  const text = word.text.slice(0, maxNorm);
  const characters = [...text];
  return {
    norm: word.norm ?? norms.get(text) ?? text.toLowerCase(),
    prefix: characters[0] ?? "",
    suffix: [...word.text.slice(-6)].slice(-3).join(""),
    shape: shapeOf(characters),
  };
}

const space = /^[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u;
/** Whether a word is white space: the tokenizer mixes it with nothing. */
export const isSpace = (word: Word): boolean => space.test(word.text);

/** Letters become "x" or "X", digits "d"; of more than four alike in a row the others are left out. */
function shapeOf(characters: readonly string[]): string {
  if (characters.length >= longShape) return "LONG";
  let shape = "";
  let last = "";
  let row = 0;
  for (const character of characters) {
    const kind = kindOf(character);
    row = kind === last ? row + 1 : 0;
    last = kind;
    if (row < 4) shape += kind;
  }
  return shape;
}

function kindOf(character: string): string {
  if (/\p{L}/u.test(character)) return /\p{Uppercase}/u.test(character) ? "X" : "x";
  // Numeric_Type Decimal and, for the common ones, Digit, as Python's isdigit has it.
  return /[\p{Nd}\xb2\xb3\xb9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468]/u.test(character) ? "d" : character;
}
