import { isInvolved, type ScopeSet } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { presentTime, scopeSetOf } from "@loci/platform/messages";
import type { LabelFilter } from "@loci/ports/search-index";
import type { common, graph, retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { passagesSaid, type CheckedHit } from "../fuse/fold.ts";
import { toHit } from "../hits.ts";

const maxSections = 3;
const siblingsOfEach = 2;

/** What the question was narrowed to; siblings must fit it as hits do. */
export interface Narrowed {
  readonly lens: ScopeSet | undefined;
  readonly labels: readonly LabelFilter[];
  readonly time: common.TimeView | null;
}

/** What stands around the best chunks in their sections, and is no hit itself. It has no rank of its own: its score is 0. */
export async function contextHits(
  hits: readonly CheckedHit[],
  narrowed: Narrowed,
  call: Call,
  deps: RetrievalDeps,
): Promise<retrieval.Hit[]> {
  const best = new Map<string, string>();
  for (const { record, ranked } of hits) {
    if (ranked.candidate.class !== "chunk" || best.size === maxSections) continue;
    if (!best.has(record.sectionId)) best.set(record.sectionId, record.id);
  }
  if (best.size === 0) return [];
  const time = narrowed.time ?? presentTime;
  const { records } = await deps.graph.sectionSiblings({ chunkIds: [...best.values()], perSection: siblingsOfEach, time }, call);
  const said = passagesSaid();
  for (const { record } of hits) said.add(record);
  return records
    .filter((record) => fits(record, narrowed) && !said.holds(record))
    .map((record) => toHit({ record, ranked: { score: 0 } }));
}

/** Whether a record lies in the lens and has the labels that are asked for. */
function fits({ scopes, labels }: graph.MemoryRecord, narrowed: Narrowed): boolean {
  const isInLens = narrowed.lens === undefined || isInvolved(narrowed.lens, scopeSetOf(scopes) ?? []);
  return isInLens && narrowed.labels.every(({ key, values }) => values.some((value) => labels.includes(`${key}=${value}`)));
}
