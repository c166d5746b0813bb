/**
 * The answer to a rerank request, best first: `{results: [{index, relevance_score}]}` for `documents` (docs.cohere.com/reference/rerank,
 * jina.ai/reranker), a bare `[{index, score}]` for `texts` (huggingface.github.io/text-embeddings-inference). Without scores a text
 * gets the part of the query's words that it has.
 */
export function rerankAnswer(body: unknown, scores: readonly number[] | undefined): unknown {
  const { query, documents, texts } = (body ?? {}) as { query?: unknown; documents?: unknown; texts?: unknown };
  const wanted = wordsOf(query);
  const given: unknown = documents ?? texts;
  const ranked = (Array.isArray(given) ? given : [])
    .map((text, index) => ({ index, score: scores?.[index] ?? overlap(wanted, wordsOf(text)) }))
    .sort((a, b) => b.score - a.score);
  if (documents === undefined) return ranked;
  return { id: "rerank-scripted", results: ranked.map(({ index, score }) => ({ index, relevance_score: score })) };
}

function overlap(wanted: ReadonlySet<string>, words: ReadonlySet<string>): number {
  return wanted.size === 0 ? 0 : [...wanted].filter((word) => words.has(word)).length / wanted.size;
}

function wordsOf(text: unknown): Set<string> {
  return new Set(
    String(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
}
