import type { Call } from "@loci/platform/call";
import type { RetrievalDeps } from "../deps.ts";
import type { DocumentFinding } from "./find.ts";
import { byScore } from "./fuse.ts";
import { inTime } from "./in-time.ts";

/** How many of the best are read again. */
const rescored = 50;

export interface Reranked {
  readonly hits: readonly DocumentFinding[];
  readonly degraded: readonly string[];
}

/**
 * Reads the best hits again with a cross-encoder, whose score takes the place of the legs'. Without one, or when it fails or
 * takes too long, everything stays as it was, and that is said.
 */
export async function rerank(
  question: string,
  hits: readonly DocumentFinding[],
  call: Call,
  deps: RetrievalDeps,
): Promise<Reranked> {
  const { reranker } = deps;
  const unchanged = (why: string): Reranked => ({ hits, degraded: [`reranker: ${why}; order by bi-encoder`] });
  if (reranker === undefined) return unchanged("none is configured");
  const best = hits.slice(0, rescored);
  if (best.length === 0) return { hits, degraded: [] };
  const texts = best.map(({ record }) =>
    [record.documentTitle, record.sectionHeading, record.text].filter((one) => one !== "").join("\n"),
  );
  const outcome = await inTime("reranker", deps.settings.rerankMs, call, deps.logger, (signal) =>
    reranker.score(question, texts, signal),
  );
  if ("failure" in outcome) return unchanged(outcome.failure);
  const scores = toShares(outcome.made);
  const again = best.map((hit, i) => withScore(hit, scores[i] ?? 0, outcome.made[i] ?? 0));
  // What was not read again stays behind what was.
  const lowest = Math.min(...scores);
  const rest = hits.slice(rescored).map((hit) => withScore(hit, lowest * hit.ranked.score, 0));
  return { hits: [...again, ...rest].sort((a, b) => byScore(a.ranked, b.ranked)), degraded: [] };
}

/** Most rerankers score from 0 to 1; what does not gives logits. */
function toShares(scores: readonly number[]): number[] {
  return scores.every((score) => score >= 0 && score <= 1) ? [...scores] : scores.map((score) => 1 / (1 + Math.exp(-score)));
}

/** The legs stay visible with what they gave before; they add nothing any more. */
function withScore({ ranked, ...hit }: DocumentFinding, score: number, own: number): DocumentFinding {
  const before = ranked.parts.map((one) => ({ ...one, contribution: 0 }));
  return { ...hit, ranked: { ...ranked, score, parts: [...before, { leg: "reranker", score: own, contribution: score }] } };
}
