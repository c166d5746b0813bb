import type { Cluster } from "./connect.ts";
import { idIn } from "./document.ts";

/** How far a context is indexed. The epoch counts how often the context was cleared; a later one's documents win over an earlier one's. */
export interface Mark {
  readonly position: number;
  readonly epoch: number;
  /** What the mark's document must still be for it to move; undefined where there is none yet. */
  readonly seen: { readonly if_seq_no: number; readonly if_primary_term: number } | undefined;
}

interface Got {
  readonly _source: { readonly position: number; readonly epoch: number };
  readonly _seq_no: number;
  readonly _primary_term: number;
}

const path = (alias: string, contextId: string) => `/${alias}/_doc/${encodeURIComponent(idIn(contextId, ""))}`;

/** As it is now, refreshed or not. */
export async function readMark(cluster: Cluster, alias: string, contextId: string): Promise<Mark> {
  const { status, body } = await cluster.ask<Got>({
    method: "GET",
    path: path(alias, contextId),
    query: { routing: contextId },
    accepts: [404],
  });
  if (status === 404) {
    // Either the context has none, or there is no index at all: the second is a failure.
    if (!("found" in body)) throw new GenerationLost();
    return { position: 0, epoch: 0, seen: undefined };
  }
  const { _source: source, _seq_no: sequence, _primary_term: term } = body;
  return { position: source.position, epoch: source.epoch, seen: { if_seq_no: sequence, if_primary_term: term } };
}

/** @returns false, having done nothing, when the mark is no longer as it was read */
export async function moveMark(
  cluster: Cluster,
  alias: string,
  contextId: string,
  { seen }: Mark,
  to: Omit<Mark, "seen">,
): Promise<boolean> {
  const { status } = await cluster.ask({
    method: "PUT",
    path: path(alias, contextId),
    query: { routing: contextId, require_alias: true, ...(seen ?? { op_type: "create" }) },
    body: { markOf: contextId, ...to },
    accepts: [409],
  });
  return status !== 409;
}

/** The index is gone: somebody dropped it. */
export class GenerationLost extends Error {}

/** Leaves room for a million million changes of a context in each of eight thousand epochs. */
const epochs = 2 ** 40;

export function versionOf(epoch: number, position: number): number {
  return epoch * epochs + position;
}
