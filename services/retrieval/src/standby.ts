import { SearchIndexMoved, SearchIndexUnavailable, type SearchIndex } from "@loci/ports/search-index";
import type { Logger } from "@loci/platform/telemetry";
import type { RetrievalDeps } from "./deps.ts";
import type { Indexer } from "./indexer/catch-up.ts";

/** For so long after it did not answer the index's server is not asked again: nobody waits for it twice in a row. */
const leftAloneMs = 2_000;

/** What is searched while the index's server does not answer: an index of this process, filled from the truth when it is needed. */
export interface Standby {
  readonly index: SearchIndex;
  readonly indexer: Indexer;
  /**
   * Leave to ask the index's server, to be given back afterwards. undefined while it is left alone: it did not answer just now, or it is
   * being tried by another, who may wait for long.
   */
  leaveToAsk(): (() => void) | undefined;
  failed(error: SearchIndexUnavailable): void;
  /** The index's server answered: what was filled in its place is let go, once nobody searches it any more. */
  recovered(): Promise<void>;
  /** Does what searches the index of this process, which stays as it is meanwhile. */
  searched<T>(work: () => Promise<T>): Promise<T>;
}

/** @param elapsed how time goes by, in milliseconds: whatever the machine's clock is set to, the server is asked again soon */
export function createStandby(index: SearchIndex, indexer: Indexer, elapsed: () => number, logger: Logger): Standby {
  let failedAt: number | undefined;
  let isTried = false;
  let searches = 0;
  let leaving = Promise.resolve();
  const clearAll = async (): Promise<void> => {
    const known = [...indexer.known()];
    for (const contextId of known) indexer.restart(contextId);
    await Promise.all(known.map((contextId) => index.clear(contextId)));
  };
  const letGo = (): Promise<void> => {
    if (searches === 0 && failedAt === undefined) leaving = leaving.then(clearAll, clearAll);
    return leaving;
  };
  return {
    index,
    indexer,
    leaveToAsk() {
      if (failedAt === undefined) return () => undefined;
      if (isTried || elapsed() - failedAt < leftAloneMs) return undefined;
      isTried = true;
      return () => void (isTried = false);
    },
    failed(error) {
      if (failedAt === undefined) logger.warn({ err: error }, "the search index does not answer; recall reads the truth");
      failedAt = elapsed();
    },
    async recovered() {
      if (failedAt === undefined) return;
      failedAt = undefined;
      logger.info("the search index answers again");
      await letGo();
    },
    async searched(work) {
      searches++;
      try {
        // What is being let go would still be taken for what is there.
        await leaving.catch(() => undefined);
        return await work();
      } finally {
        searches--;
        await letGo();
      }
    },
  };
}

/** Does what searches the index; again, from the start, where what was there is no more: another generation took its place meanwhile. */
export async function whereverItIs<T>(
  contextId: string,
  deps: RetrievalDeps,
  work: (deps: RetrievalDeps) => Promise<T>,
): Promise<T> {
  try {
    return await work(deps);
  } catch (thrown) {
    if (!(thrown instanceof SearchIndexMoved)) throw thrown;
    deps.indexer.restart(contextId);
    deps.tails?.forget(contextId);
    return work(deps);
  }
}

/** Does what searches the index; again, from the truth, where the index's server does not answer. It must have no effect before it ends. */
export async function withIndex<T>(contextId: string, deps: RetrievalDeps, work: (deps: RetrievalDeps) => Promise<T>): Promise<T> {
  const { standby } = deps;
  if (standby === undefined) return whereverItIs(contextId, deps, work);
  const giveBack = standby.leaveToAsk();
  if (giveBack !== undefined) {
    try {
      const done = await whereverItIs(contextId, deps, work);
      await standby.recovered();
      return done;
    } catch (thrown) {
      if (!(thrown instanceof SearchIndexUnavailable)) throw thrown;
      standby.failed(thrown);
      // It may come back empty, or with less than it had.
      deps.indexer.restart(contextId);
      deps.tails?.forget(contextId);
    } finally {
      giveBack();
    }
  }
  const over = { index: standby.index, indexer: standby.indexer, tails: undefined, standby: undefined, isStandingIn: true };
  return standby.searched(() => whereverItIs(contextId, { ...deps, ...over }, work));
}
