import { setTimeout as pause } from "node:timers/promises";
import { LociError } from "@loci/kernel";
import {
  SearchIndexMoved,
  SearchIndexUnavailable,
  type IndexedScopeSet,
  type NextGeneration,
  type RemoteIndex,
  type Tail,
} from "@loci/ports/search-index";
import { writeAll } from "./bulk.ts";
import { connectCluster, SearchIndexRefusal, type Cluster } from "./connect.ts";
import { idIn, stored } from "./document.ts";
import { Freshness } from "./freshness.ts";
import { GenerationLost, openGeneration, openNextGeneration, serveInstead, type Generation, type Shape } from "./generation.ts";
import { listContexts, listEntries, refresh } from "./listing.ts";
import { moveMark, readMark, seenMark, versionOf, type Mark } from "./mark.ts";
import { beginLife, beginRewriting, startOver } from "./rewriting.ts";
import { scopeSetReader } from "./scope-sets.ts";
import { documentSearcher } from "./search.ts";
import { sweeper } from "./sweep.ts";

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
/** An index's shards end some milliseconds before its name does. */
const goneLooks = 6;
const goneLookEveryMs = 100;

/**
 * The search index in OpenSearch. Opens nothing before it is asked: the server may be started while OpenSearch is down, and every call
 * says so by SearchIndexUnavailable until it is up.
 */
export function createOpenSearchIndex(options: OpenSearchOptions): RemoteIndex {
  const { name = "loci-memory", shards = 4, clock, sleep = pause } = options;
  const cluster = options.cluster ?? connectCluster(options.url);
  const shape = { name, shards, dimension: options.dimension, model: options.model };
  const parts = { cluster, shape, clock, sleep };
  return overGenerations(
    parts,
    () => openGeneration(cluster, shape),
    () => cluster.close(),
  );
}

