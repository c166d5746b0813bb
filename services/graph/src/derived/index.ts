import type { Call } from "@loci/platform/call";
import type { GraphService } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { applyDerived } from "./apply-derived.ts";
import { gatherGroups } from "./gather-groups.ts";

/** Facts that follow from other facts. */
export function derivedMethods(parts: Parts) {
  return {
    gatherGroups: (request, call) => gatherGroups(parts, request, call),
    applyDerived: (request, call) => applyDerived(parts, request, call),
  } satisfies Partial<GraphService<Call>>;
}
