import { rootPath, type Region, type Timestamp } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { Answer, RetrievalDeps } from "../deps.ts";

/**
 * Whether an answer that was found earlier would be found again at this revision, for who may read this region. What changed beyond
 * the region does not count: else whoever asks twice could tell by the second answer that somebody else wrote.
 */
export async function stillStands(
  answer: Answer,
  revision: number,
  region: Region,
  call: Call,
  { graph }: Pick<RetrievalDeps, "graph">,
): Promise<boolean> {
  if (answer.stoodAt === revision) return true;
  if (region.includes(rootPath)) return false;
  const { changed } = await graph.changedSince({ after: answer.stoodAt, ids: recordsIn(answer) }, call);
  return !changed;
}

/** Whether the time of something that an answer shows as current is over by now. */
export function ranOut({ hits, contextHits }: Pick<Answer, "hits" | "contextHits">, now: Timestamp): boolean {
  return [...hits, ...contextHits].some(
    ({ standing, validUntil }) => standing?.kind !== "ended" && validUntil !== "" && validUntil <= now,
  );
}

/** Every record that the answer shows, or was told by: one that is gone is found by its id alone. */
function recordsIn({ hits, contextHits, trace }: Answer): string[] {
  const shown = [...hits, ...contextHits].flatMap(({ id, turnId, entityId, documentId, uncertaintyIds }) => [
    ...[id, turnId, entityId, documentId],
    ...uncertaintyIds,
  ]);
  return [...new Set([...shown, ...trace.seedEntities])].filter((id) => id !== "");
}