interface Parts {
  readonly cluster: Cluster;
  readonly shape: Shape;
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** @param find the generation to work in */
function overGenerations(parts: Parts, find: () => Promise<Generation>, close: () => Promise<void>): RemoteIndex {
  const { cluster, shape, clock, sleep } = parts;
  let opened: Promise<Generation> | undefined;
  const freshness = new Freshness(() => inGeneration((current) => refresh(cluster, current)));
  const readScopeSets = scopeSetReader(cluster);
  const searchDocuments = documentSearcher(cluster);
  const scopeSets = new Map<string, Promise<readonly IndexedScopeSet[]>>();
  const withTail = new WeakMap<Tail, Promise<readonly IndexedScopeSet[]>>();
  const sweep = sweeper(cluster, shape.name, clock);

  /** Works in the generation that serves. Where another took its place meanwhile, in that one; after a failure it is looked for again. */
  const inGeneration = async <T>(work: (current: Generation) => Promise<T>): Promise<T> => {
    for (let isFirst = true; ; isFirst = false) {
      opened ??= find();
      const mine = opened;
      try {
        return await work(await mine);
      } catch (thrown) {
        const isGone = await isLost(cluster, thrown, mine);
        if (opened === mine && (isGone || thrown instanceof SearchIndexUnavailable)) opened = undefined;
        if (!isGone) throw thrown;
        if (!isFirst) throw new SearchIndexUnavailable("its index is gone");
      }
    }
  };
  /** What was seen of one generation is not to be looked for in another. */
  const inSeen = async <T>({ after: { generation } }: Tail, work: (index: string) => Promise<T>): Promise<T> => {
    try {
      return await work(generation);
    } catch (thrown) {
      if (!(await isLost(cluster, thrown, Promise.resolve({ index: generation })))) throw thrown;
      opened = undefined;
      throw new SearchIndexMoved();
    }
  };

  const changed = (contextId: string) => {
    scopeSets.delete(contextId);
    freshness.note(contextId);
  };

  const listScopeSets = (contextId: string): Promise<readonly IndexedScopeSet[]> => {
    const known = scopeSets.get(contextId);
    if (known) return known;
    const read = freshness.ensure(contextId).then(() => inGeneration(({ index }) => readScopeSets(index, contextId)));
    if (scopeSets.size >= maxCachedContexts) scopeSets.clear();
    scopeSets.set(contextId, read);
    read.catch(() => {
      if (scopeSets.get(contextId) === read) scopeSets.delete(contextId);
    });
    return read;
  };
  const listWithTail = (contextId: string, tail: Tail): Promise<readonly IndexedScopeSet[]> => {
    const known = withTail.get(tail);
    if (known) return known;
    const read = inSeen(tail, (index) => readScopeSets(index, contextId, tail));
    withTail.set(tail, read);
    read.catch(() => withTail.delete(tail));
    return read;
  };

  return {
    degraded: [],

    async watermark(contextId) {
      const { position } = await inGeneration((current) => readMark(cluster, current, contextId));
      changed(contextId);
      return position;
    },

    seen: (contextId) =>
      inGeneration(async (current) => ({
        generation: current.index,
        position: await seenMark(cluster, current, contextId),
      })),

    apply: (contextId, changes, after, position, fence = 0) =>
      inGeneration(async (current) => {
        const mark = await readMark(cluster, current, contextId);
        const isLate = fence !== 0 && fence < mark.fence;
        if (isLate || mark.position !== after) {
          changed(contextId);
          return false;
        }
        try {
          await writeChanges(current, contextId, changes, mark.epoch, position);
          // Last, and in the same shard as the documents: whatever survives of it, they do.
          const to: Omit<Mark, "seen"> = { position, epoch: mark.epoch, fence: Math.max(fence, mark.fence), life: mark.life };
          const moved = await moveMark(cluster, current, contextId, mark, to);
          await sweep(current);
          return moved;
        } finally {
          changed(contextId);
        }
      }),

    clear: (contextId) =>
      inGeneration(async (current) => {
        await startOver(parts, current, contextId);
        changed(contextId);
      }),

    ids: async (contextId, after, limit) => {
      await freshness.ensure(contextId);
      return inGeneration(async (current) => (await listEntries(cluster, current, contextId, after, limit)).map(({ id }) => id));
    },

    entries: async (contextId, after, limit) => {
      await freshness.ensure(contextId);
      return inGeneration((current) => listEntries(cluster, current, contextId, after, limit));
    },

    contexts: () => inGeneration((current) => listContexts(cluster, current)),

    rewrite: (contextId, head) =>
      inGeneration(async (current) => {
        const { epoch, until, finish } = await beginRewriting(parts, current, contextId, head);
        return {
          until,
          put: (changes, position) => writeChanges(current, contextId, changes, epoch, position),
          async finish() {
            await finish();
            changed(contextId);
          },
        };
      }),

    async nextGeneration(): Promise<NextGeneration> {
      const next = await openNextGeneration(cluster, shape);
      const index = overGenerations(
        parts,
        () => Promise.resolve(next),
        () => Promise.resolve(),
      );
      return {
        name: next.index,
        index,
        begin: (contextId, life) => beginLife(parts, next, contextId, life),
        async contexts() {
          // Nothing shows by itself what was written, by an earlier process either.
          await refresh(cluster, next, "work");
          return listContexts(cluster, next);
        },
        activate: () => serveInstead(cluster, next, shape),
        close: () => index.close(),
      };
    },

    scopeSets: (contextId, tail) => (tail ? listWithTail(contextId, tail) : listScopeSets(contextId)),

    async search(request) {
      const { tail } = request;
      if (tail) return inSeen(tail, (index) => searchDocuments(index, request));
      await freshness.ensure(request.contextId);
      return inGeneration(({ index }) => searchDocuments(index, request));
    },

    async close() {
      scopeSets.clear();
      await close();
    },
  };

  async function writeChanges(
    current: Generation,
    contextId: string,
    changes: Parameters<RemoteIndex["apply"]>[1],
    epoch: number,
    position: number,
  ): Promise<void> {
    const version = versionOf(epoch, position);
    const writes = changes.map((change) => ({
      id: idIn(contextId, "put" in change ? change.put.id : change.remove),
      version,
      body: stored(contextId, change, epoch, clock()),
    }));
    await writeAll(cluster, current, contextId, writes, sleep);
  }
}

/** Whether that was because the index is gone. One that goes while it is searched says at first that its shards do not answer. */
async function isLost(cluster: Cluster, thrown: unknown, working: Promise<Pick<Generation, "index">>): Promise<boolean> {
  if (thrown instanceof GenerationLost || (thrown instanceof SearchIndexRefusal && thrown.status === 404)) return true;
  // Who does not answer at all is not asked again: somebody waits.
  const hasAnswered =
    thrown instanceof SearchIndexUnavailable && thrown.cause instanceof Error && thrown.cause.message === "HTTP 503";
  if (!hasAnswered) return false;
  try {
    const { index } = await working;
    for (let look = 0; look < goneLooks; look++) {
      if (look > 0) await pause(goneLookEveryMs);
      const { status } = await cluster.ask({ method: "GET", path: `/${index}/_alias`, accepts: [404] });
      if (status === 404) return true;
    }
    return false;
  } catch (error) {
    if (error instanceof LociError) return false;
    throw error;
  }
}
