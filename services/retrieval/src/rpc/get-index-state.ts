import { asService, type Call } from "@loci/platform/call";
import { SearchIndexUnavailable } from "@loci/ports/search-index";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { wholeContextOf } from "./whole-context.ts";

/** What nobody searched is indexed when it is asked for: only what stays behind says anything. */
const budgetMs = 1_000;

/** How far the context's index is. It asks the index itself, also while another stands in for it. */
export async function getIndexState(
  request: retrieval.IndexStateRequest,
  call: Call,
  { graph, index, indexer }: Pick<RetrievalDeps, "graph" | "index" | "indexer">,
): Promise<retrieval.IndexState> {
  const contextId = wholeContextOf(request, call);
  const own = asService(call, contextId);
  const { revision } = await graph.head({}, own);
  const degraded = [...index.degraded];
  try {
    const isBehind = (await index.watermark(contextId)) < revision;
    // What this process believes of it may be of before the context was deleted, and made and filled again.
    if (isBehind) indexer.restart(contextId);
    const behind = isBehind ? await indexer.catchUp(contextId, revision, own, budgetMs) : 0;
    if (behind === 0) return { available: true, behind: 0, behindSince: "", degraded };
    const { changes } = await graph.readFeed({ after: revision - behind, limit: 1 }, own);
    return { available: true, behind, behindSince: changes[0]?.recordedAt ?? "", degraded };
  } catch (thrown) {
    if (!(thrown instanceof SearchIndexUnavailable)) throw thrown;
    return { available: false, behind: 0, behindSince: "", degraded };
  }
}
