import anyAscii from "any-ascii";
import { compareTexts } from "../values/order.ts";

/** By how texts read: letters without accents and case, and all else before digits and letters. Ties by code points. */
export function lexical(a: string, b: string): number {
  return walk(readable(a), readable(b), compareReadable, false) || compareTexts(a, b);
}

/** By code points, but runs of digits by how many they are, then by their worth. */
export function natural(a: string, b: string): number {
  return walk(a, b, compareTexts, true) || compareTexts(a, b);
}

/** Both together. */
export function naturalLexical(a: string, b: string): number {
  return walk(readable(a), readable(b), compareReadable, true) || compareTexts(a, b);
}

/** In ASCII and lower case. */
function readable(text: string): string {
  return anyAscii(text).toLowerCase();
}

function compareReadable(a: string, b: string): number {
  return Number(isWord(a)) - Number(isWord(b)) || compareTexts(a, b);
}

function isWord(character: string): boolean {
  return isDigit(character) || (character >= "a" && character <= "z");
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}

/** Character by character; with `digits` runs of digits are compared as a whole. */
function walk(left: string, right: string, order: (a: string, b: string) => number, digits: boolean): number {
  const a = [...left];
  const b = [...right];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (digits && isDigit(a[i]) && isDigit(b[j])) {
      const x = runOfDigits(a, i);
      const y = runOfDigits(b, j);
      const difference = x.length - y.length || compareTexts(x, y);
      if (difference !== 0) return difference;
      i += x.length;
      j += y.length;
      continue;
    }
    const difference = order(a[i] as string, b[j] as string);
    if (difference !== 0) return difference;
    i += 1;
    j += 1;
  }
  return a.length - i - (b.length - j);
}

function runOfDigits(characters: readonly string[], from: number): string {
  let to = from;
  while (isDigit(characters[to])) to += 1;
  return characters.slice(from, to).join("");
}
