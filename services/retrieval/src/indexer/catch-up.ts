import { setTimeout as pause } from "node:timers/promises";
import { asService, serviceCall, type Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import { createTurns } from "@loci/platform/turns";
import { isRemote, SearchIndexUnavailable, type SearchIndex } from "@loci/ports/search-index";
import type { GraphService } from "@loci/protos";
import { toChange } from "./change.ts";
import type { Leases } from "./leases.ts";
import { whileWanted } from "./while-wanted.ts";

/** Follows the graph's change feed into the index. */
export interface Indexer {
  /**
   * Brings the context's index up to a feed position, so that what was acknowledged is found.
   * @returns how many positions are missing when the time is over; 0 when complete
   */
  catchUp(contextId: string, position: number, call: Call, budgetMs: number): Promise<number>;
  /** Says that a context changed: it is indexed in the background, before anybody asks. */
  kick(contextId: string): void;
  /**
   * Follows what any process wrote, as far as this one indexes it.
   * @returns whether there was something that it was not busy with already
   */
  followAll(): Promise<boolean>;
  /** Says that the context's index was cleared: it begins again where the index itself says. */
  restart(contextId: string): void;
  /** The contexts that were indexed or asked for in this process. */
  known(): Iterable<string>;
  /** Lets the batch under way finish, and starts no other. */
  close(): Promise<void>;
}

export interface IndexerDeps {
  readonly index: SearchIndex;
  readonly graph: Pick<GraphService<Call>, "head" | "readFeed"> & Partial<Pick<GraphService<Call>, "listHeads">>;
  /** Where several processes share the index: this one indexes only what its leases are for. */
  readonly leases?: Leases | undefined;
  /** Milliseconds since the epoch, for deadlines. */
  readonly clock: () => number;
  /** How time goes by, in milliseconds; the machine's own way where this is not given. */
  readonly elapsed?: () => number;
  readonly logger: Logger;
}

/** Feed rows for one transaction: small enough that a query in between waits for milliseconds only. */
const batchSize = 100;
/** On a server of its own nobody waits for the index: larger requests cost less. */
const remoteBatchSize = 500;
const maxKnownContexts = 100_000;
/** Contexts that are followed at the same time; the others wait for their turn. */
const followedAtOnce = 4;
const askWatermarkEveryMs = 200;
/** A step is nobody's own: whoever set it off may go, or have little time, and others wait for it. */
const stepMs = 10_000;
const firstWaitMs = 1_000;
/**
 * Indexed is what nobody adds to for so long: the writes of a moment go together. Where somebody writes on and on, it is indexed all the
 * same after the longest of these times, or when so many positions are missing. On the embedded database a write waits while it is indexed,
 * so it comes seldom there; a query that comes before brings the index up itself, and that must be little work.
 */
const embeddedQuiet = { quietMs: 250, longestMs: 5_000, positions: 300 };
const remoteQuiet = { quietMs: 50, longestMs: 100, positions: Infinity };
/** What changed while the index's server was away is indexed within a minute of its return. */
const longestWaitMs = 30_000;

export function createIndexer({ index, graph, leases, clock, elapsed = () => performance.now(), logger }: IndexerDeps): Indexer {
  const positions = new Map<string, number>();
  const working = new Map<string, Promise<void>>();
  const ending = new AbortController();
  const inTurn = createTurns(followedAtOnce);
  const limit = isRemote(index) ? remoteBatchSize : batchSize;
  const isOthers = (contextId: string) => leases !== undefined && leases.token(contextId) === 0;

  /** @returns where the index stands now; undefined where another process looks after it */
  const step = async (contextId: string, traceId: string): Promise<number | undefined> => {
    const fence = leases?.token(contextId) ?? 0;
    if (leases !== undefined && fence === 0) return undefined;
    const after = positions.get(contextId) ?? (await index.watermark(contextId));
    const own = serviceCall(contextId, traceId, clock() + stepMs);
    const feed = await graph.readFeed({ after, limit }, own);
    if (feed.position <= after && after > 0 && (await graph.head({}, own)).revision < after) {
      // What is indexed was before the context was deleted, or its database set back: nothing of it is sure to be there.
      if (isOthers(contextId)) return undefined;
      if ((await index.watermark(contextId)) === after) await index.clear(contextId);
      return index.watermark(contextId);
    }
    // Where another process indexed this stretch, its position is the truth.
    const isDone =
      feed.position <= after || (await index.apply(contextId, feed.records.map(toChange), after, feed.position, fence));
    return isDone ? feed.position : index.watermark(contextId);
  };

  /** One step at a time for each context; who comes meanwhile waits for the same step. */
  const advance = (contextId: string, traceId: string): Promise<void> => {
    const current = working.get(contextId);
    if (current) return current;
    // What a step that `restart` came over has seen says nothing of what is there now.
    const isCurrent = () => working.get(contextId) === next;
    const next: Promise<void> = step(contextId, traceId)
      .then((position) => {
        if (position === undefined || !isCurrent()) return;
        if (positions.size >= maxKnownContexts) positions.clear();
        positions.set(contextId, position);
      })
      .finally(() => {
        if (isCurrent()) working.delete(contextId);
      });
    working.set(contextId, next);
    return next;
  };

  /** What is written meanwhile is said anew. */
  const follow = async (contextId: string): Promise<void> => {
    const call = serviceCall(contextId, "", clock() + 60_000);
    let { revision } = await graph.head({}, call);
    for (;;) {
      const before = positions.get(contextId) ?? -1;
      if (ending.signal.aborted || isOthers(contextId) || before >= revision) return;
      await advance(contextId, "");
      const after = positions.get(contextId) ?? -1;
      if (after > before) continue;
      if (after === before) await untilOver(askWatermarkEveryMs, ending.signal);
      // The context was deleted, or began again: its feed may not come so far any more.
      ({ revision } = await graph.head({}, call));
    }
  };
  /** Goes on when the index's server is back: nobody may ask before long, and what changed is to be found by then. */
  const followPatiently = async (contextId: string): Promise<void> => {
    for (let waitMs = firstWaitMs; !ending.signal.aborted && !isOthers(contextId); waitMs = Math.min(longestWaitMs, waitMs * 2)) {
      try {
        return await follow(contextId);
      } catch (thrown) {
        if (!(thrown instanceof SearchIndexUnavailable)) throw thrown;
        logger.info({ err: thrown }, "the search index does not answer; indexing goes on later");
      }
      await untilOver(waitMs, ending.signal);
    }
  };
  const pauseUntil = (until: number) => untilOver(Math.min(askWatermarkEveryMs, until - elapsed()), ending.signal);
  /** When each context that is followed was last said to have changed. */
  const changedAt = new Map<string, number>();
  const missingOf = async (contextId: string): Promise<number> => {
    const head = graph.head({}, serviceCall(contextId, "", clock() + stepMs));
    // What fails here fails again where it is said.
    const { revision } = await head.catch(() => ({ revision: Infinity }));
    return revision - (positions.get(contextId) ?? 0);
  };
  const untilQuiet = async (contextId: string): Promise<void> => {
    const { quietMs, longestMs, positions: atMost } = isRemote(index) ? remoteQuiet : embeddedQuiet;
    const latest = elapsed() + longestMs;
    const leftMs = () => Math.min((changedAt.get(contextId) ?? 0) + quietMs, latest) - elapsed();
    for (let ms = leftMs(); ms > 0 && !ending.signal.aborted; ms = leftMs()) {
      await untilOver(ms, ending.signal);
      if (leftMs() > 0 && atMost < Infinity && (await missingOf(contextId)) >= atMost) return;
    }
  };
  const following = new Map<string, Promise<void>>();
  const followOnce = async (contextId: string): Promise<void> => {
    await untilQuiet(contextId);
    const seen = changedAt.get(contextId);
    await inTurn(contextId, undefined, () => followPatiently(contextId)).catch((error: unknown) =>
      logger.warn({ err: error }, "indexing in the background failed; the next query tries again"),
    );
    following.delete(contextId);
    const isOver = changedAt.get(contextId) === seen;
    changedAt.delete(contextId);
    if (!isOver) kick(contextId);
  };
  /** @returns whether it was begun */
  const kick = (contextId: string): boolean => {
    if (ending.signal.aborted || isOthers(contextId)) return false;
    changedAt.set(contextId, elapsed());
    if (following.has(contextId)) return false;
    following.set(contextId, followOnce(contextId));
    return true;
  };

  return {
    async catchUp(contextId, position, call, budgetMs) {
      const until = elapsed() + budgetMs;
      for (;;) {
        const before = positions.get(contextId);
        const missing = position - (before ?? 0);
        if (missing <= 0 || elapsed() >= until) return Math.max(0, missing);
        if (isOthers(contextId)) {
          const reached = await index.watermark(contextId);
          positions.set(contextId, reached);
          if (reached < position) await whileWanted(pauseUntil(until), call);
          continue;
        }
        // A step that takes longer than there is time for goes on without the one who asked.
        const over = new AbortController();
        const waiting = untilOver(until - elapsed(), over.signal);
        const stepped = Promise.race([advance(contextId, call.traceId), waiting]);
        await whileWanted(stepped, call).finally(() => over.abort());
        if (before === undefined || positions.get(contextId) !== before || elapsed() >= until) continue;
        // The context was deleted since, or began again: its feed does not come so far.
        if ((await graph.head({}, asService(call, contextId))).revision < position) return missing;
        await whileWanted(pauseUntil(until), call);
      }
    },
    kick: (contextId) => void kick(contextId),
    async followAll() {
      if (leases === undefined || graph.listHeads === undefined) {
        for (const contextId of positions.keys()) kick(contextId);
        return false;
      }
      let hasFound = false;
      const { heads } = await graph.listHeads({}, serviceCall("", "", clock() + 10_000));
      for (const { contextId, revision } of heads) {
        const position = positions.get(contextId);
        if (position === revision || isOthers(contextId)) continue;
        // A context that was deleted, and begins again under the same id.
        if (position !== undefined && position > revision) positions.delete(contextId);
        hasFound = kick(contextId) || hasFound;
      }
      return hasFound;
    },
    restart(contextId) {
      positions.delete(contextId);
      working.delete(contextId);
    },
    known: () => [...positions.keys()],
    async close() {
      ending.abort();
      await Promise.allSettled([...following.values(), ...working.values()]);
    },
  };
}

/** Ends after that time (less than 0 where it is over) or when the signal says so; it keeps no process alive. */
async function untilOver(ms: number, signal: AbortSignal): Promise<void> {
  await pause(Math.max(0, ms), undefined, { signal, ref: false }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
