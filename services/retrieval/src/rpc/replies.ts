import { LociError } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { graph, retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { dropCached } from "./scrub-traces.ts";

/**
 * The turns that hold replies which were made of what a deletion would take: graph tells what that is, within what the caller may forget.
 * None where there is nothing to delete, which the deletion itself says, or answers as it did before.
 */
export async function findReplies(
  request: retrieval.FindRepliesRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<retrieval.FindRepliesResponse> {
  const { contextId } = principalOf(call);
  regionFor(call, "memory:forget");
  if (!(await deps.traces.hasReplies(contextId))) return { ids: [] };
  try {
    const told = await previewed(request, call, deps);
    return { ids: await deps.traces.repliesMadeOf(contextId, idsOf(told)) };
  } catch (thrown) {
    const { code } = LociError.from(thrown);
    if (code === "not_found" || code === "forbidden") return { ids: [] };
    throw thrown;
  }
}

function previewed(
  { documentId, sessionId, entity, purge }: retrieval.FindRepliesRequest,
  call: Call,
  { graph }: RetrievalDeps,
): Promise<graph.ForgetRecordsResponse> {
  const manner = { operation: null, purge, dryRun: true, replies: [] };
  if (entity) return graph.deleteEntity({ ...entity, ...manner }, call);
  return sessionId === ""
    ? graph.deleteDocument({ id: documentId, ...manner }, call)
    : graph.deleteSession({ id: sessionId, ...manner }, call);
}

/** Of records that were forgotten without a search. Safe to repeat. */
export async function followForgetting(
  { ids }: retrieval.FollowForgettingRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<graph.LifecycleResponse> {
  const { contextId } = principalOf(call);
  regionFor(call, "memory:forget");
  return { affected: await withhold(contextId, ids, call, deps) };
}

/** Withholds what traces say of these records, and forgets the replies that chats stored meanwhile. @returns how many of them */
export async function withhold(contextId: string, ids: readonly string[], call: Call, deps: RetrievalDeps): Promise<number> {
  const late = await deps.traces.repliesMadeOf(contextId, ids);
  const manner = { matches: [], purge: false, dryRun: false, keepForgotten: false, reason: "forget", operation: null };
  const { deleted } = late.length === 0 ? { deleted: 0 } : await deps.graph.forgetRecords({ ids: late, ...manner }, call);
  dropCached(contextId, deps);
  await deps.traces.withhold(contextId, [...new Set([...ids, ...late])]);
  return deleted;
}

/** What goes; of what an earlier release stored under an idempotency key only the records that it lists. */
export function idsOf({ refs, gone = [] }: Pick<graph.ForgetRecordsResponse, "refs"> & { readonly gone?: string[] }): string[] {
  return [...new Set([...refs.map(({ id }) => id), ...gone])];
}
