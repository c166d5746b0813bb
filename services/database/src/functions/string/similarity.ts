import type { Effect } from "../../interpret/effect.ts";
import type { Value } from "../../values/value.ts";
import { string } from "../arguments.ts";
import { effect, family, pure, type Definition } from "../function.ts";
import { fuzzyScore } from "./fuzzy.ts";
import { compareTexts, type Comparison, type Turn } from "./work.ts";

const fuzzy: Definition = effect([string, string], function* ([text, pattern], { turn }, name): Effect<Value> {
  return BigInt(yield* compareTexts(name, text, pattern, fuzzyScore, turn));
});

const comparing = (compare: Comparison): Definition =>
  effect([string, string], function* ([a, b], { turn }, name): Effect<Value> {
    return yield* compareTexts(name, a, b, compare, turn);
  });

/** `string::similarity::…`, in characters; 1 is equal. */
export const similarities = family("string::similarity", {
  fuzzy,
  jaro: comparing(jaro),
  jaro_winkler: comparing(jaroWinkler),
  // The language gives both the same score.
  smithwaterman: fuzzy,
  sorensen_dice: pure([string, string], ([a, b]) => sorensenDice(withoutSpaces(a), withoutSpaces(b))),
});

function* jaro(a: readonly string[], b: readonly string[], turn: Turn): Effect<number> {
  if (a.length === 0 && b.length === 0) return 1;
  if (a.length === 0 || b.length === 0) return 0;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Uint8Array(b.length);
  const matches: string[] = [];
  for (const [i, character] of a.entries()) {
    yield* turn();
    const end = Math.min(b.length, i + reach + 1);
    for (let j = Math.max(0, i - reach); j < end; j += 1) {
      if (taken[j] !== 0 || b[j] !== character) continue;
      taken[j] = 1;
      matches.push(character);
      break;
    }
  }
  if (matches.length === 0) return 0;
  const others = b.filter((_, j) => taken[j] !== 0);
  const moved = Math.floor(matches.filter((character, at) => character !== others[at]).length / 2);
  const count = matches.length;
  return (count / a.length + count / b.length + (count - moved) / count) / 3;
}

/** Raised by a common beginning of up to four characters, where the rest is similar at all. */
function* jaroWinkler(a: readonly string[], b: readonly string[], turn: Turn): Effect<number> {
  const similarity = yield* jaro(a, b, turn);
  if (similarity <= 0.7) return similarity;
  const differs = a.slice(0, 4).findIndex((character, at) => character !== b[at]);
  const common = differs === -1 ? Math.min(4, a.length) : differs;
  return similarity + 0.1 * common * (1 - similarity);
}

/** How many pairs of neighbours the texts share. */
function sorensenDice(a: readonly string[], b: readonly string[]): number {
  if (a.join("") === b.join("")) return 1;
  if (a.length < 2 || b.length < 2) return 0;
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < a.length; at += 1) {
    const pair = `${a[at]}${a[at + 1]}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  let common = 0;
  for (let at = 0; at + 1 < b.length; at += 1) {
    const pair = `${b[at]}${b[at + 1]}`;
    const left = pairs.get(pair) ?? 0;
    if (left === 0) continue;
    pairs.set(pair, left - 1);
    common += 1;
  }
  return (2 * common) / (a.length + b.length - 2);
}

function withoutSpaces(text: string): readonly string[] {
  return [...text].filter((character) => !/\p{White_Space}/u.test(character));
}
