/** Until the server has read what was uploaded. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Loci } from "@loci/client";

/**
 * Asks for whole pages of documents, so that a thousand of them cost no thousand requests. Ends early where the signal fires.
 * @returns the documents that could not be read, with the server's reason
 */
export async function waitForAll(
  loci: Loci,
  ids: readonly string[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
  pauseMs = 1_000,
): Promise<ReadonlyMap<string, string>> {
  const isStopped = () => signal.aborted;
  const open = new Set(ids);
  const failed = new Map<string, string>();
  const pageSize = Math.min(500, Math.max(50, ids.length));
  while (open.size > 0 && !isStopped()) {
    try {
      const seen = new Set<string>();
      for await (const { id, status, error } of loci.documents.all({ pageSize }, { signal })) {
        if (!open.has(id)) continue;
        seen.add(id);
        if (status === "failed") failed.set(id, error ?? "no reason given");
        if (status === "ready" || status === "failed") open.delete(id);
        if (open.size === 0) break;
      }
      // Deleted meanwhile, by somebody else.
      for (const id of open) if (!seen.has(id)) open.delete(id);
      onProgress(ids.length - open.size);
      if (open.size > 0) await sleep(pauseMs, undefined, { signal });
    } catch (error) {
      // Who stops waiting is still to hear what was uploaded.
      if (!isStopped()) throw error;
    }
  }
  return failed;
}
