import type { Candidate } from "@loci/ports/search-index";
import { placeOf } from "./kinds.ts";

/**
 * The places just before and after the best passages, and beside the best chunks, that are no candidates yet: an answer often shares no
 * word with its question.
 */
export function placesBeside(found: readonly Candidate[], ofBest: number): string[] {
  const known = new Set(found.map((candidate) => placeOf(candidate.sessionId, candidate.seq)));
  const best = (key: "bm25" | "cosine") =>
    found
      .filter((candidate) => candidate.sessionId !== "")
      .sort((a, b) => b[key] - a[key])
      .slice(0, ofBest);
  const places = new Set(
    [...best("bm25"), ...best("cosine")].flatMap(({ sessionId, seq }) => [
      placeOf(sessionId, seq - 1),
      placeOf(sessionId, seq + 1),
    ]),
  );
  return [...places].filter((place) => !known.has(place));
}
