import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { serviceContext } from "../lifecycle/region.ts";
import { integer, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { searchableAfter } from "../store/searchable.ts";

/** The ids that ought to be in the search index, in pages. */
export async function listSearchable(
  parts: Parts,
  request: graph.ListSearchableRequest,
  call: Call,
): Promise<graph.ListSearchableResponse> {
  const contextId = serviceContext(call);
  const after = text("/after", request.after, 256);
  const limit = integer("/limit", request.limit, 1, 10_000);
  const ids = await parts.database.inContext(contextId, (tx) => searchableAfter(tx, contextId, after, limit), { readOnly: true });
  return { ids, next: ids.length < limit ? "" : (ids.at(-1) ?? "") };
}
