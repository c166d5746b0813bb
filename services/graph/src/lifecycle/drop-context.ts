import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { contextTables, deleteRows } from "../store/retention.ts";
import { serviceContext } from "./region.ts";

const pageSize = 5_000;

/** Removes every row of a context that was deleted; many short transactions, safe to repeat from wherever one stopped. */
export async function dropContext(parts: Parts, call: Call): Promise<graph.LifecycleResponse> {
  const contextId = serviceContext(call);
  const tables = await parts.database.inContext(contextId, contextTables, { readOnly: true });
  let affected = 0;
  for (const table of tables) {
    for (let deleted = pageSize; deleted === pageSize; affected += deleted) {
      deleted = await parts.database.inContext(contextId, (tx) => deleteRows(tx, contextId, table, pageSize));
    }
  }
  return { affected };
}
