import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { serviceContext } from "../lifecycle/region.ts";
import { atMost, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { announce } from "../store/feed.ts";

/** Puts records into the feed again, so that what is derived from them is made anew; for one that is gone, that it is. */
export async function reannounce(parts: Parts, request: graph.ReannounceRequest, call: Call): Promise<Record<string, never>> {
  const contextId = serviceContext(call);
  atMost("/ids", request.ids, 10_000);
  const ids = request.ids.map((id, i) => text(`/ids/${i}`, id, 256, 1));
  await parts.database.inContext(contextId, (tx) => announce(tx, contextId, ids));
  return {};
}
