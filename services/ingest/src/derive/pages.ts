import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { DeriveDeps } from "./deps.ts";

/**
 * Gathers groups page by page until none is left that was not seen before. What was applied is gathered again only when something new is
 * known of it, so each page asks for the first again.
 */
export async function* pagesOf(
  request: graph.GatherGroupsRequest,
  deps: Pick<DeriveDeps, "graph">,
  call: Call,
): AsyncGenerator<graph.FactGroup[], void> {
  const seen = new Set<string>();
  for (;;) {
    const { groups } = await deps.graph.gatherGroups(request, call);
    const unseen = groups.filter((group) => !seen.has(identityOf(group)));
    if (unseen.length === 0) return;
    for (const group of unseen) seen.add(identityOf(group));
    yield unseen;
  }
}

function identityOf({ entityId, scopes }: graph.FactGroup): string {
  return JSON.stringify([entityId, scopes?.clauses]);
}
