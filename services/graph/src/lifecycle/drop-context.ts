import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { text } from "../rpc/checks.ts";
import { endLife, readLife } from "../store/feed.ts";
import { contextTables, deleteRows } from "../store/retention.ts";
import { serviceContext } from "./region.ts";

const pageSize = 5_000;

/**
 * Removes every row of a context that was deleted; many short transactions, safe to repeat from wherever one stopped. Whoever was held up
 * in the middle, while another came to the end and the id was given away, takes nothing from the life that has begun. Who still writes
 * to the one that ends is refused, as it would add to a table that was emptied already.
 * @throws LociError `conflict` where that is so
 */
export async function dropContext(parts: Parts, request: graph.DropContextRequest, call: Call): Promise<graph.LifecycleResponse> {
  const contextId = serviceContext(call);
  const named = text("/life", request.life, 64);
  const { database } = parts;
  const tables = await database.inContext(contextId, contextTables, { readOnly: true });
  call.signal.throwIfAborted();
  const life = await database.inContext(contextId, (tx) => endLife(tx, contextId, named));
  let affected = 0;
  for (const table of tables) {
    for (let deleted = pageSize; deleted === pageSize; affected += deleted) {
      call.signal.throwIfAborted();
      deleted = await database.inContext(contextId, (tx) => deleteRows(tx, { contextId, life }, table, pageSize));
    }
  }
  const left = await database.inContext(contextId, (tx) => readLife(tx, contextId), { readOnly: true });
  if (left.life !== "") throw new LociError("conflict", "Another life of this context has begun.");
  return { affected };
}
