import type { Call } from "@loci/platform/call";
import type { GraphService } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { fsck } from "./fsck.ts";
import { getMemoryStats } from "./get-memory-stats.ts";
import { listDecisions } from "./list-decisions.ts";
import { listSearchable } from "./list-searchable.ts";
import { reannounce } from "./reannounce.ts";

/** Looking over what is stored, and what was decided about it. */
export function checkMethods(parts: Parts) {
  return {
    fsck: (request, call) => fsck(parts, request, call),
    listSearchable: (request, call) => listSearchable(parts, request, call),
    reannounce: (request, call) => reannounce(parts, request, call),
    listDecisions: (request, call) => listDecisions(parts, request, call),
    getMemoryStats: (request, call) => getMemoryStats(parts, request, call),
  } satisfies Partial<GraphService<Call>>;
}
