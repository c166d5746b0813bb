import type { Call } from "@loci/platform/call";
import type { Parts } from "../rpc/deps.ts";
import { decideAgain } from "../rpc/reconciling.ts";
import { apply } from "../store/apply.ts";
import { retractReplaced } from "../store/retractions.ts";
import { systemPrincipal } from "./system.ts";
import type { Work } from "./work.ts";

/**
 * Ends what the versions before said and this one does not. Until this one was read through, what they said stands, so that
 * nothing is missing meanwhile.
 * @returns the ids of the records that changed, for the feed
 */
export async function retireReplaced(parts: Parts, { tx, contextId, document, now }: Work, call: Call): Promise<string[]> {
  const retracted = await retractReplaced(tx, contextId, document.id, document.knownAt);
  if (retracted.length === 0) return [];
  const changes = await decideAgain(parts, tx, contextId, retracted, now, "source_replaced");
  return apply(parts, tx, contextId, changes, { principal: systemPrincipal, delegated: "", keyId: "", traceId: call.traceId, now });
}
