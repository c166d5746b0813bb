import type { graph } from "@loci/protos";

const maxContexts = 10_000;
const maxStretches = 1_000;

/** How long changes took until they were indexed. */
export interface Searchable {
  /** What is about to be indexed. */
  read(contextId: string, after: number, feed: Pick<graph.ReadFeedResponse, "position" | "changes">): void;
  /** @returns for each change that was not indexed before how long it took, in seconds */
  applied(contextId: string, after: number, position: number): readonly number[];
  /** Where the index stands: what was indexed before this process looked is nothing new. */
  sawIndexed(contextId: string, position: number): void;
}

/** A position counts once, when it is reached first: an index that is rebuilt gets all of the old ones again. */
export function createSearchable(clock: () => number): Searchable {
  const stretches = new Map<string, Pick<graph.ReadFeedResponse, "changes">>();
  const reached = new Map<string, number>();
  const nameOf = (contextId: string, after: number, position: number) => `${contextId} ${after} ${position}`;
  const sawIndexed = (contextId: string, position: number) => {
    if (reached.size >= maxContexts) reached.clear();
    reached.set(contextId, Math.max(reached.get(contextId) ?? 0, position));
  };
  return {
    sawIndexed,
    read(contextId, after, { position, changes }) {
      if (stretches.size >= maxStretches) stretches.clear();
      stretches.set(nameOf(contextId, after, position), { changes });
    },
    applied(contextId, after, position) {
      const name = nameOf(contextId, after, position);
      const { changes } = stretches.get(name) ?? { changes: [] };
      stretches.delete(name);
      const before = reached.get(contextId) ?? 0;
      sawIndexed(contextId, position);
      const now = clock();
      return changes.flatMap((change) =>
        change.position > before ? [Math.max(0, now - Date.parse(change.recordedAt)) / 1_000] : [],
      );
    },
  };
}
