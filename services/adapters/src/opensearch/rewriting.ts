import { SearchIndexUnavailable } from "@loci/ports/search-index";
import type { Cluster } from "./connect.ts";
import type { Generation } from "./generation.ts";
import { refresh } from "./listing.ts";
import { moveMark, readMark } from "./mark.ts";
import { deleteByQuery } from "./sweep.ts";

const attempts = 10;

interface Parts {
  readonly cluster: Cluster;
  readonly sleep: (ms: number) => Promise<void>;
}

export interface Begun {
  readonly epoch: number;
  readonly until: number;
  readonly finish: () => Promise<void>;
}

/**
 * Begins an epoch in which a context is written anew, in its place. What is indexed meanwhile has later positions of the same epoch and
 * wins; what was there before stays until the end. Where this breaks off, all is there still, and the next one begins again.
 * @param head a context that begins again has less than was indexed
 */
export async function beginRewriting(parts: Parts, current: Generation, contextId: string, head: number): Promise<Begun> {
  const { epoch, position: until } = await nextEpoch(parts, current, contextId, (position) => Math.min(position, head));
  return { epoch, until, finish: () => dropBefore(parts, current, contextId, epoch) };
}

/** Forgets all of a context. @param life of which it is from now on, where that is known */
export async function startOver(parts: Parts, current: Generation, contextId: string, life?: string): Promise<void> {
  const { epoch } = await nextEpoch(parts, current, contextId, () => 0, life);
  await dropBefore(parts, current, contextId, epoch);
}

/** Says of which life a context is that is filled from now on, or further; of another nothing stays. @returns how far it is filled */
export async function beginLife(parts: Parts, current: Generation, contextId: string, life: string): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const mark = await readMark(parts.cluster, current, contextId);
    if (mark.life === life) return mark.position;
    if (mark.life !== undefined) {
      await startOver(parts, current, contextId, life);
      return 0;
    }
    const { position, epoch, fence } = mark;
    if (await moveMark(parts.cluster, current, contextId, mark, { position, epoch, fence, life })) return position;
  }
  throw new SearchIndexUnavailable("the context is being written to");
}

async function nextEpoch(
  { cluster }: Parts,
  current: Generation,
  contextId: string,
  moved: (position: number) => number,
  life?: string,
): Promise<{ readonly epoch: number; readonly position: number }> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const mark = await readMark(cluster, current, contextId);
    const to = { position: moved(mark.position), epoch: mark.epoch + 1, fence: mark.fence, life };
    if (await moveMark(cluster, current, contextId, mark, to)) return to;
  }
  throw new SearchIndexUnavailable("the context is being written to");
}

async function dropBefore({ cluster, sleep }: Parts, current: Generation, contextId: string, epoch: number): Promise<void> {
  await refresh(cluster, current, "work");
  const ofContext = {
    bool: { should: [{ term: { contextId } }, { term: { removedFrom: contextId } }], minimum_should_match: 1 },
  };
  const query = { bool: { filter: [ofContext, { range: { epoch: { lt: epoch } } }] } };
  await deleteByQuery(cluster, current, query, { routing: contextId, sleep });
}
