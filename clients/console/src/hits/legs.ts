import type { Schemas } from "@loci/client";

/** What one way of searching added to a hit's score. */
export interface LegShare {
  readonly leg: string;
  /** Its part of the hit's score. */
  readonly contribution: number;
  /** Its best place there; 0 where it does not rank. */
  readonly rank: number;
}

const names: Readonly<Record<string, string>> = {
  bm25: "words",
  vector: "meaning",
  graph: "graph",
  time: "time",
  speaker: "speaker",
  session: "session",
  neighbour: "neighbour",
  source: "its facts",
  section: "section",
  full_context: "all there is",
  reranker: "reranker",
};

/** A leg as one reads it. */
export function legName(leg: string): string {
  return names[leg] ?? leg;
}

/** The legs that count in any of these hits. */
export function legsOf(hits: readonly { readonly legs: readonly Schemas["LegPart"][] }[]): string[] {
  return [...new Set(hits.flatMap(({ legs }) => legShares(legs).map(({ leg }) => leg)))];
}

/** The legs that count in a hit's score, each once, the largest part first. */
export function legShares(parts: readonly Schemas["LegPart"][]): LegShare[] {
  const byLeg = new Map<string, LegShare>();
  for (const { leg, contribution, rank } of parts) {
    const before = byLeg.get(leg);
    byLeg.set(leg, {
      leg,
      contribution: contribution + (before?.contribution ?? 0),
      rank: before === undefined || (rank > 0 && rank < before.rank) ? rank : before.rank,
    });
  }
  return [...byLeg.values()].filter(({ contribution }) => contribution > 0).sort((a, b) => b.contribution - a.contribution);
}
