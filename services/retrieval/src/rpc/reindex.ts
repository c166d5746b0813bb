import { asService, type Call } from "@loci/platform/call";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { rewriteContext } from "../indexer/rewrite.ts";
import { dropCached } from "./scrub-traces.ts";
import { wholeContextOf } from "./whole-context.ts";

/** How long one request works at it; what is left is filled in the background and by the next query. */
const budgetMs = 50_000;

/** Fills the context's index again from the feed, without a model, while it is searched. */
export async function reindex(
  request: retrieval.ReindexRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<retrieval.ReindexResponse> {
  const contextId = wholeContextOf(request, call);
  const own = asService(call, contextId);
  const { revision } = await deps.graph.head({}, own);
  await rewriteContext(contextId, deps, () => own);
  deps.indexer.restart(contextId);
  deps.tails?.forget(contextId);
  dropCached(contextId, deps);
  const missing = await deps.indexer.catchUp(contextId, revision, own, budgetMs);
  if (missing > 0) deps.indexer.kick(contextId);
  const sets = await deps.index.scopeSets(contextId);
  return { indexed: sets.reduce((sum, set) => sum + set.documents, 0), position: revision - missing };
}
