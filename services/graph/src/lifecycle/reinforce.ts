import { memoryCategories, toTimestamp } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { initialImportance } from "../memory/model.ts";
import { atMost, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { reinforceFacts } from "../store/lifecycle.ts";
import { serviceContext } from "./region.ts";

/** However often a fact is used, it counts once in this time. */
const onceInMs = 3_600_000;

/** Facts were used in an answer: their importance rises, within its bound. Ids of other records are passed over. */
export async function reinforce(parts: Parts, request: graph.ReinforceRequest, call: Call): Promise<Record<string, never>> {
  const contextId = serviceContext(call);
  atMost("/ids", request.ids, 1_000);
  const ids = [...new Set(request.ids.map((id, i) => text(`/ids/${i}`, id, 256)))];
  const now = parts.clock();
  const initial = new Map(memoryCategories.map((category) => [category, initialImportance(category)]));
  const times = { now: toTimestamp(now), notSince: toTimestamp(now - onceInMs) };
  if (ids.length > 0) {
    await parts.database.inContext(contextId, (tx) => reinforceFacts(tx, contextId, ids, initial, times));
  }
  return {};
}
