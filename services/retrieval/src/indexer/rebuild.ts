import type { Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import type { RemoteIndex } from "@loci/ports/search-index";
import type { GraphService } from "@loci/protos";
import { createIndexer } from "./catch-up.ts";

/** Rounds over all contexts before the last: each has only what was written during the one before. */
const maxRounds = 5;
const stepMs = 20_000;

export interface RebuildDeps {
  readonly index: RemoteIndex;
  readonly graph: Pick<GraphService<Call>, "head" | "readFeed" | "listHeads">;
  readonly clock: () => number;
  readonly logger: Logger;
}

export interface RebuildWatcher {
  begin(contextId: string, positions: number): void;
  done(positions: number): void;
}

export interface Rebuilt {
  /** The index that serves now. */
  readonly index: string;
  readonly contexts: number;
  readonly positions: number;
}

/**
 * Fills a new generation of the index from the truth, without a model, while the one that serves is searched and indexed as ever; then puts
 * it in the other's place. Where it breaks off the next one goes on: the generation knows itself how far each context has come.
 * What was written since is indexed from the feed, and found meanwhile as its tail.
 */
export async function rebuildIndex(
  { index, graph, clock, logger }: RebuildDeps,
  callFor: (contextId: string) => Call,
  watcher: RebuildWatcher,
): Promise<Rebuilt> {
  const next = await index.nextGeneration();
  const indexer = createIndexer({ index: next.index, graph, clock, logger });
  const positions = new Map<string, number>();
  try {
    for (let round = 1; round <= maxRounds; round++) {
      const { heads } = await graph.listHeads({}, callFor(""));
      const behind = heads.filter(({ contextId, revision }) => (positions.get(contextId) ?? 0) < revision);
      if (behind.length === 0) break;
      for (const { contextId, revision } of behind) {
        let reached = await next.index.watermark(contextId);
        watcher.begin(contextId, revision - reached);
        while (reached < revision) {
          const missing = await indexer.catchUp(contextId, revision, callFor(contextId), stepMs);
          watcher.done(revision - missing - reached);
          reached = revision - missing;
        }
        positions.set(contextId, revision);
      }
    }
    await next.activate();
    return { index: next.name, contexts: positions.size, positions: [...positions.values()].reduce((sum, one) => sum + one, 0) };
  } finally {
    await indexer.close();
    await next.close();
  }
}
