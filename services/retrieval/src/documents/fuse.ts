import type { Candidate } from "@loci/ports/search-index";
import type { LegName, LegPart, Ranked } from "../fuse/rank.ts";

/** How the legs become one score. */
export interface Fusing {
  /** What counts: one leg alone, or both. */
  readonly legs: "bm25" | "vector" | "both";
  /** The vector's part where both count, 0 to 1; the rest is BM25's. */
  readonly vectorWeight: number;
  /** Above 0: ranks are fused, as 1 / (rrfK + rank); 0: scores are. */
  readonly rrfK: number;
}

/**
 * The part of a chunk's score that comes from the chunks beside it, from its document and from its section, where both legs
 * count.
 */
export interface Surroundings {
  readonly neighbour: number;
  readonly document: number;
  readonly section: number;
}

/** Fitted on the labelled documents of bench/recall. */
export const defaultVectorWeight = 0.6;
export const defaultSurroundings: Surroundings = { neighbour: 0.1, document: 0.1, section: 0.2 };

/** How well one question fits chunks and sections, each 0 to 1. */
export interface Fused {
  readonly chunks: readonly Ranked[];
  /** By the section's id. */
  readonly sections: ReadonlyMap<string, number>;
}

/**
 * Scores chunks from 0 to 1. Each leg is brought to 0..1 by its best candidate (with rrfK: by its first rank), the legs are
 * weighed so that their weights add up to 1: a chunk that is the best of every leg that counts, with the best surroundings, has
 * 1. Scores are relative to the best answer there is; they do not say that it is one.
 */
export function fuse(candidates: readonly Candidate[], fusing: Fusing, surroundings: Surroundings = defaultSurroundings): Fused {
  const legs = legScores(candidates, fusing);
  const own = new Map<string, LegPart[]>();
  for (const { id } of candidates)
    own.set(
      id,
      legs.flatMap((leg) => leg.part(id)),
    );
  const total = (id: string) => sumOf(own.get(id) ?? []);
  const chunks = candidates.filter((candidate) => candidate.class === "chunk" && total(candidate.id) > 0);
  const sections = new Map(candidates.filter((one) => one.class === "section").map(({ id }) => [id, total(id)]));
  const around = fusing.legs === "both" ? aroundOf(chunks, total) : undefined;
  const { neighbour, document } = surroundings;
  const ranked = chunks.map((candidate): Ranked => {
    const parts = own.get(candidate.id) ?? [];
    if (around === undefined) return { candidate, score: sumOf(parts), parts };
    const all = [
      ...scaled(parts, 1 - neighbour - document),
      ...part("neighbour", around.neighbour(candidate), neighbour),
      ...part("session", around.document(candidate), document),
    ];
    return { candidate, score: sumOf(all), parts: all };
  });
  return { chunks: ranked.sort(byScore), sections: fusing.legs === "both" ? sections : new Map() };
}

/** With its section's part: what a heading says goes for all that stands under it. */
export function withSection(ranked: Ranked, section: number, weight: number = defaultSurroundings.section): Ranked {
  const parts = [...scaled(ranked.parts, 1 - weight), ...part("section", section, weight)];
  return { candidate: ranked.candidate, score: sumOf(parts), parts };
}

export function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1);
}

export function scaled(parts: readonly LegPart[], factor: number): LegPart[] {
  return parts.map((one) => ({ ...one, contribution: one.contribution * factor }));
}

export function part(leg: LegName, score: number, weight: number): LegPart[] {
  return score * weight === 0 ? [] : [{ leg, score, contribution: score * weight }];
}

function sumOf(parts: readonly LegPart[]): number {
  return parts.reduce((sum, one) => sum + one.contribution, 0);
}

interface Leg {
  part(id: string): LegPart[];
}

function legScores(candidates: readonly Candidate[], { legs, vectorWeight, rrfK }: Fusing): Leg[] {
  const hasVector = candidates.some((candidate) => candidate.cosine > 0);
  const hasWords = candidates.some((candidate) => candidate.bm25 > 0);
  // A leg that found nothing, or could not be asked, leaves all to the other.
  const weight = legs === "vector" || (legs === "both" && !hasWords) ? 1 : legs === "bm25" || !hasVector ? 0 : vectorWeight;
  return [
    ...(weight < 1 ? [legOf("bm25", candidates, "bm25", 1 - weight, rrfK)] : []),
    ...(weight > 0 ? [legOf("vector", candidates, "cosine", weight, rrfK)] : []),
  ];
}

function legOf(leg: LegName, candidates: readonly Candidate[], key: "bm25" | "cosine", weight: number, rrfK: number): Leg {
  const found = candidates.filter((candidate) => candidate[key] > 0).sort((a, b) => b[key] - a[key] || (a.id < b.id ? -1 : 1));
  const best = found[0]?.[key] ?? 1;
  const parts = new Map(
    found.map((candidate, i): [string, LegPart[]] => {
      const fit = rrfK > 0 ? (rrfK + 1) / (rrfK + i + 1) : candidate[key] / best;
      return [candidate.id, [{ leg, score: candidate[key], contribution: weight * fit }]];
    }),
  );
  return { part: (id) => parts.get(id) ?? [] };
}

function aroundOf(chunks: readonly Candidate[], total: (id: string) => number) {
  const places = new Map(chunks.map((chunk) => [`${chunk.documentId} ${chunk.seq}`, total(chunk.id)]));
  const at = (chunk: Candidate, step: number) => places.get(`${chunk.documentId} ${chunk.seq + step}`) ?? 0;
  const byDocument = Map.groupBy(chunks, (chunk) => chunk.documentId);
  const strength = new Map([...byDocument].map(([id, own]) => [id, topThree(own.map((chunk) => total(chunk.id)))]));
  const strongest = Math.max(Number.MIN_VALUE, ...strength.values());
  return {
    neighbour: (chunk: Candidate) => Math.max(at(chunk, -1), at(chunk, 1)),
    document: (chunk: Candidate) => (strength.get(chunk.documentId) ?? 0) / strongest,
  };
}

function topThree(scores: readonly number[]): number {
  return [...scores]
    .sort((a, b) => b - a)
    .slice(0, 3)
    .reduce((sum, score) => sum + score, 0);
}
