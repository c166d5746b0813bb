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
/** On a database that serves one at a time, queries wait for each page: its reading is to take about so long, in milliseconds. */
const pageMs = 20;
const pageSizes = { least: 4, first: 16, most: 100 };

/** Every group of which something is new, in pages that are as large as leaves the database to others in between. */
export async function* sweepOf(
  pool: Pool,
  { graph, clock }: Pick<DeriveDeps, "graph" | "clock">,
  call: Call,
): AsyncGenerator<graph.FactGroup[], void> {
  const seen = new Set<string>();
  let size = pageSizes.first;
  for (;;) {
    const listed = await graph.gatherGroups({ ...pool, groupLimit: idsAtOnce, entityIds: [], idsOnly: true }, call);
    // What could not be derived from stays new: each is looked at once.
    const ids = listed.groups.map((group) => group.entityId).filter((id) => !seen.has(id));
    if (ids.length === 0) return;
    for (let at = 0; at < ids.length; ) {
      const entityIds = ids.slice(at, at + size);
      const began = clock();
      const { groups } = await graph.gatherGroups({ ...pool, groupLimit: size, entityIds, idsOnly: false }, call);
      const took = clock() - began;
      for (const id of entityIds) seen.add(id);
      at += size;
      size = nextSize(size, took);
      yield groups;
    }
  }
}

/** Twice as many where there was time for that, half as many where it took too long. */
export function nextSize(size: number, tookMs: number): number {
  const wanted = tookMs < pageMs / 2 ? size * 2 : tookMs > pageMs ? Math.ceil(size / 2) : size;
  return Math.min(pageSizes.most, Math.max(pageSizes.least, wanted));
}
