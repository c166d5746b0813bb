import { toTimestamp } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { integer } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { deleteOlder, type AgingTable } from "../store/retention.ts";
import { serviceContext } from "./region.ts";

const pageSize = 5_000;
const hourMs = 3_600_000;

/** Deletes stored answers and fingerprints of what was returned that are older than the context keeps them. */
export async function retain(parts: Parts, request: graph.RetainRequest, call: Call): Promise<graph.LifecycleResponse> {
  const contextId = serviceContext(call);
  const operationHours = integer("/operationHours", request.operationHours, 0, 100_000) || 24;
  const returnedDays = integer("/returnedDays", request.returnedDays, 0, 100_000) || 30;
  const now = parts.clock();
  const ages: readonly (readonly [AgingTable, number])[] = [
    ["operation", operationHours * hourMs],
    ["reservation", operationHours * hourMs],
    ["returned", returnedDays * 24 * hourMs],
  ];
  let affected = 0;
  for (const [table, age] of ages) {
    const before = toTimestamp(now - age);
    for (let deleted = pageSize; deleted === pageSize; affected += deleted) {
      deleted = await parts.database.inContext(contextId, (tx) => deleteOlder(tx, contextId, table, before, pageSize));
    }
  }
  return { affected };
}
