import { LociError, type ScopeSet } from "@loci/kernel";

/**
 * The derived index of what can be recalled. It only proposes: every hit is checked against the truth afterwards. It can be dropped
 * and filled again from the graph's change feed without a model.
 */
export interface SearchIndex {
  /** How good its answers are; what degrades is said in the trace, e.g. "vector: exact, pgvector is not installed". */
  readonly degraded: readonly string[];
  /** The feed position up to which the context is indexed; 0 for a context never seen. */
  watermark(contextId: string): Promise<number>;
  /**
   * Applies the changes after one feed position up to another, in one step with the watermark.
   * @param fence the token of the lease under which the caller indexes, 0 for none
   * @returns false, having done nothing, when the watermark is no longer at `after` (another process was faster), or a later lease
   * has been used
   */
  apply(contextId: string, changes: readonly IndexChange[], after: number, position: number, fence?: number): Promise<boolean>;
  /** Forgets everything of the context, so that it can be filled again from position 0. */
  clear(contextId: string): Promise<void>;
  /** Counts anew what the index keeps as sums over the context's documents; left out by one that keeps none. */
  recount?(contextId: string): Promise<void>;
  /** The ids of what is indexed, in the order of their code units, after this one; "" begins. */
  ids(contextId: string, after: string, limit: number): Promise<readonly string[]>;
  /** The ScopeSets that occur in the context, with the number of documents under each; of a remote index, as they are with the tail. */
  scopeSets(contextId: string, tail?: Tail): Promise<readonly IndexedScopeSet[]>;
  /** Every candidate of any leg once, and the neighbours of the best of them. */
  search(request: SearchRequest): Promise<readonly Candidate[]>;
  close(): Promise<void>;
}

/**
 * An index on a server of its own, which shows what it was given only some time later. Who reads at once brings what is missing, the
 * feed's tail, and waits for nothing. Without a tail every call waits until all that was applied is shown.
 */
export interface RemoteIndex extends SearchIndex {
  /** How far searches see. Everything up to there is found from now on, in that generation. */
  seen(contextId: string): Promise<Seen>;
  /** What is indexed, in the order of the ids' code units, with what tells two versions of a record apart. */
  entries(contextId: string, after: string, limit: number): Promise<readonly IndexEntry[]>;
  /** The contexts of which anything is indexed. */
  contexts(): Promise<readonly string[]>;
  /** Begins to write one context anew, in its place, while it is searched and indexed as ever. @param head the feed's newest position */
  rewrite(contextId: string, head: number): Promise<Rewriting>;
  /** The generation that is to take this one's place: a new one, or the one that was begun and not finished. */
  nextGeneration(): Promise<NextGeneration>;
}

export function isRemote(index: SearchIndex): index is RemoteIndex {
  return "seen" in index;
}

/** How far searches see in one of the index's generations, each of which has positions of its own. */
export interface Seen {
  readonly generation: string;
  readonly position: number;
}

/** What the feed has beyond what searches see, oldest first: it is found as if it were indexed. */
export interface Tail {
  readonly after: Seen;
  readonly changes: readonly IndexChange[];
}

export interface IndexEntry {
  readonly id: string;
  /** `digestOf` the document as it was indexed. */
  readonly digest: string;
}

/** A context that is written anew: all that is put here wins over what was there before, and loses against what is indexed meanwhile. */
export interface Rewriting {
  /** Up to which feed position it has to be written; what comes later is indexed as ever. */
  readonly until: number;
  put(changes: readonly IndexChange[], position: number): Promise<void>;
  /** Takes away what was not put again. */
  finish(): Promise<void>;
}

export interface NextGeneration {
  readonly name: string;
  /** Filled like any other; nobody searches it. */
  readonly index: SearchIndex;
  /**
   * Begins with a context, or goes on with it: what was filled of another life of it, before it was deleted and made again, is forgotten.
   * @returns up to which feed position it is filled
   */
  begin(contextId: string, life: string): Promise<number>;
  /** The contexts that were begun, by whomever. */
  contexts(): Promise<readonly string[]>;
  /** Puts it in the other's place, which goes, in one step. */
  activate(): Promise<void>;
  close(): Promise<void>;
}

/** The generation that was to be searched is no more: what is there now has to be looked at from the start. */
export class SearchIndexMoved extends LociError {
  constructor() {
    super("unavailable", "The search index was replaced meanwhile.", { retryAfterSeconds: 1 });
  }
}

