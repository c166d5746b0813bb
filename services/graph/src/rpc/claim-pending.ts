import { toTimestamp } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { mayBeRead } from "../memory/trials.ts";
import { claimPending as claim, deletePending, type Pending } from "../store/pending.ts";
import { markExtraction, readTurns } from "../store/turns.ts";
import { integer } from "./checks.ts";
import type { Parts } from "./deps.ts";

/**
 * Turns whose extraction is due, leased to the caller: ids over all contexts first, then each context's contents within it. Those of
 * which too many claims in a row were not heard again are set aside.
 */
export async function claimPending(
  parts: Parts,
  request: graph.ClaimPendingRequest,
  call: Call,
): Promise<graph.ClaimPendingResponse> {
  requireService(call);
  const limit = integer("/limit", request.limit, 1, 1_000);
  const lease = integer("/leaseSeconds", request.leaseSeconds, 1, 86_400);
  const now = parts.clock();
  const claimed = await parts.database.acrossContexts((tx) => claim(tx, limit, toTimestamp(now), toTimestamp(now + lease * 1000)));
  const turns: graph.PendingTurn[] = [];
  const setAside: graph.PendingTurn[] = [];
  for (const [contextId, pending] of Map.groupBy(claimed, (one) => one.contextId)) {
    const lost = pending.filter((one) => !mayBeRead(one.unanswered));
    if (lost.length > 0)
      await giveUp(
        parts,
        contextId,
        lost.map(({ turnId }) => turnId),
      );
    setAside.push(...lost.map((one) => ({ ...unread, ...one })));
    const others = pending.filter((one) => mayBeRead(one.unanswered));
    if (others.length > 0) turns.push(...(await contents(parts, contextId, others)));
  }
  return { turns, setAside };
}

/** What is not told of a turn that is read no more. */
const unread = { role: "", speaker: "", content: "", knownAt: "" };

async function giveUp(parts: Parts, contextId: string, turnIds: readonly string[]): Promise<void> {
  await parts.database.inContext(contextId, async (tx) => {
    await deletePending(tx, contextId, turnIds);
    await markExtraction(tx, contextId, turnIds, "set_aside");
  });
}

async function contents(parts: Parts, contextId: string, pending: readonly Pending[]): Promise<graph.PendingTurn[]> {
  const claims = new Map(pending.map((one) => [one.turnId, one]));
  const turns = await parts.database.inContext(contextId, (tx) => readTurns(tx, contextId, [...claims.keys()]), {
    readOnly: true,
  });
  return turns.map(({ id, role, speaker, content, knownAt }) => ({
    ...{ contextId, turnId: id, role, speaker, content, knownAt },
    ...{ attempts: claims.get(id)?.attempts ?? 0, causeTraceId: claims.get(id)?.causeTraceId ?? "" },
  }));
}
