import { requireService, type Call } from "@loci/platform/call";
import type { common, retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { scrubWords } from "./scrub-words.ts";

/** Takes what traces and caches say of purged records away. Safe to repeat. */
export async function scrubTraces(request: retrieval.ScrubTracesRequest, call: Call, deps: RetrievalDeps): Promise<common.Empty> {
  const contextId = requireService(call) || request.contextId;
  await scrub(contextId, request.recordIds, deps);
  await scrubWords(contextId, request.words, call, deps);
  return {};
}

/** The same within this room. */
export async function scrub(
  contextId: string,
  recordIds: readonly string[],
  deps: Pick<RetrievalDeps, "cache" | "replies" | "traces">,
): Promise<void> {
  dropCached(contextId, deps);
  await deps.traces.scrub(contextId, recordIds);
}

/** Forgets every answer of a context: keys begin with its id. */
export function dropCached(contextId: string, { cache, replies }: Pick<RetrievalDeps, "cache" | "replies">): void {
  for (const held of [cache, replies]) for (const key of [...held.keys()]) if (key.startsWith(`${contextId} `)) held.delete(key);
}
