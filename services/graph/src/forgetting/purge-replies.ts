import { requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { readEraser } from "../store/erased-words.ts";
import { forgetRecords } from "./forget-records.ts";

/**
 * Purges replies that were made of what a purge erased, in the name of whoever asked for that, and as far as they may forget. Does nothing
 * once the purge was followed. Safe to repeat.
 */
export async function purgeReplies(parts: Parts, request: graph.PurgeRepliesRequest, call: Call): Promise<graph.LifecycleResponse> {
  const contextId = requireService(call);
  const receipt = text("/receipt", request.receipt, 256, 1);
  const eraser = await parts.database.inContext(contextId, (tx) => readEraser(tx, contextId, receipt), { readOnly: true });
  if (eraser === undefined || eraser.region.length === 0) return { affected: 0 };
  const { principal: principalId, delegated: delegatedPrincipalId, keyId, traceId, region, keep } = eraser;
  const identity = { contextId, principalId, delegatedPrincipalId, keyId, grants: { "memory:forget": region } };
  const asEraser: Call = { ...call, traceId, caller: { kind: "principal", identity } };
  const manner = { matches: [], purge: true, dryRun: false, keepForgotten: keep, reason: "forget", operation: null };
  return { affected: (await forgetRecords(parts, { ids: request.ids, ...manner }, asEraser)).deleted };
}
