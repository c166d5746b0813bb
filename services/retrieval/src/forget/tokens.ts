/** What of a text is compared whole: names, numbers, codes and days. */
import { rawWordsOf } from "@loci/text";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const month = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";
const nth = "(\\d{1,2})(?:st|nd|rd|th)?";
const dayForms: readonly (readonly [RegExp, day: number, month: number])[] = [
  [new RegExp(`(?<![\\p{L}\\p{N}.,/-])${nth}(?:\\s+of)?\\s+${month}(?![\\p{L}\\p{N}])`, "giu"), 1, 2],
  [new RegExp(`(?<![\\p{L}\\p{N}])${month}\\s+${nth}(?![\\p{L}\\p{N}:])`, "giu"), 2, 1],
  [/(?<![\p{L}\p{N}-])\d{4}-(\d\d)-(\d\d)(?![\p{N}-])/gu, 2, 1],
];

/** A day in the year that a text names, and the words that name it. */
export interface NamedDay {
  /** Month and day, as 05-12. */
  readonly day: string;
  readonly written: string;
}

export function daysIn(text: string): NamedDay[] {
  return dayForms.flatMap(([form, dayAt, monthAt]) =>
    [...text.matchAll(form)].flatMap((match) => {
      const named = (match[monthAt] ?? "").toLowerCase();
      const number = months.indexOf(named.slice(0, 3)) + 1 || Number(named);
      const day = Number(match[dayAt]);
      if (!(number >= 1 && number <= 12 && day >= 1 && day <= 31)) return [];
      return [{ day: `${String(number).padStart(2, "0")}-${String(day).padStart(2, "0")}`, written: match[0] }];
    }),
  );
}

/** Numbers and codes, each with all that hangs on it by a dash, slash, colon or dot: 4711, 12/345, LX-318; 5,200 is 5200. */
export function codesIn(text: string): string[] {
  const written = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, "");
  return (written.match(/[\p{L}\p{N}]+(?:[-/.:_#+][\p{L}\p{N}]+)*/gu) ?? []).filter((code) => /\p{N}/u.test(code));
}

/** A word as names are compared by: lower case, without the possessive. */
export function nameWords(text: string): string[] {
  return rawWordsOf(text).map(nameWord);
}

export function nameWord(raw: string): string {
  return raw.toLowerCase().replace(/['\u2019](?:s|ll|re|ve|d|m)?$/u, "");
}

/** Where these words stand in a row, by the number of the first. */
export function placesOf(sought: readonly string[], words: readonly string[]): number[] {
  if (sought.length === 0) return [];
  return words.flatMap((_, i) => (sought.every((word, j) => words[i + j] === word) ? [i] : []));
}
