import { LociError, toTimestamp } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { announce, lockContext } from "../store/feed.ts";
import { deletePending } from "../store/pending.ts";
import { markExtraction, readTurns, type Turn } from "../store/turns.ts";
import { atMost, text } from "./checks.ts";
import type { Parts } from "./deps.ts";
import { storeDecided } from "./placing-relatives.ts";
import { readProposals } from "./proposals.ts";
import { recogniseLater } from "./recognising.ts";
import { decide } from "./reconciling.ts";
import { extractionResults } from "./results.ts";

/** What was given up or set aside is taken all the same, should it come after all. */
const isOpen = ({ extraction }: Turn) => ["pending", "failed", "set_aside"].includes(extraction);

/** The reserved principal in whose name background work is done. */
const systemPrincipal = "system";

/**
 * Applies an extraction that came later, under each turn's own selector and stream. A turn that is not pending any more, or
 * gone, is left out, so that an extraction that is applied twice has one effect.
 */
export async function applyExtraction(
  parts: Parts,
  request: graph.ApplyExtractionRequest,
  call: Call,
): Promise<graph.WriteMemoryResponse> {
  const contextId = requireService(call);
  if (contextId === "") throw new LociError("invalid", "An extraction belongs to a context.");
  atMost("/turnIds", request.turnIds, 1_000);
  atMost("/proposals", request.proposals, 1_000);
  const ids = request.turnIds.map((id, i) => text(`/turnIds/${i}`, id, 256));
  const now = toTimestamp(parts.clock());
  return parts.database.inContext(contextId, async (tx) => {
    await lockContext(tx, contextId);
    await deletePending(tx, contextId, ids);
    const stored = new Map((await readTurns(tx, contextId, ids)).map((turn) => [turn.id, turn]));
    const open = ids.map((id) => stored.get(id)).map((turn) => (turn !== undefined && isOpen(turn) ? turn : undefined));
    const done = open.flatMap((turn) => turn?.id ?? []);
    const read = readProposals(request.proposals, { turns: open, caller: undefined }, parts.ids);
    const stillOpen = open.filter((turn) => turn !== undefined);
    const proposed = await recogniseLater(tx, contextId, stillOpen, read);
    const changes = await decide(parts, tx, contextId, proposed, request.proposals.length, new Map(), now);
    const author = { principal: systemPrincipal, delegated: "", keyId: "", traceId: request.traceId || call.traceId, now };
    const changed = await storeDecided(parts, tx, contextId, changes, author);
    if (done.length > 0) await markExtraction(tx, contextId, done, "done");
    await announce(tx, contextId, changed);
    return {
      sessionId: open.find((turn) => turn !== undefined)?.sessionId ?? "",
      turnIds: ids,
      chunkIds: ids.map(() => ""),
      results: extractionResults(
        changes,
        request.proposals.map((proposal) => ids[proposal.turn] ?? ""),
      ),
      replayed: false,
    };
  });
}
