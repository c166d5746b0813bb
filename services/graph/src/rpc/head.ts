import { principalOf, requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { readHead, readHeads } from "../store/feed.ts";
import type { Parts } from "./deps.ts";

/** The context's newest feed position: a number that grows with every change. */
export async function head(parts: Parts, call: Call): Promise<graph.HeadResponse> {
  const contextId = call.caller.kind === "service" ? requireService(call) : principalOf(call).contextId;
  return { revision: await parts.database.inContext(contextId, (tx) => readHead(tx, contextId), { readOnly: true }) };
}

/** The same of every context, for who follows them all. */
export async function listHeads(parts: Parts, call: Call): Promise<graph.ListHeadsResponse> {
  requireService(call);
  return { heads: await parts.database.acrossContexts(readHeads) };
}
