import { SearchIndexUnavailable } from "@loci/ports/search-index";
import type { Cluster } from "./connect.ts";
import { dropFormer, type Generation } from "./generation.ts";

const hourMs = 3_600_000;
/** Long past any request that could still bring a removed record back. */
const keptMs = 24 * hourMs;
const pollMs = 200;

/**
 * Every hour, as long as there are writes, the places of what was removed a day ago are given up, and the generations that another one
 * took the place of a day ago.
 * @param name what the indexes' names begin with
 */
export function sweeper(cluster: Cluster, name: string, clock: () => number): (current: Generation) => Promise<void> {
  let next = clock() + hourMs;
  return async (current) => {
    const now = clock();
    if (now < next) return;
    next = now + hourMs;
    const body = { query: { range: { removedAt: { lt: now - keptMs } } } };
    const query = { conflicts: "proceed", wait_for_completion: false };
    await cluster.ask({ method: "POST", path: `/${current.index}/_delete_by_query`, query, body });
    await dropFormer(cluster, current, name, now - keptMs);
  };
}

interface Task {
  readonly completed: boolean;
  /** Of the work as a whole: then there is no response. */
  readonly error?: unknown;
  readonly response?: { readonly failures?: readonly unknown[] };
}

/** Deletes what the query finds, however long that takes. @throws SearchIndexUnavailable where some of it may be there still */
export async function deleteByQuery(
  cluster: Cluster,
  { index }: Generation,
  query: object,
  { routing, sleep }: { readonly routing: string; readonly sleep: (ms: number) => Promise<void> },
): Promise<void> {
  const { body: started } = await cluster.ask<{ task: string }>({
    method: "POST",
    path: `/${index}/_delete_by_query`,
    query: { routing, conflicts: "proceed", wait_for_completion: false },
    body: { query },
  });
  for (;;) {
    const path = `/_tasks/${encodeURIComponent(started.task)}`;
    const { status, body } = await cluster.ask<Task>({ method: "GET", path, accepts: [404] });
    if (status === 404) throw new SearchIndexUnavailable("the server that deleted is gone");
    if (body.completed) {
      const isDone = body.error === undefined && body.response?.failures?.length === 0;
      if (!isDone) throw new SearchIndexUnavailable("not all could be deleted");
      return;
    }
    await sleep(pollMs);
  }
}
