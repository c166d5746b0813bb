import { LociError } from "@loci/kernel";
import { SearchIndexUnavailable } from "@loci/ports/search-index";
import { isBusy, type Cluster } from "./connect.ts";
import { GenerationLost, type Generation } from "./generation.ts";

export interface Write {
  readonly id: string;
  readonly version: number;
  readonly body: object;
}

interface BulkAnswer {
  readonly items: readonly { readonly index: { readonly status: number; readonly error?: { readonly type?: string } } }[];
}

const firstPauseMs = 100;
const longestPauseMs = 3_000;
const attempts = 8;

/**
 * Writes all of it, each document under its version: what is newer stays. Whatever the server is too busy for, or has no shard for while
 * one of its nodes starts, is sent again after a pause.
 * @throws LociError when one of them cannot be written; SearchIndexUnavailable when the server stays busy
 */
export async function writeAll(
  cluster: Cluster,
  current: Generation,
  contextId: string,
  writes: readonly Write[],
  sleep: (ms: number) => Promise<void>,
): Promise<void> {
  let left = writes;
  for (let attempt = 1; left.length > 0; attempt++) {
    if (attempt > attempts) throw new SearchIndexUnavailable("it stays busy");
    if (attempt > 1) await sleep(Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 2)));
    left = await writeOnce(cluster, current, contextId, left);
  }
}

/** @returns what the server was too busy for */
async function writeOnce(
  cluster: Cluster,
  current: Generation,
  contextId: string,
  writes: readonly Write[],
): Promise<readonly Write[]> {
  const { status, body } = await cluster.ask<BulkAnswer>({
    method: "POST",
    path: `/${current.writes}/_bulk`,
    query: { routing: contextId, require_alias: true, filter_path: "items.*.status,items.*.error.type" },
    body: writes.flatMap(({ id, version, body: document }) => [
      { index: { _id: id, version, version_type: "external_gte" } },
      document,
    ]),
    accepts: [429],
    waits: "work",
  });
  if (status === 429) return writes;
  if (body.items.length !== writes.length) throw new LociError("internal", "The search index answered for other documents.");
  return writes.filter((_, i) => {
    const item = body.items[i]?.index;
    if (item === undefined || isBusy(item.status)) return true;
    // A conflict: what is there is newer than this.
    if (item.status < 300 || item.status === 409) return false;
    if (item.status === 404) throw new GenerationLost();
    const cause = new Error(`HTTP ${item.status}: ${item.error?.type ?? "unknown"}`);
    throw new LociError("internal", "The search index could not take a document.", { cause });
  });
}
