/** Between the protos' messages and the kernel's words. */
import { verbs, type Grants, type Region, type ScopeSet, type Verb } from "@loci/kernel";
import type { common } from "@loci/protos";

export function scopeSetMessage(set: ScopeSet): common.ScopeSet {
  return { clauses: set.map((clause) => ({ paths: [...clause] })) };
}

/** undefined for an absent message: the request named no selector. */
export function scopeSetOf(message: common.ScopeSet | null): ScopeSet | undefined {
  return message?.clauses.map((clause) => clause.paths);
}

export function grantsMessage(grants: Grants): common.Grants {
  const message: common.Grants = { verbs: {} };
  for (const verb of verbs) {
    const region = grants[verb];
    if (region) message.verbs[verb] = { paths: [...region] };
  }
  return message;
}

export function grantsOf(message: common.Grants | null): Grants | undefined {
  if (message === null) return undefined;
  const grants: Partial<Record<Verb, Region>> = {};
  for (const verb of verbs) {
    const region = message.verbs[verb];
    if (region) grants[verb] = region.paths;
  }
  return grants;
}

export const presentTime: common.TimeView = { asOf: "", atInstant: "", validFrom: "", validUntil: "", recordedAsOf: "" };

export { askerOf, auditEntry, deedOf, pathsOfRow, reachOf, type Deed } from "./audit.ts";
export { lineObject, lineProblems, wrongLine, type LineObject } from "./lines.ts";
