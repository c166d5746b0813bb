import type { ScopeSet } from "@loci/kernel";

/**
 * The derived index of what can be recalled. It only proposes: every hit is checked against the truth afterwards. It can be dropped
 * and filled again from the graph's change feed without a model.
 */
export interface SearchIndex {
  /** How good its answers are; what degrades is said in the trace, e.g. "vector: exact, pgvector is not installed". */
  readonly degraded: readonly string[];
  /** The feed position up to which the context is indexed; 0 for a context never seen. */
  watermark(contextId: string): Promise<number>;
  /** Applies changes and moves the watermark in one step. Applying the same batch twice has one effect. */
  apply(contextId: string, changes: readonly IndexChange[], watermark: number): Promise<void>;
  /** Forgets everything of the context, so that it can be filled again from position 0. */
  clear(contextId: string): Promise<void>;
  /** The ScopeSets that occur in the context, with the number of open documents under each. */
  scopeSets(contextId: string): Promise<IndexedScopeSet[]>;
  /** Asks all legs at once. */
  search(request: SearchRequest): Promise<SearchResult>;
  close(): Promise<void>;
}

export type IndexChange = { readonly put: IndexDocument } | { readonly remove: string };

/** What is searchable. `passage` is what was said or literally stored, `fact` a structured statement, `entity` a name. */
export type DocumentClass = "passage" | "fact" | "entity";

export interface IndexDocument {
  readonly id: string;
  readonly class: DocumentClass;
  readonly scopes: ScopeSet;
  /** The text in its original form. */
  readonly text: string;
  /** Who said it, "" where it is not known. */
  readonly speaker: string;
  /** Session and position in it, for passages; "" and 0 otherwise. */
  readonly sessionId: string;
  readonly seq: number;
  /** The entities it is about: a fact's subject and target, an entity itself. */
  readonly entityIds: readonly string[];
  readonly labels: readonly string[];
  readonly knownAt: string;
  /** End of the known time, "" while it stands. */
  readonly knownUntil: string;
  readonly embedding: Float32Array;
}

export interface IndexedScopeSet {
  readonly key: string;
  readonly scopes: ScopeSet;
  readonly documents: number;
}

export interface SearchRequest {
  readonly contextId: string;
  /** Keys of the ScopeSets to search, as `scopeSetKey` makes them; "all" when every one that the context has is allowed. */
  readonly scopeSets: readonly string[] | "all";
  /** How many open documents those have, so that the index can choose between exact and approximate. */
  readonly documents: number;
  /** The question's terms as `analyse` gives them; empty to leave the BM25 leg out. */
  readonly terms: readonly string[];
  /** The question's vector; undefined to leave the vector leg out. */
  readonly vector: Float32Array | undefined;
  readonly labels: readonly LabelFilter[];
  /** Known-time recall: what stood at that time. "" for what stands now. */
  readonly asOf: string;
  /** Entities whose facts are asked for by the graph leg; empty to leave it out. */
  readonly entityIds: readonly string[];
  /** Known times of the time leg; undefined to leave it out. */
  readonly during: { readonly from: string; readonly until: string } | undefined;
  /** Candidates for each leg. */
  readonly pool: number;
}

/** OR within one key, AND across keys. */
export interface LabelFilter {
  readonly key: string;
  readonly values: readonly string[];
}

export interface SearchResult {
  /** Every candidate of any leg once, and the neighbours in its session of the best of them. */
  readonly candidates: readonly Candidate[];
}

export interface Candidate {
  readonly id: string;
  readonly class: DocumentClass;
  readonly text: string;
  readonly speaker: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly entityIds: readonly string[];
  readonly knownAt: string;
  /** BM25 with the statistics of the searched ScopeSets; 0 when no term matches. */
  readonly bm25: number;
  /** Cosine similarity to the question's vector; undefined without a vector leg. */
  readonly cosine: number | undefined;
}
