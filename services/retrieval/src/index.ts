import { join } from "node:path";
import type { IdSource } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { MigrationSource } from "@loci/platform/db";
import type { Contexts } from "@loci/platform/life";
import type { Logger } from "@loci/platform/telemetry";
import { createTurns } from "@loci/platform/turns";
import type { Database } from "@loci/ports/database";
import type { Embedder } from "@loci/ports/embedder";
import type { ModelDirectory } from "@loci/ports/language-model";
import type { Reranker } from "@loci/ports/reranker";
import { isRemote, type SearchIndex } from "@loci/ports/search-index";
import type { retrieval, RetrievalService } from "@loci/protos";
import { LRUCache } from "lru-cache";
import { createAftermath } from "./aftermath.ts";
import type { AroundRecall, ExtractiveModel, GraphReader, Rememberer, RetrievalDeps } from "./deps.ts";
import { createIndexer } from "./indexer/catch-up.ts";
import { follow, type Pauses } from "./indexer/follow.ts";
import { createLeases } from "./indexer/leases.ts";
import { rebuildIndex } from "./indexer/rebuild.ts";
import type { Rebuild } from "./indexer/rebuild-work.ts";
import { createTails } from "./indexer/tail.ts";
import { chat } from "./rpc/chat.ts";
import { checkFacts } from "./rpc/check-facts.ts";
import { checkIndex } from "./rpc/check-index.ts";
import { context } from "./rpc/context.ts";
import { followPurge, forget } from "./rpc/forget.ts";
import { getIndexState } from "./rpc/get-index-state.ts";
import { getRetrievalStats } from "./rpc/get-retrieval-stats.ts";
import { getTrace } from "./rpc/get-trace.ts";
import { listTraces } from "./rpc/list-traces.ts";
import { query } from "./rpc/query.ts";
import { queryDocuments } from "./rpc/query-documents.ts";
import { reflect } from "./rpc/reflect.ts";
import { findReplies, followForgetting } from "./rpc/replies.ts";
import { reindex } from "./rpc/reindex.ts";
import { retainTraces } from "./rpc/retain-traces.ts";
import { dropCached, scrubTraces } from "./rpc/scrub-traces.ts";
import { providerTester } from "./rpc/test-providers.ts";
import { searchKeywords } from "./rpc/search-keywords.ts";
import { sessionContext } from "./rpc/session-context.ts";
import { defaultSettings, type RetrievalSettings } from "./settings.ts";
import { noticingLives } from "./lives.ts";
import { createStandby, withIndex } from "./standby.ts";
import { createTraceStore, type TraceStore } from "./trace/store.ts";

export type { ExtractiveModel, Rememberer, RetrievalSettings };
export { createIndexer } from "./indexer/catch-up.ts";
export { contextDifference, type ContextDifference } from "./indexer/differences.ts";
export { rebuildIndex, type RebuildWatcher } from "./indexer/rebuild.ts";
export { createRebuildPipeline, rebuildWork, type Rebuild } from "./indexer/rebuild-work.ts";
export { rewriteContext } from "./indexer/rewrite.ts";

export const migrations: MigrationSource = { schema: "retrieval", folder: join(import.meta.dirname, "../migrations") };

export interface RetrievalOptions {
  readonly database: Database;
  readonly auth: Contexts;
  readonly index: SearchIndex;
  /** Searched while `index` does not answer; for an index whose server is not the truth's. */
  readonly standbyIndex?: SearchIndex | undefined;
  readonly graph: GraphReader;
  readonly ingest: Rememberer;
  /** Who answers in chat and reflect. */
  readonly models: ModelDirectory;
  /** Answers in their place when they fail. */
  readonly extractive: ExtractiveModel;
  readonly embedder: Embedder;
  /** Without one, a document query that asks for it keeps the order of its legs, and says so. */
  readonly reranker?: Reranker | undefined;
  /** Milliseconds since the epoch: for deadlines, and for times that are told. */
  readonly clock: () => number;
  /** How time goes by, in milliseconds with fractions, as stages are short; the machine's own way where this is not given. */
  readonly elapsed?: () => number;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly settings?: Partial<RetrievalSettings>;
  /**
   * Where nobody says `changed` (the writers are other processes), known contexts are looked after this often, in milliseconds,
   * so that a query does not find all of a bulk load to be indexed.
   */
  readonly followEveryMs?: number;
  /** Is told of each recall and each answer, for metrics. */
  readonly onTrace?: (trace: retrieval.Trace) => void;
  /** Watches the recall within chat and reflect, which no request names; by default nobody does. */
  readonly aroundRecall?: AroundRecall;
}

export interface Retrieval {
  readonly service: RetrievalService<Call>;
  /** Says that a context changed, so that it is indexed before anybody asks. */
  changed(contextId: string): void;
  /** Fills a new generation of the index in the place of the one that serves; only of a remote index. */
  readonly rebuild?: Rebuild | undefined;
  close(): Promise<void>;
}

