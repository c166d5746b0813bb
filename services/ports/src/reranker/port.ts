/** A cross-encoder: reads a question with each text, slower and better than comparing vectors. */
export interface Reranker {
  /** For traces: `<provider>:<model>`. */
  readonly id: string;
  /**
   * A score for each text, in order; higher fits better, no fixed range.
   * @throws LociError `unavailable` when the provider fails or answers with something else
   */
  score(question: string, texts: readonly string[], signal?: AbortSignal): Promise<number[]>;
}
