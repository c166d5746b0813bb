import type { Scorer } from "./scorer.ts";

/** Words of a name, by index, `end` exclusive. */
export interface WordSpan {
  readonly first: number;
  readonly end: number;
  readonly type: string;
}

export type NameFinder = (vectors: number, isSpace: readonly boolean[], sentenceStarts: readonly boolean[]) => WordSpan[];

/** spaCy's name finder: each word begins a name, is in it, ends it, is one by itself, or is outside (BILUO). */
export function createNameFinder(moves: readonly string[], scorer: Scorer): NameFinder {
  const kinds = moves.map((move) => move[0]);
  const types = moves.map((move) => move.slice(2));
  return (vectors, isSpace, sentenceStarts) => {
    const length = isSpace.length;
    const names: WordSpan[] = [];
    scorer.prepare(vectors, length);
    let open: { readonly first: number; readonly type: string } | undefined;
    for (let word = 0; word < length; word++) {
      // A name ends with its sentence.
      const goesOn = word + 1 < length && sentenceStarts[word + 1] !== true;
      const allows = (move: number): boolean => {
        switch (kinds[move]) {
          case "B":
            return !open && goesOn && isSpace[word] !== true;
          case "I":
            return goesOn && open?.type === types[move];
          case "L":
            return open?.type === types[move];
          case "U":
            return !open && types[move] !== "" && isSpace[word] !== true;
          default:
            return !open;
        }
      };
      const scores = scorer.score([word, open?.first ?? -1, open ? word - 1 : -1]);
      let best = -1;
      for (let move = 0; move < moves.length; move++) {
        if ((best < 0 || (scores[move] ?? 0) > (scores[best] ?? 0)) && allows(move)) best = move;
      }
      const type = types[best] ?? "";
      if (kinds[best] === "B") open = { first: word, type };
      else if (kinds[best] === "U") names.push({ first: word, end: word + 1, type });
      else if (kinds[best] === "L" && open) {
        names.push({ first: open.first, end: word + 1, type });
        open = undefined;
      }
    }
    return names;
  };
}
