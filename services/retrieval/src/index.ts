import { join } from "node:path";
import type { IdSource } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { MigrationSource } from "@loci/platform/db";
import type { Logger } from "@loci/platform/telemetry";
import type { Database } from "@loci/ports/database";
import type { Embedder } from "@loci/ports/embedder";
import type { SearchIndex } from "@loci/ports/search-index";
import type { RetrievalService } from "@loci/protos";
import { LRUCache } from "lru-cache";
import type { GraphReader, RetrievalDeps } from "./deps.ts";
import { createIndexer } from "./indexer/catch-up.ts";
import { context } from "./rpc/context.ts";
import { getTrace } from "./rpc/get-trace.ts";
import { query } from "./rpc/query.ts";
import { defaultSettings, type RetrievalSettings } from "./settings.ts";
import { createTraceStore } from "./trace/store.ts";

export type { RetrievalSettings };

export const migrations: MigrationSource = { schema: "retrieval", folder: join(import.meta.dirname, "../migrations") };

export interface RetrievalOptions {
  readonly database: Database;
  readonly index: SearchIndex;
  readonly graph: GraphReader;
  readonly embedder: Embedder;
  /** Milliseconds since the epoch; with fractions, as stages are short. */
  readonly clock: () => number;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly settings?: Partial<RetrievalSettings>;
  /**
   * Where nobody says `changed` (the writers are other processes), known contexts are looked after this often, in milliseconds, so that
   * a query does not find all of a bulk load to be indexed.
   */
  readonly followEveryMs?: number;
}

export interface Retrieval {
  readonly service: RetrievalService<Call>;
  /** Says that a context changed, so that it is indexed before anybody asks. */
  changed(contextId: string): void;
  close(): Promise<void>;
}

const cachedAnswers = 500;

export function createRetrievalService(options: RetrievalOptions): Retrieval {
  const { database, index, graph, embedder, clock, ids, logger } = options;
  const indexer = createIndexer({ index, graph, clock, logger });
  const traces = createTraceStore(database, logger);
  const following =
    options.followEveryMs === undefined
      ? undefined
      : setInterval(() => {
          for (const contextId of indexer.known()) indexer.kick(contextId);
        }, options.followEveryMs).unref();
  const deps: RetrievalDeps = {
    index,
    graph,
    embedder,
    indexer,
    traces,
    cache: new LRUCache({ max: cachedAnswers }),
    settings: { ...defaultSettings, ...options.settings },
    clock,
    ids,
    logger,
  };
  return {
    service: {
      query: (request, call) => query(request, call, deps),
      context: (request, call) => context(request, call, deps),
      getTrace: (request, call) => getTrace(request, call, deps),
    },
    changed: (contextId) => indexer.kick(contextId),
    async close() {
      clearInterval(following);
      await indexer.close();
      await traces.close();
      await index.close();
    },
  };
}
