/** What a deployment may set of recall. */
export interface RetrievalSettings {
  /** Candidates for each leg; independent of k. */
  readonly poolSize: number;
  /** How long a query waits for the index to reach the newest write before it says that it could not. */
  readonly catchUpMs: number;
  /** How long a query waits for its embedding before it goes on without the vector leg. */
  readonly embedMs: number;
  /** How long a document query waits for a model that takes it apart, or supposes its answer. */
  readonly modelMs: number;
  /** How long it waits for the reranker. */
  readonly rerankMs: number;
  /** How long a test of a provider waits: whoever takes longer is of no use to a request. */
  readonly testMs: number;
}

export const defaultSettings: RetrievalSettings = {
  poolSize: 256,
  catchUpMs: 5_000,
  embedMs: 5_000,
  modelMs: 3_000,
  rerankMs: 5_000,
  testMs: 10_000,
};
