import type { Effect } from "../../interpret/effect.ts";
import type { Turn } from "./work.ts";

/** What a match is worth, and what it loses by gaps: the numbers of the fuzzy finder skim. */
const score = { match: 16, otherCase: -2, first: -1, gap: -3, skipped: -1 };
const bonus = { head: 8, afterSoftSeparator: 7, camel: 6, consecutive: 4 };

const hardSeparators = " /\\|()[]{}";
/** All other signs of ASCII that are no letters and no digits. */
const softSeparator = /^[!-~]$/u;
const letterOrDigit = /^[0-9A-Za-z]$/u;

/**
 * How well the characters of a pattern are found in a text, in their order, whatever is between them; 0 where they are not. Best are runs, and
 * beginnings of words.
 */
export function* fuzzyScore(text: readonly string[], pattern: readonly string[], turn: Turn): Effect<number> {
  if (pattern.length === 0 || !isWithin(text, pattern)) return 0;
  // Of the part of the pattern so far: the best score with its last character at a place, and with it somewhere before the place.
  let matched: number[] = [];
  let skipped: number[] = [];
  for (const [row, wanted] of pattern.entries()) {
    yield* turn();
    const nowMatched: number[] = [];
    const nowSkipped: number[] = [];
    for (let place = 0; place < text.length; place += 1) {
      nowMatched.push(
        row === 0
          ? first(text, place, wanted)
          : later(text, place, wanted, matched[place - 1] ?? -Infinity, skipped[place - 1] ?? -Infinity),
      );
      const opened = (nowMatched[place - 1] ?? -Infinity) + score.gap + score.skipped;
      nowSkipped.push(Math.max(opened, (nowSkipped[place - 1] ?? -Infinity) + score.skipped));
    }
    matched = nowMatched;
    skipped = nowSkipped;
  }
  return matched.reduce((best, one) => Math.max(best, one), 0);
}

function isWithin(text: readonly string[], pattern: readonly string[]): boolean {
  let found = 0;
  for (const character of text) {
    if (found < pattern.length && isSame(character, pattern[found] as string)) found += 1;
  }
  return found === pattern.length;
}

function isSame(a: string, b: string): boolean {
  return a === b || lower(a) === lower(b);
}

/** Only ASCII letters have a case here. */
function lower(character: string): string {
  return character >= "A" && character <= "Z" ? character.toLowerCase() : character;
}

function worth(character: string, wanted: string): number {
  if (character === wanted) return score.match;
  return isSame(character, wanted) ? score.match + score.otherCase : -Infinity;
}

function first(text: readonly string[], place: number, wanted: string): number {
  return score.first + worth(text[place] as string, wanted) + bonusAt(text, place) * (place === 0 ? 2 : 1);
}

function later(text: readonly string[], place: number, wanted: string, matched: number, skipped: number): number {
  const own = bonusAt(text, place);
  return worth(text[place] as string, wanted) + Math.max(matched + Math.max(own, bonus.consecutive), skipped + own);
}

function bonusAt(text: readonly string[], place: number): number {
  const before = text[place - 1];
  if (before === undefined || hardSeparators.includes(before)) return bonus.head;
  if (softSeparator.test(before) && !letterOrDigit.test(before)) return bonus.afterSoftSeparator;
  const character = text[place] as string;
  return before >= "a" && before <= "z" && character >= "A" && character <= "Z" ? bonus.camel : 0;
}
