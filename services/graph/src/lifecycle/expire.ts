import { invalidField, toTimestamp } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { storeDecisions } from "../store/apply.ts";
import { announce } from "../store/feed.ts";
import { expirePage, withdrawUncertainties } from "../store/lifecycle.ts";
import { perCategory } from "./decay.ts";
import { inSteps } from "./region.ts";

const dayMs = 86_400_000;
const longestTtlDays = 36_500;

/**
 * Hides facts whose time is over, or which have lost their importance. The past still shows them, and who says them again
 * revives them.
 */
export async function expire(parts: Parts, request: graph.LifecycleRequest, call: Call): Promise<graph.LifecycleResponse> {
  const days = perCategory("/ttlDays", request.ttlDays, { above: 0, max: longestTtlDays });
  const below = request.expireBelow;
  if (!(below >= 0 && below <= 1)) throw invalidField("/expireBelow", "must be a number from 0 to 1");
  const endsNothing = days.size === 0 && below === 0;
  const now = parts.clock();
  const knownBefore = new Map([...days].map(([category, ttl]) => [category, toTimestamp(now - ttl * dayMs)]));
  const affected = await inSteps(parts, call, async ({ tx, contextId, scopeSets, author, limit }) => {
    if (endsNothing) return { affected: 0, isLast: true };
    const facts = await expirePage(tx, contextId, scopeSets, { knownBefore, below }, limit, author.now);
    if (facts.length === 0) return { affected: 0, isLast: true };
    const uncertainties = await withdrawUncertainties(tx, contextId, facts, author.now);
    const decided = (rule: string) => (recordId: string) => ({
      ...{ id: parts.ids("decision"), kind: "update" as const, rule, recordId, turnId: "", evidence: {} },
    });
    const decisions = [...facts.map(decided("expired")), ...uncertainties.map(decided("candidate_expired"))];
    await storeDecisions(tx, contextId, decisions, author);
    await announce(tx, contextId, [...facts, ...uncertainties]);
    return { affected: facts.length, isLast: facts.length < limit };
  });
  return { affected };
}
