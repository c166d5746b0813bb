import { setTimeout as pause } from "node:timers/promises";
import { unpackVector } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import { scopeSetOf } from "@loci/platform/messages";
import type { Logger } from "@loci/platform/telemetry";
import { SearchIndexUnavailable, type DocumentClass, type IndexChange, type SearchIndex } from "@loci/ports/search-index";
import type { graph, GraphService } from "@loci/protos";

/** Follows the graph's change feed into the index. */
export interface Indexer {
  /**
   * Brings the context's index up to a feed position, so that what was acknowledged is found.
   * @returns how many positions are missing when the time is over; 0 when complete
   */
  catchUp(contextId: string, position: number, call: Call, budgetMs: number): Promise<number>;
  /** Says that a context changed: it is indexed in the background, before anybody asks. */
  kick(contextId: string): void;
  /** Says that the context's index was cleared: it begins again where the index itself says. */
  restart(contextId: string): void;
  /** The contexts that were indexed or asked for in this process. */
  known(): Iterable<string>;
  /** Lets the batch under way finish, and starts no other. */
  close(): Promise<void>;
}

export interface IndexerDeps {
  readonly index: SearchIndex;
  readonly graph: Pick<GraphService<Call>, "head" | "readFeed">;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Feed rows for one transaction: small enough that a query in between waits for milliseconds only. */
const batchSize = 100;
const maxKnownContexts = 10_000;
const firstWaitMs = 1_000;
/** What changed while the index's server was away is indexed within a minute of its return. */
const longestWaitMs = 30_000;

export function createIndexer({ index, graph, clock, logger }: IndexerDeps): Indexer {
  const positions = new Map<string, number>();
  const working = new Map<string, Promise<void>>();
  const ending = new AbortController();

  const step = async (contextId: string, call: Call): Promise<void> => {
    const after = positions.get(contextId) ?? (await index.watermark(contextId));
    const feed = await graph.readFeed({ after, limit: batchSize }, { ...call, caller: { kind: "service", contextId } });
    if (feed.position > after && !(await index.apply(contextId, feed.records.map(toChange), after, feed.position))) {
      // Another process indexed this stretch: its position is the truth.
      positions.set(contextId, await index.watermark(contextId));
      return;
    }
    if (positions.size >= maxKnownContexts) positions.clear();
    positions.set(contextId, feed.position);
  };

  /** One step at a time for each context; who comes meanwhile waits for the same step. */
  const advance = (contextId: string, call: Call): Promise<void> => {
    const current = working.get(contextId);
    if (current) return current;
    const { token: _own, ...plain } = call;
    const next = step(contextId, plain).finally(() => working.delete(contextId));
    working.set(contextId, next);
    return next;
  };

  const follow = async (contextId: string): Promise<void> => {
    const call = serviceCall(contextId, "", clock() + 60_000);
    for (;;) {
      const { revision } = await graph.head({}, call);
      if (ending.signal.aborted || (positions.get(contextId) ?? -1) >= revision) return;
      await advance(contextId, call);
    }
  };
  /** Goes on when the index's server is back: nobody may ask before long, and what changed is to be found by then. */
  const followPatiently = async (contextId: string): Promise<void> => {
    for (let waitMs = firstWaitMs; !ending.signal.aborted; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
      try {
        return await follow(contextId);
      } catch (thrown) {
        if (!(thrown instanceof SearchIndexUnavailable)) throw thrown;
        logger.info({ err: thrown }, "the search index does not answer; indexing goes on later");
      }
      await untilOver(waitMs, ending.signal);
    }
  };
  const following = new Map<string, Promise<void>>();

  return {
    async catchUp(contextId, position, call, budgetMs) {
      const until = clock() + budgetMs;
      for (;;) {
        const missing = position - (positions.get(contextId) ?? 0);
        if (missing <= 0 || clock() >= until) return Math.max(0, missing);
        // A step that takes longer than there is time for goes on without the one who asked.
        const over = new AbortController();
        const waiting = untilOver(until - clock(), over.signal);
        await Promise.race([advance(contextId, call), waiting]).finally(() => over.abort());
      }
    },
    kick(contextId) {
      if (ending.signal.aborted || following.has(contextId)) return;
      const done = followPatiently(contextId)
        .catch((error: unknown) => logger.warn({ err: error }, "indexing in the background failed; the next query tries again"))
        .finally(() => following.delete(contextId));
      following.set(contextId, done);
    },
    restart: (contextId) => void positions.delete(contextId),
    known: () => [...positions.keys()],
    async close() {
      ending.abort();
      await Promise.allSettled([...following.values(), ...working.values()]);
    },
  };
}

/** Ends after that time or when the signal says so; it keeps no process alive. */
async function untilOver(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal, ref: false }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

function toChange(record: graph.FeedRecord): IndexChange {
  if (record.removed) return { remove: record.id };
  return {
    put: {
      id: record.id,
      class: record.class as DocumentClass,
      scopes: scopeSetOf(record.scopes) ?? [],
      text: record.text,
      speaker: record.speaker,
      // A document is to its chunks what a session is to its turns; a section stands for itself.
      sessionId: record.class === "chunk" ? record.documentId : record.sessionId,
      seq: record.seq,
      documentId: record.documentId,
      labels: record.labels,
      knownAt: record.knownAt,
      knownUntil: record.knownUntil,
      embedding: unpackVector(record.embedding),
    },
  };
}
