import { requireService, type Call } from "@loci/platform/call";
import type { graph, retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { scrubWords } from "./scrub-words.ts";

/** Takes what traces and caches say of purged records away. Safe to repeat. */
export async function scrubTraces(
  request: retrieval.ScrubTracesRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<graph.LifecycleResponse> {
  const contextId = requireService(call) || request.contextId;
  const scrubbed = await scrub(contextId, request.recordIds, deps);
  return { affected: scrubbed + (await scrubWords(contextId, request.words, call, deps)) };
}

/** The same within this room. */
export async function scrub(
  contextId: string,
  recordIds: readonly string[],
  deps: Pick<RetrievalDeps, "cache" | "replies" | "traces">,
): Promise<number> {
  dropCached(contextId, deps);
  return deps.traces.scrub(contextId, recordIds);
}

/** Forgets every answer of a context: keys begin with its id. */
export function dropCached(contextId: string, { cache, replies }: Pick<RetrievalDeps, "cache" | "replies">): void {
  for (const held of [cache, replies]) for (const key of [...held.keys()]) if (key.startsWith(`${contextId} `)) held.delete(key);
}
