import type { Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import type { RemoteIndex } from "@loci/ports/search-index";
import type { graph, GraphService } from "@loci/protos";
import { createIndexer } from "./catch-up.ts";

/** Rounds over all contexts before the last: each has only what was written during the one before. */
const maxRounds = 5;
const stepMs = 20_000;

type Head = graph.ListHeadsResponse["heads"][number];

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
 * it in the other's place. Where it breaks off the next one goes on: the generation knows itself how far each context has come, and which
 * life of it that was. What was deleted meanwhile is taken out of it before it serves, and once more when it does: whoever deletes a context
 * sees to the generation that serves. What was written since is indexed from the feed, and found meanwhile as its tail.
 */
export async function rebuildIndex(
  { index, graph, clock, logger }: RebuildDeps,
  callFor: (contextId: string) => Call,
  watcher: RebuildWatcher,
): Promise<Rebuilt> {
  const next = await index.nextGeneration();
  const indexer = createIndexer({ index: next.index, graph, clock, logger });
  const filled = new Map<string, Filled>();

  const fill = async ({ contextId, revision, life }: Head, told: RebuildWatcher): Promise<void> => {
    let reached = await next.begin(contextId, life);
    indexer.restart(contextId);
    told.begin(contextId, Math.max(0, revision - reached));
    while (reached < revision) {
      const now = revision - (await indexer.catchUp(contextId, revision, callFor(contextId), stepMs));
      if (now > reached) told.done(now - reached);
      else if (await isPast(contextId, revision, life)) return;
      reached = Math.max(reached, now);
    }
    filled.set(contextId, { revision, life });
  };
  /** Whether the context is gone, or begun again: the next look tells. */
  const isPast = async (contextId: string, revision: number, life: string): Promise<boolean> => {
    const now = await graph.head({}, callFor(contextId));
    return now.life !== life || now.revision < revision;
  };
  /** @returns those of which there is something to fill, or of which something else was filled; contexts that are gone are gone here then */
  const look = async (): Promise<readonly Head[]> => {
    // First what is filled: a context that is new while this looks is no stray.
    const begun = await next.contexts();
    const { heads } = await graph.listHeads({}, callFor(""));
    const there = new Set(heads.map(({ contextId }) => contextId));
    for (const contextId of begun) {
      if (there.has(contextId)) continue;
      await next.index.clear(contextId);
      filled.delete(contextId);
    }
    return heads.filter(({ contextId, revision, life }) => {
      const before = filled.get(contextId);
      return before === undefined || before.life !== life || before.revision < revision;
    });
  };

  try {
    for (let round = 1; round <= maxRounds; round++) {
      const behind = await look();
      if (behind.length === 0) break;
      for (const head of behind) await fill(head, watcher);
    }
    await look();
    await next.activate();
    // Nothing stops here any more to be gone on with: that would begin another generation.
    for (const head of await look()) await fill(head, unwatched);
    const positions = [...filled.values()].reduce((sum, { revision }) => sum + revision, 0);
    return { index: next.name, contexts: filled.size, positions };
  } finally {
    await indexer.close();
    await next.close();
  }
}

/** A context as it was when it was filled. */
type Filled = Pick<Head, "revision" | "life">;

const unwatched: RebuildWatcher = { begin: () => undefined, done: () => undefined };
