import { setTimeout as pause } from "node:timers/promises";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { DeriveDeps } from "./deps.ts";

/** Which groups to derive from, and how much of each. */
export type Pool = Pick<
  graph.GatherGroupsRequest,
  "purpose" | "factLimit" | "observationLimit" | "groupLimit" | "entityRef" | "sweep"
>;

/** The best groups of a caller's pool, in one look. */
export async function groupsOf(pool: Pool, { graph }: Pick<DeriveDeps, "graph">, call: Call): Promise<graph.FactGroup[]> {
  return (await graph.gatherGroups({ ...pool, entityIds: [], idsOnly: false }, call)).groups;
}

const idsAtOnce = 10_000;
/** A page costs some twenty statements, however small; a large one makes others wait on a database that serves one at a time. */
const pageSize = 40;
const longestPauseMs = 200;

/** Every group of which something is new, page by page; after each, others have the database for as long as its reading took. */
export async function* sweepOf(
  pool: Pool,
  { graph, clock }: Pick<DeriveDeps, "graph" | "clock">,
  call: Call,
): AsyncGenerator<graph.FactGroup[], void> {
  const seen = new Set<string>();
  for (;;) {
    const listed = await graph.gatherGroups({ ...pool, groupLimit: idsAtOnce, entityIds: [], idsOnly: true }, call);
    // What could not be derived from stays new: each is looked at once.
    const ids = listed.groups.map((group) => group.entityId).filter((id) => !seen.has(id));
    if (ids.length === 0) return;
    for (let at = 0; at < ids.length; at += pageSize) {
      const entityIds = ids.slice(at, at + pageSize);
      const began = clock();
      const { groups } = await graph.gatherGroups({ ...pool, groupLimit: pageSize, entityIds, idsOnly: false }, call);
      const tookMs = clock() - began;
      for (const id of entityIds) seen.add(id);
      yield groups;
      await pause(Math.min(tookMs, longestPauseMs), undefined, { signal: call.signal });
    }
  }
}
