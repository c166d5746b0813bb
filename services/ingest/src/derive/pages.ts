import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { DeriveDeps } from "./deps.ts";

/** Which groups to derive from, and how much of each. */
export type Pool = Pick<graph.GatherGroupsRequest, "purpose" | "factLimit" | "observationLimit" | "groupLimit" | "entityRef" | "sweep">;

/** The best groups of a caller's pool, in one look. */
export async function groupsOf(pool: Pool, { graph }: Pick<DeriveDeps, "graph">, call: Call): Promise<graph.FactGroup[]> {
  return (await graph.gatherGroups({ ...pool, entityIds: [], idsOnly: false }, call)).groups;
}

const idsAtOnce = 10_000;
/** A database that serves one at a time makes queries wait for each page: for few entities that is hardly felt. */
const pageSize = 16;

/** Every group of which something is new, in small pages. */
export async function* sweepOf(pool: Pool, { graph }: Pick<DeriveDeps, "graph">, call: Call): AsyncGenerator<graph.FactGroup[], void> {
  const seen = new Set<string>();
  for (;;) {
    const listed = await graph.gatherGroups({ ...pool, groupLimit: idsAtOnce, entityIds: [], idsOnly: true }, call);
    // What could not be derived from stays new: each is looked at once.
    const ids = listed.groups.map((group) => group.entityId).filter((id) => !seen.has(id));
    if (ids.length === 0) return;
    for (let i = 0; i < ids.length; i += pageSize) {
      const entityIds = ids.slice(i, i + pageSize);
      for (const id of entityIds) seen.add(id);
      yield (await graph.gatherGroups({ ...pool, groupLimit: pageSize, entityIds, idsOnly: false }, call)).groups;
    }
  }
}
