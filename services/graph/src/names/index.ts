import type { Call } from "@loci/platform/call";
import type { GraphService } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { addAlias, listAliases, removeAlias } from "./aliases.ts";
import { listMerges, mergeEntities, undoMerge } from "./merges.ts";

/** Which names mean the same: aliases, and entities that were asserted to be one. */
export function nameMethods(parts: Parts) {
  return {
    addAlias: (request, call) => addAlias(parts, request, call),
    listAliases: (request, call) => listAliases(parts, request, call),
    removeAlias: (request, call) => removeAlias(parts, request, call),
    mergeEntities: (request, call) => mergeEntities(parts, request, call),
    listMerges: (request, call) => listMerges(parts, request, call),
    undoMerge: (request, call) => undoMerge(parts, request, call),
  } satisfies Partial<GraphService<Call>>;
}
