/** What BM25 has to know of the searched documents. */
export interface Statistics {
  readonly documents: number;
  readonly averageLength: number;
  /** Documents that hold the term. */
  readonly frequencies: ReadonlyMap<string, number>;
}

// Measured on long conversations: short, alike texts want less saturation and less length normalisation than the usual 1.2 and 0.75.
const k1 = 0.9;
const b = 0.4;

/**
 * Okapi BM25 of one document (Robertson, Zaragoza, "The Probabilistic Relevance Framework", 2009), with the non-negative inverse
 * document frequency ln(1 + (N - n + 0.5) / (n + 0.5)) and a weight for each question term.
 */
export function bm25(question: ReadonlyMap<string, number>, terms: readonly string[], statistics: Statistics): number {
  const counts = new Map<string, number>();
  for (const term of terms) {
    if (question.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const norm = k1 * (1 - b + (b * terms.length) / Math.max(1, statistics.averageLength));
  let score = 0;
  for (const [term, count] of counts) {
    score += (question.get(term) ?? 0) * inverseFrequency(term, statistics) * ((count * (k1 + 1)) / (count + norm));
  }
  return score;
}

export function inverseFrequency(term: string, statistics: Statistics): number {
  const n = statistics.frequencies.get(term) ?? 0;
  return Math.log(1 + (Math.max(0, statistics.documents - n) + 0.5) / (n + 0.5));
}
