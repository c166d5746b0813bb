import { LociError, type Grants, type Identity } from "@loci/kernel";
import type { Transaction } from "@loci/ports/database";
import { isKeyName } from "../domain/fields.ts";
import { requireGivable } from "../domain/granting.ts";
import { effectiveGrants, isContextAdmin } from "../domain/grants.ts";
import { standingOf, type Key, type RotationAsk, type Standing } from "../domain/key.ts";
import type { Policy } from "../domain/policy.ts";
import { lockKeys } from "../store/keys.ts";
import { lockPrincipal } from "../store/principals.ts";
import { refusedKey } from "./deps.ts";
import { noSuchKey } from "./key-changes.ts";
import { requirePrincipal } from "./principals.ts";

/** Whoever makes a secret, as it stands in the transaction in which it does: what was remembered of it may be seconds old. */
export interface KeyCaller extends Standing {
  readonly principalId: string;
  readonly key: Key;
  readonly held: Grants;
  /** The key that it names, if there is one. */
  readonly named: Key | undefined;
}

/**
 * Holds the caller, its key and the key that it names until the transaction's end.
 * @throws LociError `unauthenticated` where its principal is gone, or the secret that it came with opens its key no more
 */
export async function holdCaller(tx: Transaction, identity: Identity, now: number, name?: string): Promise<KeyCaller> {
  const { contextId, principalId, keyId, secretMark = "" } = identity;
  // The principal before its keys, as whoever deletes it does.
  const principal = await lockPrincipal(tx, contextId, principalId);
  const asked = name !== undefined && isKeyName(name) ? name : undefined;
  const keys = await lockKeys(tx, contextId, keyId, asked);
  const key = keys.find(({ id }) => id === keyId);
  const standing = key && standingOf(key, secretMark, now);
  if (principal === undefined || key === undefined || standing === undefined) throw refusedKey();
  const named = keys.find((one) => one.name === asked && one.revokedAt === undefined);
  return { ...standing, principalId, key, named, held: effectiveGrants(principal.grants, key.grants, undefined) };
}

/**
 * The key that the caller names, if it may rotate it: its own with the present secret, another as the context's administrator,
 * which is then handed no more than it could give. A key that it may not see answers like one that does not exist.
 * @throws LociError `not_found`, `forbidden`
 */
export async function requireRotatable(tx: Transaction, contextId: string, caller: KeyCaller): Promise<Key> {
  const { named, held, principalId } = caller;
  if (named !== undefined && named.id === caller.key.id) {
    if (caller.isPresent) return named;
    throw new LociError("forbidden", "This secret was replaced by a rotation: only the present one rotates the key.");
  }
  if (named === undefined || !isContextAdmin(held)) throw noSuchKey();
  const { grants } = await requirePrincipal(tx, contextId, named.principalId);
  requireGivable({ principalId, grants: held }, effectiveGrants(grants, named.grants, undefined));
  return named;
}

/** How far a rotation by this caller may reach: what a broker gave prolongs itself for nobody. */
export function reachOf({ key, held }: KeyCaller, rotated: Key, policy: Policy): RotationAsk["reach"] {
  const isOwnToken = rotated.id === key.id && key.kind === "access";
  if (isContextAdmin(held) && !isOwnToken) return "policy";
  return policy.allowSelfServiceKeys && !isOwnToken ? "life" : "end";
}
