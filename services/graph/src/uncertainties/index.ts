import type { Call } from "@loci/platform/call";
import type { GraphService } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { assignUncertainty } from "./assign-uncertainty.ts";
import { correctEntity } from "./correct-entity.ts";
import { getUncertainty, listUncertainties } from "./list-uncertainties.ts";
import { resolveUncertainty } from "./resolve-uncertainty.ts";

/** Contradictions as work: who is to settle what, and how they do. */
export function uncertaintyMethods(parts: Parts) {
  return {
    listUncertainties: (request, call) => listUncertainties(parts, request, call),
    getUncertainty: (request, call) => getUncertainty(parts, request, call),
    resolveUncertainty: (request, call) => resolveUncertainty(parts, request, call),
    assignUncertainty: (request, call) => assignUncertainty(parts, request, call),
    correctEntity: (request, call) => correctEntity(parts, request, call),
  } satisfies Partial<GraphService<Call>>;
}
