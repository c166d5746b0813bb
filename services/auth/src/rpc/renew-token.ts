import { LociError, toTimestamp, type Grants, type Identity } from "@loci/kernel";
import { readRenewable } from "@loci/platform/rpc";
import { actingFor } from "../domain/delegation.ts";
import { effectiveGrants } from "../domain/grants.ts";
import { isPrincipalId } from "../domain/fields.ts";
import { standingOf } from "../domain/key.ts";
import { policyOf } from "../domain/policy.ts";
import { findKeyWithAuthority, type KeyWithAuthority } from "../store/keys.ts";
import { findManagementKey } from "../store/management-keys.ts";
import { refusedKey, type AuthDeps } from "./deps.ts";

/**
 * A fresh token for the caller of one that auth made, for a call that takes longer than that was good for.
 * @throws LociError `unauthenticated` where it is none of ours, made for a caller of too long ago, or the key behind it is no more
 */
export async function renewed(deps: AuthDeps, token: string): Promise<string> {
  const { tokens, database, clock } = deps;
  if (tokens === undefined) throw new LociError("not_implemented", "This process makes no tokens.");
  const { caller, since, managementKeyId } = await readRenewable(token, tokens.find, clock());
  if (caller.kind === "principal") {
    return tokens.signer.sign({ caller: { kind: "principal", identity: await identityNow(deps, caller.identity) }, since });
  }
  const key = await database.acrossContexts((tx) => findManagementKey(tx, [managementKeyId]));
  if (key === undefined) throw refusedKey();
  return tokens.signer.sign({ caller, managementKeyId, since });
}

/** The same caller with the authority that it has now. */
async function identityNow({ database, clock }: AuthDeps, identity: Identity): Promise<Identity> {
  const { contextId, keyId, principalId, principalSince, secretMark, delegatedPrincipalId } = identity;
  const targetId = isPrincipalId(delegatedPrincipalId) ? delegatedPrincipalId : "";
  const found = await database.inContext(contextId, (tx) => findKeyWithAuthority(tx, contextId, [keyId], targetId), {
    readOnly: true,
  });
  if (found === undefined || standingOf(found.key, secretMark ?? "", clock()) === undefined) throw refusedKey();
  const isSame = found.key.principalId === principalId && toTimestamp(found.principalSince) === principalSince;
  if (!isSame) throw refusedKey();
  return { ...identity, isNarrowed: found.key.grants !== undefined, grants: grantsNow(found, delegatedPrincipalId) };
}

/** What the key's holder may do now, for the principal that it acts for, or for itself where that is "". */
export function grantsNow(found: KeyWithAuthority, onBehalfOf: string): Grants {
  const own = effectiveGrants(found.principalGrants, found.key.grants, undefined);
  if (onBehalfOf === "") return own;
  return actingFor({ id: onBehalfOf, grants: found.targetGrants }, own, policyOf(found.policy));
}
