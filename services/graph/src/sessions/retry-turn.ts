import { coversAll, isVisible, LociError, toTimestamp } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { insertPending } from "../store/pending.ts";
import { markExtraction, readTurns } from "../store/turns.ts";

/**
 * Has a turn read again whose extraction failed or that was set aside; one that is pending stays so.
 * @throws LociError `not_found` for a turn that the caller does not see in this session, `forbidden` for one that it may not write,
 * `conflict` for one from which nothing is left to be read
 */
export async function retryTurn(parts: Parts, request: graph.RetryTurnRequest, call: Call): Promise<graph.Turn> {
  const { contextId, grants } = principalOf(call);
  const writes = regionFor(call, "memory:write");
  const sessionId = text("/sessionId", request.sessionId, 256, 1);
  const turnId = text("/turnId", request.turnId, 256, 1);
  const now = toTimestamp(parts.clock());
  return parts.database.inContext(contextId, async (tx) => {
    const scopeSets = await parts.scopeSets.load(tx, contextId);
    const [turn] = await readTurns(tx, contextId, [turnId]);
    const scopes = turn && scopeSets.byKey.get(turn.scopeSet);
    if (turn?.sessionId !== sessionId || scopes === undefined || !isVisible(grants["memory:read"] ?? [], scopes))
      throw new LociError("not_found", "There is no such turn in this session.");
    if (!coversAll(writes, scopes)) throw new LociError("forbidden", "memory:write does not cover the turn's scopes.");
    const { id, seq, role, speaker, content, knownAt, recordedAt, extraction } = turn;
    const places = { sessionId, scopes: scopeSetMessage(scopes) };
    const message = { id, ...places, seq, role, speaker, content, createdAt: knownAt, recordedAt, extraction: "pending" };
    if (extraction === "pending") return message;
    if (extraction !== "failed" && extraction !== "set_aside")
      throw new LociError("conflict", "Only a turn whose extraction failed or that was set aside may be read again.");
    await markExtraction(tx, contextId, [id], "pending");
    await insertPending(tx, contextId, [{ id, endings: 0 }], { now, traceId: call.traceId });
    return message;
  });
}
