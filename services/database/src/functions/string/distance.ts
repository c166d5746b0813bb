import type { Effect } from "../../interpret/effect.ts";
import { wrongArguments } from "../../messages/functions.ts";
import type { Value } from "../../values/value.ts";
import { string } from "../arguments.ts";
import { effect, family, pure, type Definition } from "../function.ts";
import { compareTexts, type Comparison, type Turn } from "./work.ts";

const counted = (distance: Comparison): Definition =>
  effect([string, string], function* ([a, b], { turn }, name): Effect<Value> {
    return BigInt(yield* compareTexts(name, a, b, distance, turn));
  });

/** 1 is equal, 0 has nothing in common. */
const normalized = (distance: Comparison): Definition =>
  effect([string, string], function* ([a, b], { turn }, name): Effect<Value> {
    return yield* compareTexts(
      name,
      a,
      b,
      function* share(left, right): Effect<number> {
        const longest = Math.max(left.length, right.length);
        return longest === 0 ? 1 : 1 - (yield* distance(left, right, turn)) / longest;
      },
      turn,
    );
  });

const osa = counted(optimalStringAlignment);

/** `string::distance::…`, in characters. */
export const distances = family("string::distance", {
  damerau_levenshtein: counted(damerauLevenshtein),
  hamming: pure([string, string], ([a, b], _context, name) => {
    const left = [...a];
    const right = [...b];
    if (left.length !== right.length) throw wrongArguments(name, "Strings must be of equal length.");
    return BigInt(left.filter((character, at) => character !== right[at]).length);
  }),
  levenshtein: counted(levenshtein),
  normalized_damerau_levenshtein: normalized(damerauLevenshtein),
  normalized_levenshtein: normalized(levenshtein),
  osa,
  osa_distance: osa,
});

/** How many characters are inserted, removed or replaced. */
function* levenshtein(a: readonly string[], b: readonly string[], turn: Turn): Effect<number> {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, x] of a.entries()) {
    yield* turn();
    const next = [i + 1];
    for (const [j, y] of b.entries()) {
      next.push(Math.min((next[j] as number) + 1, (row[j + 1] as number) + 1, (row[j] as number) + (x === y ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] as number;
}

/** Or swapped with their neighbour; no part is changed twice. */
function* optimalStringAlignment(a: readonly string[], b: readonly string[], turn: Turn): Effect<number> {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, x] of a.entries()) {
    yield* turn();
    const next = [i + 1];
    for (const [j, y] of b.entries()) {
      let best = Math.min((next[j] as number) + 1, (row[j + 1] as number) + 1, (row[j] as number) + (x === y ? 0 : 1));
      if (i > 0 && j > 0 && x === b[j - 1] && y === a[i - 1]) best = Math.min(best, (before[j - 1] as number) + 1);
      next.push(best);
    }
    before = row;
    row = next;
  }
  return row[b.length] as number;
}

/** Or swapped, also where others come between them later. */
function* damerauLevenshtein(a: readonly string[], b: readonly string[], turn: Turn): Effect<number> {
  const width = b.length + 2;
  const most = a.length + b.length;
  const cells = new Float64Array((a.length + 2) * width);
  cells[0] = most;
  for (let i = 0; i <= a.length; i += 1) {
    cells[(i + 1) * width] = most;
    cells[(i + 1) * width + 1] = i;
  }
  for (let j = 0; j <= b.length; j += 1) {
    cells[j + 1] = most;
    cells[width + j + 1] = j;
  }
  const lastRowOf = new Map<string, number>();
  for (let i = 1; i <= a.length; i += 1) {
    yield* turn();
    let lastMatch = 0;
    for (let j = 1; j <= b.length; j += 1) {
      const row = lastRowOf.get(b[j - 1] as string) ?? 0;
      const column = lastMatch;
      const same = a[i - 1] === b[j - 1];
      if (same) lastMatch = j;
      cells[(i + 1) * width + j + 1] = Math.min(
        (cells[i * width + j] as number) + (same ? 0 : 1),
        (cells[(i + 1) * width + j] as number) + 1,
        (cells[i * width + j + 1] as number) + 1,
        (cells[row * width + column] as number) + (i - row - 1) + 1 + (j - column - 1),
      );
    }
    lastRowOf.set(a[i - 1] as string, i);
  }
  return cells[(a.length + 1) * width + b.length + 1] as number;
}
