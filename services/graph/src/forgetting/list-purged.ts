import { requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";
import { atMost, integer, text, timestamp } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { forgottenAmong, purgedAfter, purgedBy } from "../store/purged.ts";

/**
 * Ids that were purged after this time, oldest first: of the caller's context, or of all. More than the limit where several were
 * purged at one moment; who follows asks again from a little before the newest that it saw, as transactions end in any order.
 */
export async function listPurged(parts: Parts, request: graph.ListPurgedRequest, call: Call): Promise<graph.ListPurgedResponse> {
  const contextId = requireService(call);
  const after = timestamp("/after", request.after);
  const limit = integer("/limit", request.limit, 1, 10_000);
  const { ids } = request;
  atMost("/ids", ids, 10_000);
  const filter = { after, limit, ids };
  const receipt = text("/receipt", request.receipt, 256);
  if (receipt !== "" && contextId !== "")
    return { records: await parts.database.inContext(contextId, (tx) => purgedBy(tx, contextId, receipt), { readOnly: true }) };
  if (contextId === "") return { records: await parts.database.acrossContexts((tx) => purgedAfter(tx, "", filter)) };
  const read = async (tx: Transaction) => [
    ...(await purgedAfter(tx, contextId, filter)),
    ...(request.withForgotten ? await forgottenAmong(tx, contextId, ids) : []),
  ];
  return { records: await parts.database.inContext(contextId, read, { readOnly: true }) };
}
