import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { integer, text, timestamp } from "../rpc/checks.ts";
import { reading, type Parts } from "../rpc/deps.ts";
import { decisions } from "../store/decisions.ts";
import { present } from "../store/time-view.ts";

/** What was decided about the records that the caller may see, by which rule and by whom; newest first. */
export async function listDecisions(
  parts: Parts,
  request: graph.ListDecisionsRequest,
  call: Call,
): Promise<graph.ListDecisionsResponse> {
  const asked = {
    traceId: text("/traceId", request.traceId, 256),
    recordId: text("/recordId", request.recordId, 256),
    principal: text("/principal", request.principal, 256),
    keyId: text("/keyId", request.keyId, 256),
    since: timestamp("/since", request.since),
    until: timestamp("/until", request.until),
    limit: integer("/limit", request.limit, 0, 500) || 100,
  };
  return reading(parts, call, present, async ({ tx, sight }) => {
    const found = await decisions(tx, sight, asked);
    return {
      decisions: found.map(({ evidence, recordedAt, ...rest }) => ({
        ...rest,
        evidenceJson: JSON.stringify(evidence),
        createdAt: recordedAt,
      })),
    };
  });
}
