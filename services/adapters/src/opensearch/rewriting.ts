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

/** Forgets all of a context. */
export async function startOver(parts: Parts, current: Generation, contextId: string): Promise<void> {
  const { epoch } = await nextEpoch(parts, current, contextId, () => 0);
  await dropBefore(parts, current, contextId, epoch);
}

async function nextEpoch(
  { cluster }: Parts,
  current: Generation,
  contextId: string,
  moved: (position: number) => number,
): Promise<{ readonly epoch: number; readonly position: number }> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const mark = await readMark(cluster, current, contextId);
    const to = { position: moved(mark.position), epoch: mark.epoch + 1, fence: mark.fence };
    if (await moveMark(cluster, current, contextId, mark, to)) return to;
  }
  throw new SearchIndexUnavailable("the context is being written to");
}

async function dropBefore({ cluster, sleep }: Parts, current: Generation, contextId: string, epoch: number): Promise<void> {
  await refresh(cluster, current);
  const ofContext = {
    bool: { should: [{ term: { contextId } }, { term: { removedFrom: contextId } }], minimum_should_match: 1 },
  };
  const query = { bool: { filter: [ofContext, { range: { epoch: { lt: epoch } } }] } };
  await deleteByQuery(cluster, current, query, { routing: contextId, sleep });
}
