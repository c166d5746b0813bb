import { createArcEagerState, type MoveKind } from "./arc-eager.ts";
import type { Scorer } from "./scorer.ts";
import { deprojectivize, type Trees } from "./trees.ts";

export type HeadFinder = (vectors: number, isSpace: readonly boolean[]) => Trees;

const kinds: readonly MoveKind[] = ["S", "D", "L", "R", "B"];

/** spaCy's dependency parser: the best move that is allowed, until no word is left. */
export function createHeadFinder(moves: readonly string[], scorer: Scorer): HeadFinder {
  const labels = moves.map((move) => move.slice(2));
  // The moves of one kind stand together, in the order of the kinds.
  const ranges = kinds.map((kind) => {
    const from = moves.findIndex((move) => move.startsWith(kind));
    return { kind, from, to: moves.findLastIndex((move) => move.startsWith(kind)) + 1 };
  });
  return (vectors, isSpace) => {
    const length = isSpace.length;
    const state = createArcEagerState(length);
    scorer.prepare(vectors, length);
    while (!state.isFinal()) {
      const scores = scorer.score(state.places());
      let best = -1;
      let bestKind: MoveKind = "D";
      let bestScore = Number.NEGATIVE_INFINITY;
      for (const { kind, from, to } of ranges) {
        if (!state.allows(kind)) continue;
        for (let move = from; move < to; move++) {
          const score = scores[move] ?? 0;
          if (score > bestScore) {
            best = move;
            bestKind = kind;
            bestScore = score;
          }
        }
      }
      state.apply(bestKind, best);
    }
    const trees: Trees = {
      heads: state.heads.map((head, word) => (head < 0 ? word : head)),
      labels: Array.from(state.labels, (move) => (move < 0 ? "ROOT" : (labels[move] ?? ""))),
    };
    deprojectivize(trees, isSpace);
    return trees;
  };
}