/** The index's server does not answer, or not now: what needs it can be done in another way, or later. */
export class SearchIndexUnavailable extends LociError {
  /** @param why for the log */
  constructor(why: string) {
    super("unavailable", "The search index does not answer.", { retryAfterSeconds: 5, cause: new Error(why) });
  }
}

export type IndexChange = { readonly put: IndexDocument } | { readonly remove: string };

/**
 * What is searchable. `passage` is what was said or literally stored, `fact` a structured statement, `entity` a name; `chunk` a passage
 * of a document, `section` a heading of one with how its text begins.
 */
export type DocumentClass = "passage" | "fact" | "entity" | "chunk" | "section";

export interface IndexDocument {
  readonly id: string;
  readonly class: DocumentClass;
  readonly scopes: ScopeSet;
  /** The text in its original form. */
  readonly text: string;
  /** Who said it, "" where it is not known. */
  readonly speaker: string;
  /** What it follows others in, and its position there: a passage's session, a chunk's document; "" and 0 otherwise. */
  readonly sessionId: string;
  readonly seq: number;
  /** The document of a chunk or section; "" otherwise. */
  readonly documentId: string;
  readonly labels: readonly string[];
  readonly knownAt: string;
  /** End of the known time, "" while it stands. */
  readonly knownUntil: string;
  /** Empty for what has no vector: it is found by its words alone. */
  readonly embedding: Float32Array;
}

/**
 * A ScopeSet with what is counted under it. Chunks and sections count apart from what was said and stated: they are many times as long,
 * and BM25 compares a text with the average of its kind. So one ScopeSet may occur twice.
 */
export interface IndexedScopeSet {
  /** The index's own number for it. */
  readonly number: number;
  readonly scopes: ScopeSet;
  /** Whether it counts chunks and sections, or everything else. */
  readonly kind: "memory" | "document";
  readonly documents: number;
  /** Terms in all its documents, for the average length that BM25 wants. */
  readonly terms: number;
}

export interface SearchRequest {
  readonly contextId: string;
  /** The ScopeSets to search: those that the caller may see. Nothing outside them counts, not even in the statistics. */
  readonly scopeSets: readonly IndexedScopeSet[];
  /** Whether these are all that the context has; then the index need not filter. */
  readonly everything: boolean;
  /** The question's terms with their weights, as @loci/text gives them; weight 1 finds candidates, less only scores them. */
  readonly terms: ReadonlyMap<string, number>;
  /** Which legs look for candidates. Candidates of one leg get the other's score all the same. */
  readonly legs: { readonly bm25: boolean; readonly vector: boolean };
  readonly vector: Float32Array | undefined;
  readonly labels: readonly LabelFilter[];
  /** Only these classes; all where it is left out. */
  readonly classes?: readonly DocumentClass[] | undefined;
  /** Only what belongs to these documents; everything where it is left out. */
  readonly documentIds?: readonly string[] | undefined;
  /** Known-time recall: what stood at that time. "" for what stands now. */
  readonly asOf: string;
  /** What has ended is proposed too: the other times (valid, recorded) decide about it, and the truth knows them. */
  readonly includeEnded: boolean;
  /** Documents that another leg proposes (the graph): scored like the rest. It may still be looking for them. */
  readonly ids: readonly string[] | Promise<readonly string[]>;
  /** Known times named in the question: the passages of that time are candidates too. */
  readonly during: readonly { readonly from: string; readonly until: string }[];
  /** Candidates for each leg. */
  readonly pool: number;
  /** For a remote index: what it does not show yet, the same that the ScopeSets were asked with. */
  readonly tail?: Tail | undefined;
  /** Of how many of the best passages and chunks the neighbours in their session or document come along. */
  readonly neighboursOf: number;
}

/** OR within one key, AND across keys. */
export interface LabelFilter {
  readonly key: string;
  readonly values: readonly string[];
}

export interface Candidate {
  readonly id: string;
  readonly class: DocumentClass;
  /** Its terms, as `analysePassage` gives them. */
  readonly terms: readonly string[];
  readonly speaker: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly documentId: string;
  readonly knownAt: string;
  /** BM25 with the statistics of the searched ScopeSets; 0 when no term matches. */
  readonly bm25: number;
  /** Cosine similarity to the question's vector; 0 without one. */
  readonly cosine: number;
}
