import type { IdSource } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { Contexts } from "@loci/platform/life";
import type { Logger } from "@loci/platform/telemetry";
import type { InTurn } from "@loci/platform/turns";
import type { Embedder } from "@loci/ports/embedder";
import type { LanguageModel, ModelDirectory } from "@loci/ports/language-model";
import type { Reranker } from "@loci/ports/reranker";
import type { SearchIndex } from "@loci/ports/search-index";
import type { GraphService, IngestService, retrieval } from "@loci/protos";
import type { LRUCache } from "lru-cache";
import type { Aftermath } from "./aftermath.ts";
import type { CachedReply } from "./answer/reply-cache.ts";
import type { Indexer } from "./indexer/catch-up.ts";
import type { Tails } from "./indexer/tail.ts";
import type { RetrievalSettings } from "./settings.ts";
import type { Standby } from "./standby.ts";
import type { TraceStore } from "./trace/store.ts";

/** What this room asks graph. */
export type GraphReader = Pick<
  GraphService<Call>,
  | "head"
  | "changedSince"
  | "readFeed"
  | "hydrate"
  | "hydrateHits"
  | "findEntities"
  | "neighbourhood"
  | "createSession"
  | "getSession"
  | "listTurns"
  | "getProfile"
  | "writeMemory"
  | "noteReturned"
  | "reinforce"
  | "forgetRecords"
  | "deleteEntity"
  | "deleteSession"
  | "deleteDocument"
  | "listForgotten"
  | "listPurged"
  | "purgeReplies"
  | "listSearchable"
  | "sectionSiblings"
  | "documentEdges"
  | "listDocuments"
  | "searchKeywords"
  | "reannounce"
  | "listHeads"
>;

/** What this room asks ingest: an answer's question is remembered, a reflection is kept. */
export type Rememberer = Pick<IngestService<Call>, "remember" | "storeReflection">;

/** A model that answers out of the sources' own words: what is left when the assigned one fails. */
export type ExtractiveModel = Pick<LanguageModel, "id" | "synthesise">;

/** Does the work, and watches it. */
export type AroundRecall = <T>(call: Call, work: () => Promise<T>) => Promise<T>;

/** An answer as it is cached: who asks, when and how long it took is filled in for each request. */
export interface Answer {
  /** Whether every leg answered: what was not complete is not cached. */
  readonly isComplete: boolean;
  /** The context's revision at which it was found. */
  readonly foundAt: number;
  /** The latest revision at which nothing that its asker sees had changed since. */
  readonly stoodAt: number;
  readonly classification: string;
  readonly hits: retrieval.Hit[];
  /** Some that come behind those that were asked for: they may say whom a relation leads to. */
  readonly further: readonly retrieval.Hit[];
  readonly contextHits: retrieval.Hit[];
  readonly seedEntities: string[];
  readonly trace: retrieval.Trace;
}

/** What the RPCs of this room work with. */
export interface RetrievalDeps {
  readonly auth: Contexts;
  readonly index: SearchIndex;
  readonly graph: GraphReader;
  readonly ingest: Rememberer;
  readonly models: ModelDirectory;
  readonly extractive: ExtractiveModel;
  readonly embedder: Embedder;
  /** Orders the passages of documents anew where that is asked for; undefined where none is configured. */
  readonly reranker: Reranker | undefined;
  readonly indexer: Indexer;
  /** undefined where the index shows at once what it was given. */
  readonly tails: Tails | undefined;
  /** undefined where the index cannot be away on its own, or where this is it. */
  readonly standby: Standby | undefined;
  /** Whether `index` is searched in another's place: answers are complete only as far as the trace says. */
  readonly isStandingIn: boolean;
  readonly traces: TraceStore;
  readonly aftermath: Aftermath;
  readonly cache: LRUCache<string, Answer>;
  readonly replies: LRUCache<string, CachedReply>;
  /** By context and asker: those for whose last question so much had ended that a page of candidates was not enough. */
  readonly short: LRUCache<string, true>;
  readonly settings: RetrievalSettings;
  /** Searches take turns by context: each keeps some megabyte while it runs, and the database does them one after another anyway. */
  readonly inTurn: InTurn;
  /** What is to be forgotten is looked for in turn, by context: each search holds all the texts that it compares. */
  readonly forgettings: InTurn;
  /** Around the recall that an answer is made of, for metrics and traces. */
  readonly aroundRecall: AroundRecall;
  /** Milliseconds since the epoch: for deadlines, and for times that are told. */
  readonly clock: () => number;
  /** How time goes by, in milliseconds with fractions: for what took how long, as the clock may be set meanwhile. */
  readonly elapsed: () => number;
  readonly ids: IdSource;
  readonly logger: Logger;
}