const cachedAnswers = 500;
/** Searches at the same time: on the embedded database more of them would only wait for each other. */
const searchesAtOnce = 4;
const remoteSearchesAtOnce = 64;
const forgettingsAtOnce = 2;
/** Of one context; who comes later would hardly be answered before its time is over. */
const maxWaitingSearches = 256;
/** What any process wrote is indexed this soon; the index shows it within half a second more. */
const followingRemote: Pauses = { idle: 250, busy: 100 };

export function createRetrievalService(options: RetrievalOptions): Retrieval {
  const { database, auth, index, ingest, models, extractive, embedder, clock, ids, logger } = options;
  const { elapsed = () => performance.now() } = options;
  const graph = noticingLives(options.graph, (contextId) => forgetContext(contextId, deps));
  // Processes that share an index take turns by context; one in the same database is filled by whoever asks.
  const leases = isRemote(index) ? createLeases(database, ids("trace"), clock, logger) : undefined;
  const indexer = createIndexer({ index, graph, leases, clock, elapsed, logger });
  const tails = isRemote(index) ? createTails({ index, graph, clock, elapsed }) : undefined;
  const standby =
    options.standbyIndex &&
    createStandby(
      options.standbyIndex,
      createIndexer({ index: options.standbyIndex, graph, clock, elapsed, logger }),
      elapsed,
      logger,
    );
  const traces = telling(createTraceStore(database, logger), options.onTrace);
  const aftermath = createAftermath({ graph, clock, logger });
  leases?.renew().catch((error: unknown) => logger.warn({ err: error }, "no lease for indexing yet"));
  const { followEveryMs: every } = options;
  const pauses = leases ? followingRemote : every === undefined ? undefined : { idle: every, busy: every };
  const onFailure = (error: unknown) => logger.warn({ err: error }, "the feed could not be followed; the next look tries again");
  const following = pauses && follow({ look: () => indexer.followAll(), onFailure, elapsed }, pauses);
  const deps: RetrievalDeps = {
    auth,
    index,
    graph,
    ingest,
    models,
    extractive,
    embedder,
    reranker: options.reranker,
    indexer,
    tails,
    standby,
    isStandingIn: false,
    traces,
    aftermath,
    cache: new LRUCache({ max: cachedAnswers }),
    replies: new LRUCache({ max: cachedAnswers }),
    short: new LRUCache({ max: cachedAnswers }),
    settings: { ...defaultSettings, ...options.settings },
    inTurn: createTurns(isRemote(index) ? remoteSearchesAtOnce : searchesAtOnce, maxWaitingSearches),
    forgettings: createTurns(forgettingsAtOnce, maxWaitingSearches),
    aroundRecall: options.aroundRecall ?? ((_call, work) => work()),
    clock,
    elapsed,
    ids,
    logger,
  };
  return {
    service: {
      query: (request, call) => query(request, call, deps),
      context: (request, call) => context(request, call, deps),
      queryDocuments: (request, call) =>
        withIndex(principalOf(call).contextId, deps, (over) => queryDocuments(request, call, over)),
      searchKeywords: (request, call) => searchKeywords(request, call, deps),
      checkFacts: (request, call) => checkFacts(request, call, deps),
      sessionContext: (request, call) => sessionContext(request, call, deps),
      chat: (request, call) => chat(request, call, deps),
      reflect: (request, call) => reflect(request, call, deps),
      forget: (request, call) => forget(request, call, deps),
      findReplies: (request, call) => findReplies(request, call, deps),
      followForgetting: (request, call) => followForgetting(request, call, deps),
      followPurge: (request, call) => followPurge(request, call, deps),
      scrubTraces: (request, call) => scrubTraces(request, call, deps),
      retainTraces: (request, call) => retainTraces(request, call, deps),
      getTrace: (request, call) => getTrace(request, call, deps),
      listTraces: (request, call) => listTraces(request, call, deps),
      getRetrievalStats: (request, call) => getRetrievalStats(request, call, deps),
      checkIndex: (request, call) => checkIndex(request, call, deps),
      reindex: (request, call) => reindex(request, call, deps),
      getIndexState: (request, call) => getIndexState(request, call, deps),
      testProviders: providerTester(deps),
    },
    changed: (contextId) => indexer.kick(contextId),
    rebuild: isRemote(index) ? (callFor, watcher) => rebuildIndex({ index, graph, clock, logger }, callFor, watcher) : undefined,
    async close() {
      if (following) await following.close();
      await indexer.close();
      await leases?.close();
      await standby?.indexer.close();
      await aftermath.close();
      await traces.close();
      await index.close();
      await standby?.index.close();
    },
  };
}

/** Begins again with a context, of which nothing is known. */
async function forgetContext(contextId: string, deps: RetrievalDeps): Promise<void> {
  deps.indexer.restart(contextId);
  deps.tails?.forget(contextId);
  await deps.standby?.index.clear(contextId);
  deps.standby?.indexer.restart(contextId);
  dropCached(contextId, deps);
}

function telling(store: TraceStore, tell: RetrievalOptions["onTrace"]): TraceStore {
  if (tell === undefined) return store;
  return {
    ...store,
    keep(contextId, entry) {
      tell(entry.trace);
      store.keep(contextId, entry);
    },
  };
}
