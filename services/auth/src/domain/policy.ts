import { principalIdPattern } from "@loci/kernel";
import { z } from "zod";
import { invalidObject, mergePatch, oneSpelling, readObject } from "./json-object.ts";

/** A context's rules for keys. */
export interface Policy {
  /** False: members may not mint keys for themselves. */
  readonly allowSelfServiceKeys: boolean;
  /** The longest life of a key, and that of one for which none was asked; undefined for no limit. */
  readonly maxTokenTtlSeconds: number | undefined;
  /** For whom its keys may act: every principal, or those that are listed. */
  readonly delegation: Delegation;
  readonly delegationTargets: readonly string[];
}

const delegations = ["any", "listed"] as const;
export type Delegation = (typeof delegations)[number];

/** So many principals of the longest ids fit into a policy. */
const maxTargets = 256;

/** The policy as it is stored and shown, under the contract's names. */
export type StoredPolicy = z.infer<typeof storedPolicy>;

const storedPolicy = z.strictObject({
  allow_self_service_keys: z.boolean().optional(),
  max_token_ttl_seconds: z.int().min(1).max(2_147_483_647).optional(),
  delegation: z.enum(delegations, { error: `must be one of ${delegations.join(", ")}` }).optional(),
  delegation_targets: z.array(z.string().regex(principalIdPattern, "must be the id of a principal")).max(maxTargets).optional(),
});

const maxPolicyBytes = 64 * 1024;

export function policyOf(stored: StoredPolicy): Policy {
  return {
    allowSelfServiceKeys: stored.allow_self_service_keys ?? true,
    maxTokenTtlSeconds: stored.max_token_ttl_seconds,
    delegation: stored.delegation ?? "any",
    delegationTargets: stored.delegation_targets ?? [],
  };
}

/**
 * Checks a policy from outside, in either spelling, merged into the one that is there; "" changes nothing.
 * @throws LociError `invalid` that names the field
 */
export function readPolicy(json: string, before: StoredPolicy = {}): StoredPolicy {
  const given = oneSpelling(readObject(json, "/policy", maxPolicyBytes), Object.keys(storedPolicy.shape), "/policy");
  const result = storedPolicy.safeParse(mergePatch(before, given));
  if (result.success) return result.data;
  throw invalidObject(result.error, "/policy");
}
