import type { IdSource } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import type { Embedder } from "@loci/ports/embedder";
import type { SearchIndex } from "@loci/ports/search-index";
import type { GraphService, retrieval } from "@loci/protos";
import type { LRUCache } from "lru-cache";
import type { Indexer } from "./indexer/catch-up.ts";
import type { RetrievalSettings } from "./settings.ts";
import type { TraceStore } from "./trace/store.ts";

export type GraphReader = Pick<GraphService<Call>, "head" | "readFeed" | "hydrate" | "findEntities" | "neighbourhood">;

/** An answer as it is cached: who asks, when and how long it took is filled in for each request. */
export interface Answer {
  /** Whether every leg answered: what was not complete is not cached. */
  readonly isComplete: boolean;
  readonly classification: string;
  readonly hits: retrieval.Hit[];
  readonly seedEntities: string[];
  readonly trace: retrieval.Trace;
}

/** What the RPCs of this room work with. */
export interface RetrievalDeps {
  readonly index: SearchIndex;
  readonly graph: GraphReader;
  readonly embedder: Embedder;
  readonly indexer: Indexer;
  readonly traces: TraceStore;
  readonly cache: LRUCache<string, Answer>;
  readonly settings: RetrievalSettings;
  /** Milliseconds, with fractions. */
  readonly clock: () => number;
  readonly ids: IdSource;
  readonly logger: Logger;
}
