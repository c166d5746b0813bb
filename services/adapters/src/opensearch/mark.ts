import type { Cluster } from "./connect.ts";
import { idIn } from "./document.ts";
import { GenerationLost, type Generation } from "./generation.ts";

/**
 * How far a context is indexed. The epoch counts how often the context was cleared or written anew; a later one's documents win over an
 * earlier one's. The fence is the newest lease under which it was indexed: who holds an older one has lost it, and may not know yet.
 */
export interface Mark {
  readonly position: number;
  readonly epoch: number;
  readonly fence: number;
  /** Which life of the context it is, as the graph names it; undefined where that was not said. */
  readonly life?: string | undefined;
  /** What the mark's document must still be for it to move; undefined where there is none yet. */
  readonly seen: { readonly if_seq_no: number; readonly if_primary_term: number } | undefined;
}

interface Source {
  readonly position: number;
  readonly epoch: number;
  readonly fence: number;
  readonly life?: string;
}

interface Got {
  readonly _source: Source;
  readonly _seq_no: number;
  readonly _primary_term: number;
}

const path = (index: string, contextId: string) => `/${index}/_doc/${encodeURIComponent(idIn(contextId, ""))}`;

/** As it is now, shown by searches or not. */
export async function readMark(cluster: Cluster, { index }: Generation, contextId: string): Promise<Mark> {
  const { status, body } = await cluster.ask<Got>({
    method: "GET",
    path: path(index, contextId),
    query: { routing: contextId },
    accepts: [404],
  });
  if (status === 404) {
    // Either the context has none, or there is no index at all: the second is a failure.
    if (!("found" in body)) throw new GenerationLost();
    return { position: 0, epoch: 0, fence: 0, seen: undefined };
  }
  const { _source: source, _seq_no: sequence, _primary_term: term } = body;
  const { position, epoch, fence, life } = source;
  return { position, epoch, fence, life, seen: { if_seq_no: sequence, if_primary_term: term } };
}

/** As searches show it: what lies before it is shown too, as it was written before it into the same shard. */
export async function seenMark(cluster: Cluster, { index }: Generation, contextId: string): Promise<number> {
  const { body } = await cluster.ask<{ hits?: { hits?: readonly { _source: Source }[] } }>({
    method: "POST",
    path: `/${index}/_search`,
    query: {
      routing: contextId,
      preference: contextId,
      allow_partial_search_results: false,
      filter_path: "hits.hits._source.position",
    },
    body: { size: 1, track_total_hits: false, query: { term: { markOf: contextId } } },
  });
  return body.hits?.hits?.[0]?._source.position ?? 0;
}

/** @returns false, having done nothing, when the mark is no longer as it was read */
export async function moveMark(
  cluster: Cluster,
  { writes }: Generation,
  contextId: string,
  { seen }: Mark,
  to: Omit<Mark, "seen">,
): Promise<boolean> {
  const { status } = await cluster.ask({
    method: "PUT",
    path: path(writes, contextId),
    query: { routing: contextId, require_alias: true, ...(seen ?? { op_type: "create" }) },
    body: { markOf: contextId, ...to },
    accepts: [409],
  });
  return status !== 409;
}

/** Leaves room for a million million changes of a context in each of eight thousand epochs. */
const epochs = 2 ** 40;

export function versionOf(epoch: number, position: number): number {
  return epoch * epochs + position;
}
