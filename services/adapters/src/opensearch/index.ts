import { setTimeout as pause } from "node:timers/promises";
import { SearchIndexUnavailable, type IndexedScopeSet, type SearchIndex } from "@loci/ports/search-index";
import { writeAll } from "./bulk.ts";
import { connectCluster, SearchIndexRefusal, type Cluster } from "./connect.ts";
import { idIn, stored } from "./document.ts";
import { Freshness } from "./freshness.ts";
import { openGeneration } from "./generation.ts";
import { GenerationLost, moveMark, readMark, versionOf } from "./mark.ts";
import { scopeSetReader } from "./scope-sets.ts";
import { searchDocuments } from "./search.ts";
import { deleteByQuery, sweeper } from "./sweep.ts";

export interface OpenSearchOptions {
  /** http(s)://user:password@host:port */
  readonly url: string;
  readonly dimension: number;
  /** What made the vectors: an index of another model's is left alone, and one of its own made. */
  readonly model: string;
  /** What the indexes' names begin with. */
  readonly name?: string;
  readonly shards?: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly cluster?: Cluster;
}

const maxCachedContexts = 1_000;
const clearAttempts = 10;

/**
 * The search index in OpenSearch. Opens nothing before it is asked: the server may be started while OpenSearch is down, and every call
 * says so by SearchIndexUnavailable until it is up.
 */
export function createOpenSearchIndex(options: OpenSearchOptions): SearchIndex {
  const { name = "loci-memory", shards = 4, clock, sleep = pause } = options;
  const cluster = options.cluster ?? connectCluster(options.url);
  const shape = { name, shards, dimension: options.dimension, model: options.model };
  let opened: Promise<string> | undefined;
  const freshness = new Freshness(() => inIndex((alias) => refresh(cluster, alias)));
  const readScopeSets = scopeSetReader(cluster);
  const scopeSets = new Map<string, Promise<readonly IndexedScopeSet[]>>();
  const sweep = sweeper(cluster, clock);

  /** Works in the index, which is found or made first; after a failure it is looked for again. */
  const inIndex = async <T>(work: (alias: string) => Promise<T>): Promise<T> => {
    opened ??= openGeneration(cluster, shape);
    const mine = opened;
    try {
      return await work(await mine);
    } catch (thrown) {
      const isGone = thrown instanceof GenerationLost || (thrown instanceof SearchIndexRefusal && thrown.status === 404);
      if (opened === mine && (isGone || thrown instanceof SearchIndexUnavailable)) opened = undefined;
      throw isGone ? new SearchIndexUnavailable("its index is gone") : thrown;
    }
  };

  const changed = (contextId: string) => {
    scopeSets.delete(contextId);
    freshness.note(contextId);
  };

  const listScopeSets = (contextId: string): Promise<readonly IndexedScopeSet[]> => {
    const known = scopeSets.get(contextId);
    if (known) return known;
    const read = freshness.ensure(contextId).then(() => inIndex((alias) => readScopeSets(alias, contextId)));
    if (scopeSets.size >= maxCachedContexts) scopeSets.clear();
    scopeSets.set(contextId, read);
    read.catch(() => {
      if (scopeSets.get(contextId) === read) scopeSets.delete(contextId);
    });
    return read;
  };

  return {
    degraded: [],

    async watermark(contextId) {
      const { position } = await inIndex((alias) => readMark(cluster, alias, contextId));
      changed(contextId);
      return position;
    },

    apply: (contextId, changes, after, position) =>
      inIndex(async (alias) => {
        const mark = await readMark(cluster, alias, contextId);
        if (mark.position !== after) {
          changed(contextId);
          return false;
        }
        const version = versionOf(mark.epoch, position);
        const writes = changes.map((change) => ({
          id: idIn(contextId, "put" in change ? change.put.id : change.remove),
          version,
          body: stored(contextId, change, mark.epoch, clock()),
        }));
        try {
          await writeAll(cluster, alias, contextId, writes, sleep);
          // Last, and in the same shard as the documents: whatever survives of it, they do.
          const moved = await moveMark(cluster, alias, contextId, mark, { position, epoch: mark.epoch });
          await sweep(alias);
          return moved;
        } finally {
          changed(contextId);
        }
      }),

    clear: (contextId) =>
      inIndex(async (alias) => {
        for (let attempt = 1; ; attempt++) {
          const mark = await readMark(cluster, alias, contextId);
          const epoch = mark.epoch + 1;
          if (!(await moveMark(cluster, alias, contextId, mark, { position: 0, epoch }))) {
            if (attempt === clearAttempts) throw new SearchIndexUnavailable("the context is being written to");
            continue;
          }
          await refresh(cluster, alias);
          const ofContext = {
            bool: { should: [{ term: { contextId } }, { term: { removedFrom: contextId } }], minimum_should_match: 1 },
          };
          const query = { bool: { filter: [ofContext, { range: { epoch: { lt: epoch } } }] } };
          await deleteByQuery(cluster, alias, query, { routing: contextId, sleep });
          changed(contextId);
          return;
        }
      }),

    async ids(contextId, after, limit) {
      await freshness.ensure(contextId);
      const { body } = await inIndex((alias) =>
        cluster.ask<{ hits?: { hits?: readonly { sort: readonly [string] }[] } }>({
          method: "POST",
          path: `/${alias}/_search`,
          query: { routing: contextId, allow_partial_search_results: false, filter_path: "hits.hits.sort" },
          body: {
            size: limit,
            query: { bool: { filter: [{ term: { contextId } }] } },
            sort: [{ id: "asc" }],
            search_after: [after],
            track_total_hits: false,
            _source: false,
          },
        }),
      );
      return (body.hits?.hits ?? []).map(({ sort: [id] }) => id);
    },

    scopeSets: listScopeSets,

    async search(request) {
      await freshness.ensure(request.contextId);
      return inIndex((alias) => searchDocuments(cluster, alias, request));
    },

    async close() {
      scopeSets.clear();
      await cluster.close();
    },
  };
}

async function refresh(cluster: Cluster, alias: string): Promise<void> {
  await cluster.ask({ method: "POST", path: `/${alias}/_refresh` });
}
