import { LociError, type Grants } from "@loci/kernel";
import { effectiveGrants } from "./grants.ts";
import { systemPrincipalId } from "./fields.ts";
import type { Policy } from "./policy.ts";

/** On whose behalf a call is made; `grants` is undefined where there is no such principal. */
export interface Target {
  readonly id: string;
  readonly grants: Grants | undefined;
}

/**
 * What is left of a caller's grants when it acts for another principal.
 * @param own the caller's grants, narrowed by its key's
 * @throws LociError `forbidden`, the same for one that does not exist, with which nothing is shared, that the context's policy does
 * not list, and for Loci's own: nobody learns which principals there are
 */
export function actingFor(target: Target, own: Grants, { delegation, delegationTargets }: Policy): Grants {
  const isAllowed = delegation === "any" || delegationTargets.includes(target.id);
  const shared = target.grants === undefined ? {} : effectiveGrants(own, undefined, target.grants);
  if (!isAllowed || target.id === systemPrincipalId || Object.keys(shared).length === 0) {
    throw new LociError("forbidden", "This key may not act on behalf of that principal.");
  }
  return shared;
}
