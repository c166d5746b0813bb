import { coversAll, isVisible, LociError } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";
import { text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { storeDecisions } from "../store/apply.ts";
import { emptySession, markSessionDeleted, sessionToForget, turnsOfSession } from "../store/forget-session.ts";
import { readSession } from "../store/turns.ts";
import { asWhole, endedQuietly, endRecords, inForgetRegionTold } from "./forget-records.ts";

const coversSession =
  "All that was said in the session, its metadata, and what was derived from it alone: rows and their versions, vectors, texts of decisions, kept answers.";

/**
 * Marks a session as deleted and forgets its turns, as far as memory:forget covers them, with what was read from them alone: what another
 * source says too stays. A purge erases both, also where the session was deleted before; a dry run tells what would go.
 * @throws LociError `not_found` for a session that the caller does not see, `forbidden` for one that it may not delete
 */
export async function deleteSession(
  parts: Parts,
  request: graph.DeleteRecordRequest,
  call: Call,
): Promise<graph.ForgetRecordsResponse> {
  const id = text("/id", request.id, 256, 1);
  const region = regionFor(call, "memory:forget");
  const seen = principalOf(call).grants["memory:read"] ?? [];
  const before = (tx: Transaction, contextId: string) => readSession(tx, contextId, id, true);
  const { operation, dryRun, purge, replies } = request;
  return inForgetRegionTold(parts, call, { operation, dryRun, deed: ["deleteSession", id], before }, async (forgetting, tell) => {
    const { tx, contextId, covered, scopeSets, author } = forgetting;
    const session = await sessionToForget(tx, contextId, id, { withDeleted: purge });
    const scopes = session && scopeSets.byKey.get(session.scopeSet);
    const mayForget = scopes !== undefined && coversAll(region, scopes);
    if (session === undefined || scopes === undefined || !(mayForget || (!session.isDeleted && isVisible(seen, scopes)))) {
      throw new LociError("not_found", "There is no such session.");
    }
    if (!mayForget) throw new LociError("forbidden", "memory:forget does not cover the session's scopes.");
    if (!session.isDeleted) await markSessionDeleted(tx, contextId, id, author.now);
    if (purge) await emptySession(tx, contextId, id);
    const decision = { kind: "update" as const, rule: "forgotten", recordId: id, turnId: "", evidence: {} };
    await storeDecisions(tx, contextId, [{ id: parts.ids("decision"), ...decision }], author);
    const turns = await turnsOfSession(tx, contextId, id, covered, purge);
    const manner = { dryRun, purge, keep: false, reason: "", covers: coversSession };
    const ended = await endRecords(parts, forgetting, [...new Set([...turns, ...replies])].map(asWhole), manner, tell);
    return purge || dryRun ? ended : endedQuietly(ended);
  });
}
