import { principalOf, requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { readHeads, readLife } from "../store/feed.ts";
import type { Parts } from "./deps.ts";

/** The context's newest feed position: a number that grows with every change in this life of it. */
export async function head(parts: Parts, call: Call): Promise<graph.HeadResponse> {
  const contextId = call.caller.kind === "service" ? requireService(call) : principalOf(call).contextId;
  return parts.database.inContext(contextId, (tx) => readLife(tx, contextId), { readOnly: true });
}

/** The same of every context, for who follows them all. */
export async function listHeads(parts: Parts, call: Call): Promise<graph.ListHeadsResponse> {
  requireService(call);
  return { heads: await parts.database.acrossContexts(readHeads) };
}
