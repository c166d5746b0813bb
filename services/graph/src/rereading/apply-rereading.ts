import { toTimestamp } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { passage } from "../documents/apply-document-extraction.ts";
import { systemPrincipal } from "../documents/system.ts";
import { serviceContext } from "../documents/work.ts";
import { compareReadings, type ReadBefore } from "../memory/reread.ts";
import { passageOf, type Statement } from "../memory/model.ts";
import type { ProposedFact, ProposedInstruction } from "../memory/proposal.ts";
import { atMost, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { storeDecided } from "../rpc/placing-relatives.ts";
import { readProposals } from "../rpc/proposals.ts";
import { recogniseLater } from "../rpc/recognising.ts";
import { decide, decideAgain } from "../rpc/reconciling.ts";
import { withRelatives } from "../rpc/with-relatives.ts";
import { apply } from "../store/apply.ts";
import { announce, lockContext } from "../store/feed.ts";
import { chunksById, makeVoid, readFrom, storePlace } from "../store/rereading.ts";
import { readTurns } from "../store/turns.ts";

/**
 * Sets what passages were read to say to what they are read to say now, in one transaction with how far the reading is. What was to be
 * forgotten is not learned again. A passage that is gone, or waits to be read, is left out.
 */
export async function applyRereading(
  parts: Parts,
  request: graph.ApplyRereadingRequest,
  call: Call,
): Promise<graph.ApplyRereadingResponse> {
  const contextId = serviceContext(call);
  atMost("/passageIds", request.passageIds, 1_000);
  atMost("/proposals", request.proposals, 1_000);
  const ids = request.passageIds.map((id, i) => text(`/passageIds/${i}`, id, 256));
  const place = text("/place", request.place, 512);
  const now = toTimestamp(parts.clock());
  return parts.database.inContext(contextId, async (tx) => {
    await lockContext(tx, contextId);
    const turns = (await readTurns(tx, contextId, ids)).filter(({ extraction }) => extraction === "done");
    const chunks = await chunksById(tx, contextId, ids);
    const stored = new Map([...turns, ...chunks.map(passage)].map((one) => [one.id, one]));
    const open = ids.map((id) => stored.get(id));
    const read = readProposals(request.proposals, { turns: open, caller: undefined }, parts.ids);
    const proposed = await withRelatives(tx, contextId, await recogniseLater(tx, contextId, turns, read));
    const before = await readFrom(tx, contextId, [...stored.keys()]);
    const difference = compareReadings(before, proposed);
    const { facts, instructions } = difference.added;
    const told = { added: [...facts, ...instructions].map(added), dropped: difference.dropped.map(dropped) };
    if (request.dryRun) return told;
    const author = { principal: systemPrincipal, delegated: "", keyId: "", traceId: call.traceId, now };
    const changed: string[] = [];
    if (difference.dropped.length > 0) {
      await makeVoid(
        tx,
        contextId,
        difference.dropped.map(({ id }) => id),
      );
      const ended = await decideAgain(parts, tx, contextId, difference.dropped, now, "read_again");
      changed.push(...(await apply(parts, tx, contextId, ended, author)));
    }
    if (told.added.length > 0) {
      const changes = await decide(parts, tx, contextId, difference.added, request.proposals.length, new Map(), now);
      changed.push(...(await storeDecided(parts, tx, contextId, changes, author)));
    }
    await storePlace(tx, contextId, place, now);
    await announce(tx, contextId, [...new Set(changed)]);
    return told;
  });
}

function added(one: ProposedFact | ProposedInstruction): graph.ReadStatement {
  return statementOf(one.statement, one.key, "subject" in one ? one.subject : undefined);
}

function dropped(one: ReadBefore): graph.ReadStatement {
  return statementOf(one, one.key, one.about);
}

function statementOf(said: Statement, key: string, about: graph.EntityName | undefined): graph.ReadStatement {
  const { value, negated, changed, validFrom, validUntil, source } = said;
  const subject = about === undefined ? null : { type: about.type, name: about.name };
  return { passageId: passageOf(source), subject, key, value, negated, changed, validFrom, validUntil };
}
