import { toTimestamp } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { afterFailure } from "../memory/trials.ts";
import { deletePending, lockPending, postpone } from "../store/pending.ts";
import { markExtraction } from "../store/turns.ts";
import { integer, text } from "./checks.ts";
import type { Parts } from "./deps.ts";

/** The extraction failed again: it is due later, or after its last attempt given up or set aside; the turn stays as text then. */
export async function postponePending(
  parts: Parts,
  request: graph.PostponePendingRequest,
  call: Call,
): Promise<graph.PostponePendingResponse> {
  const contextId = requireService(call);
  const turnId = text("/turnId", request.turnId, 256, 1);
  const delay = integer("/delaySeconds", request.delaySeconds, 0, 30 * 86_400);
  const maxAttempts = integer("/maxAttempts", request.maxAttempts, 1, 1_000);
  const { readingEnded } = request;
  return parts.database.inContext(contextId, async (tx) => {
    const trials = await lockPending(tx, contextId, turnId);
    if (trials === undefined) return { extraction: "" };
    const extraction = afterFailure(trials, readingEnded, maxAttempts);
    if (extraction === "pending") {
      const endings = trials.endings + (readingEnded ? 1 : 0);
      await postpone(tx, contextId, turnId, endings, toTimestamp(parts.clock() + delay * 1000));
    } else {
      await deletePending(tx, contextId, [turnId]);
      await markExtraction(tx, contextId, [turnId], extraction);
    }
    return { extraction };
  });
}
