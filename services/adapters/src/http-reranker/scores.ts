import { LociError } from "@loci/kernel";
import { z } from "zod";

const result = z.union([
  z
    .object({ index: z.number().int(), relevance_score: z.number() })
    .transform(({ index, relevance_score: score }) => ({ index, score })),
  z.object({ index: z.number().int(), score: z.number() }),
]);
const answerSchema = z.union([z.array(result), z.object({ results: z.array(result) }).transform(({ results }) => results)]);

/**
 * The score of each text, in the order of the texts, from `{results: [{index, relevance_score | score}]}` or the bare list.
 * @throws LociError `unavailable` when it is something else, or does not have every text once
 */
export function scoresOf(answer: unknown, texts: number): number[] {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw new LociError("unavailable", "The reranker's answer is no list of scores.");
  const scores = new Map(parsed.data.map(({ index, score }) => [index, score]));
  if (parsed.data.length !== texts || scores.size !== texts || [...scores.keys()].some((index) => index < 0 || index >= texts)) {
    throw new LociError("unavailable", "The reranker's answer does not have each text once.");
  }
  return Array.from({ length: texts }, (_, index) => scores.get(index) ?? Number.NaN);
}
