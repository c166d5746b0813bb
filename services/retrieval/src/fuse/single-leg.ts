import type { Candidate } from "@loci/ports/search-index";
import type { Ranked } from "./rank.ts";

/** The order of one leg alone, as the modes `bm25` and `vector` ask for it. What the leg does not find is left out. */
export function rankByLeg(candidates: readonly Candidate[], leg: "bm25" | "vector"): Ranked[] {
  const key = leg === "bm25" ? "bm25" : "cosine";
  return candidates
    .filter((candidate) => candidate[key] > 0)
    .map((candidate) => ({
      candidate,
      score: candidate[key],
      parts: [{ leg, score: candidate[key], contribution: candidate[key] }],
    }))
    .sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1));
}
