import { toTimestamp } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { integer } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { listUnfinished } from "../store/unfinished-documents.ts";

/** Documents on which nobody worked for so long, over all contexts: ids only. */
export async function listUnfinishedDocuments(
  parts: Parts,
  request: graph.ListUnfinishedDocumentsRequest,
  call: Call,
): Promise<graph.ListUnfinishedDocumentsResponse> {
  requireService(call);
  const idle = integer("/idleSeconds", request.idleSeconds, 0, 31_536_000);
  const limit = integer("/limit", request.limit, 1, 1_000);
  const before = toTimestamp(parts.clock() - idle * 1_000);
  return { documents: await parts.database.acrossContexts((tx) => listUnfinished(tx, before, limit)) };
}
