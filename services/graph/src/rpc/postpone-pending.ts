import { toTimestamp } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import type { common, graph } from "@loci/protos";
import { deletePending, lockPending, postpone } from "../store/pending.ts";
import { markExtraction } from "../store/turns.ts";
import { integer, text } from "./checks.ts";
import type { Parts } from "./deps.ts";

/** The extraction failed again: it is due later, or after its last attempt given up; the turn stays as text then. */
export async function postponePending(parts: Parts, request: graph.PostponePendingRequest, call: Call): Promise<common.Empty> {
  const contextId = requireService(call);
  const turnId = text("/turnId", request.turnId, 256, 1);
  const delay = integer("/delaySeconds", request.delaySeconds, 0, 30 * 86_400);
  const maxAttempts = integer("/maxAttempts", request.maxAttempts, 1, 1_000);
  await parts.database.inContext(contextId, async (tx) => {
    const attempts = await lockPending(tx, contextId, turnId);
    if (attempts === undefined) return;
    if (attempts < maxAttempts) return postpone(tx, contextId, turnId, toTimestamp(parts.clock() + delay * 1000));
    await deletePending(tx, contextId, [turnId]);
    await markExtraction(tx, contextId, [turnId], "failed");
  });
  return {};
}
