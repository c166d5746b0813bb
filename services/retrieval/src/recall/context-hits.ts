import { isInvolved, type ScopeSet } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { presentTime, scopeSetOf } from "@loci/platform/messages";
import type { LabelFilter } from "@loci/ports/search-index";
import type { common, graph, retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { passagesSaid, type CheckedHit } from "../fuse/fold.ts";
import { toHit } from "../hits.ts";
import { hasEnded } from "./by-standing.ts";

const maxSections = 3;
const siblingsOfEach = 2;
/** A sibling's score, as a share of that of the chunk which it stands beside. */
const siblingShare = 0.2;

/** What the question was narrowed to; siblings must fit it as hits do. */
export interface Narrowed {
  readonly lens: ScopeSet | undefined;
  readonly labels: readonly LabelFilter[];
  readonly time: common.TimeView | null;
  readonly showsEnded: boolean;
}

/** What stands around the best chunks in their sections, and is no hit itself. Its score is a share of that chunk's. */
export async function contextHits(
  hits: readonly CheckedHit[],
  narrowed: Narrowed,
  call: Call,
  deps: RetrievalDeps,
): Promise<retrieval.Hit[]> {
  const best = new Map<string, { readonly id: string; readonly score: number }>();
  for (const { record, ranked } of hits) {
    if (ranked.candidate.class !== "chunk" || best.size === maxSections) continue;
    if (!best.has(record.sectionId)) best.set(record.sectionId, { id: record.id, score: ranked.score });
  }
  if (best.size === 0) return [];
  const time = narrowed.time ?? presentTime;
  const { records } = await deps.graph.sectionSiblings(
    { chunkIds: [...best.values()].map(({ id }) => id), perSection: siblingsOfEach, time },
    call,
  );
  const said = passagesSaid();
  for (const { record } of hits) said.add(record);
  return records
    .filter((record) => fits(record, narrowed) && (narrowed.showsEnded || !hasEnded({ record })) && !said.holds(record))
    .map((record) => toHit({ record, ranked: { score: siblingShare * (best.get(record.sectionId)?.score ?? 0) } }))
    .sort((a, b) => b.score - a.score);
}

/** Whether a record lies in the lens and has the labels that are asked for. */
export function fits({ scopes, labels }: graph.MemoryRecord, narrowed: Pick<Narrowed, "lens" | "labels">): boolean {
  const isInLens = narrowed.lens === undefined || isInvolved(narrowed.lens, scopeSetOf(scopes) ?? []);
  return isInLens && narrowed.labels.every(({ key, values }) => values.some((value) => labels.includes(`${key}=${value}`)));
}
