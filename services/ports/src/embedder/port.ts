/** Turns texts into vectors. Model, dimension and normalisation are fixed for a deployment. */
export interface Embedder {
  readonly spec: EmbeddingSpec;
  /**
   * One vector for each text, in order, each of `spec.dimension` numbers and, when `spec.normalised`, of length 1 (a text without
   * content may give the zero vector). A `query` is embedded as a question, a `passage` as what is stored.
   * @throws LociError `unavailable` when the provider fails after its retries
   */
  embed(texts: readonly string[], purpose: "query" | "passage", signal?: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
}

export interface EmbeddingSpec {
  readonly provider: string;
  readonly model: string;
  readonly dimension: number;
  readonly normalised: boolean;
}
