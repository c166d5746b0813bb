import { failureFor, type Cluster } from "./connect.ts";

/** Searches one context, in its shard: all of it or nothing. */
export type Ask = <T>(body: object) => Promise<T>;

/** What every search of a context says of where it is to be done; the same copy of the shard answers, so that answers agree. */
const placeOf = (contextId: string) => ({ routing: contextId, preference: contextId, allow_partial_search_results: false });

interface Waiting {
  readonly body: object;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Answers {
  readonly responses: readonly { readonly status: number; readonly error?: { readonly type?: string } }[];
}

/**
 * The searches that one question makes: those that can be made at the same time go in one request, which the server takes apart again and
 * does side by side. A request costs as much as a small search.
 * @param wanted the parts of each answer that are read
 */
export function openSearches(cluster: Cluster, index: string, contextId: string, wanted: readonly string[]): Ask {
  let waiting: Waiting[] = [];
  const query = { filter_path: ["status", "error.type", ...wanted].map((path) => `responses.${path}`).join() };

  const send = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    try {
      const lines = batch.flatMap(({ body }) => [placeOf(contextId), { track_total_hits: false, ...body }]);
      const { body } = await cluster.ask<Answers>({ method: "POST", path: `/${index}/_msearch`, query, body: lines });
      for (const [i, { resolve, reject }] of batch.entries()) {
        const answer = body.responses[i];
        if (answer?.status === 200) resolve(answer);
        else reject(failureFor(answer?.status ?? 0, answer?.error?.type ?? "unknown"));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  return <T>(body: object) =>
    new Promise<T>((resolve, reject) => {
      // After all that goes on without waiting for anybody: the legs of a question get here one after the other.
      if (waiting.length === 0) process.nextTick(() => void send());
      waiting.push({ body, resolve: (answer) => resolve(answer as T), reject });
    });
}
