import { clampLens, isInvolved, isVisible, LociError, rootPath } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { selector, timestamp } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { memoryStats, sourceKinds } from "../store/decisions.ts";
import { waitingForModels } from "../store/waiting.ts";

/**
 * How much was decided, and what is open: in the caller's memory:read region, or in a part of it; in the whole context for who
 * holds grant:manage over "/" and asks for it. What is asked for beyond the grant counts nothing.
 */
export async function getMemoryStats(parts: Parts, request: graph.MemoryStatsRequest, call: Call): Promise<graph.MemoryStats> {
  const since = timestamp("/since", request.since);
  const asked = selector("/scope", request.scope);
  const { contextId, grants } = principalOf(call);
  if (request.everything && grants["grant:manage"]?.includes(rootPath) !== true) {
    throw new LociError("forbidden", 'Aggregates of the whole context need grant:manage over "/".');
  }
  const region = request.everything ? [rootPath] : regionFor(call, "memory:read");
  const lens = asked && clampLens(asked, region);
  return parts.database.inContext(
    contextId,
    async (tx) => {
      const { byKey } = await parts.scopeSets.load(tx, contextId);
      const isWhole = lens === undefined && region.includes(rootPath);
      const visible = [...byKey].flatMap(([key, set]) =>
        isVisible(region, set) && (lens === undefined || isInvolved(lens, set)) ? [key] : [],
      );
      const sight = { contextId, scopeSets: isWhole ? null : visible };
      return {
        ...(await memoryStats(tx, sight, since)),
        ...(await waitingForModels(tx, sight)),
        sourceKinds: await sourceKinds(tx, sight, since),
      };
    },
    { readOnly: true },
  );
}
