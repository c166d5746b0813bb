import { clampLens, isInvolved, rootPath, type ScopeSet } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import { scopeSetOf } from "@loci/platform/messages";
import { SearchIndexUnavailable } from "@loci/ports/search-index";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { isAdministrator, sightOf } from "../trace/sight.ts";
import { noStats } from "../trace/store.ts";

/**
 * How recall did: over the caller's own questions that lie within its region, or over everybody's where an administrator of the
 * context asks for that. A scope counts the questions that ranged over it; one outside the caller's region counts nothing.
 */
export async function getRetrievalStats(
  request: retrieval.RetrievalStatsRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<retrieval.RetrievalStats> {
  const identity = principalOf(call);
  const isWhole = request.everything && isAdministrator(identity);
  const region = isWhole ? [rootPath] : regionFor(call, "memory:read");
  const asked = scopeSetOf(request.scope);
  const scope = asked === undefined ? undefined : clampLens(asked, region);
  if (scope?.length === 0) return { ...noStats, feedLag: 0 };
  const sight = sightOf(identity, region, isWhole ? "" : identity.principalId);
  const counts = scope === undefined ? undefined : (lens: ScopeSet) => isInvolved(scope, lens);
  const [stats, { revision }, position] = await Promise.all([
    deps.traces.stats(identity.contextId, { since: request.since, counts }, sight),
    deps.graph.head({}, call),
    deps.index.watermark(identity.contextId).catch(unreachable),
  ]);
  // How many changes wait to be indexed is others' doing: for an administrator alone.
  return { ...stats, feedLag: isWhole ? Math.max(0, revision - position) : 0 };
}

/** Of an index that does not answer nothing can be searched: it is as far behind as can be. */
function unreachable(thrown: unknown): number {
  if (thrown instanceof SearchIndexUnavailable) return 0;
  throw thrown;
}
