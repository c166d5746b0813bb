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
const pageSizes = { first: 8, largest: 40 };
const pageMs = 30;
const restFactor = 2;
const longestRestMs = 500;

/** Every group of which something is new, in pages that take a moment; after each, others have the database for twice as long. */
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
    for (let at = 0, size = pageSizes.first; at < ids.length;) {
      const entityIds = ids.slice(at, at + size);
      at += size;
      const began = clock();
      const { groups } = await graph.gatherGroups({ ...pool, groupLimit: size, entityIds, idsOnly: false }, call);
      for (const id of entityIds) seen.add(id);
      yield groups;
      // With what was made of the page: its vectors, and the write.
      const tookMs = Math.max(1, clock() - began);
      size = Math.min(pageSizes.largest, Math.max(1, Math.round((size * pageMs) / tookMs)));
      await pause(Math.min(restFactor * tookMs, longestRestMs), undefined, { signal: call.signal });
    }
  }
}
