import { LociError, toTimestamp, type Grants } from "@loci/kernel";
import { grantsMessage } from "@loci/platform/messages";
import type { Transaction } from "@loci/ports/database";
import type { auth } from "@loci/protos";
import { mintCredential, type Credential } from "../domain/credential.ts";
import { isKeyName, readKeyName, readOverlap, readTtl } from "../domain/fields.ts";
import { earlier, endOfLife, keyState, rotatedLife, type Key, type RotationAsk } from "../domain/key.ts";
import { pageOf, type Page } from "../domain/page.ts";
import type { Policy } from "../domain/policy.ts";
import { findHolder, insertKey, keyOrder, lockKeyByName, revokeKey, rotateKey } from "../store/keys.ts";
import { lockPrincipal } from "../store/principals.ts";
import type { AuthParts } from "./deps.ts";

export interface NewKey {
  readonly contextId: string;
  readonly principalId: string;
  /** "" makes one. */
  readonly name: string;
  readonly kind: Key["kind"];
  readonly grants: Grants | undefined;
  readonly ttlSeconds: number;
  /** The id of the key that makes it, or `management`. */
  readonly mintedBy: string;
  /** The end of the credential that makes it; undefined for never. */
  readonly notAfter?: number | undefined;
}

/** Makes a key with a secret of its own. @throws LociError `conflict` when its name is taken */
export async function mintKey(tx: Transaction, parts: AuthParts, policy: Policy, wanted: NewKey): Promise<auth.MintedKey> {
  const id = parts.ids("key");
  // Ids are unique, so that a name made from one is taken only by who chose it on purpose.
  const name = wanted.name === "" ? `key-${id.slice(id.indexOf(":") + 1)}` : readKeyName(wanted.name);
  const credential = mintCredential(wanted.kind, id, parts.secrets.pepper, parts.random);
  return storeKey(tx, credential, { ...wanted, name }, parts.clock(), policy);
}

/** Stores a key whose secret is there already. @throws LociError `conflict` when its name is taken */
export async function storeKey(
  tx: Transaction,
  credential: Credential,
  wanted: NewKey,
  now: number,
  policy: Policy,
): Promise<auth.MintedKey> {
  const validUntil = earlier(endOfLife(readTtl(wanted.ttlSeconds), policy.maxTokenTtlSeconds, now), wanted.notAfter);
  const stored = await insertKey(tx, wanted.contextId, {
    id: credential.id,
    principalId: wanted.principalId,
    name: wanted.name,
    kind: wanted.kind,
    verifier: credential.verifier,
    secretSince: now,
    previous: undefined,
    grants: wanted.grants,
    createdAt: now,
    validUntil,
    revokedAt: undefined,
    lastUsedAt: undefined,
    mintedBy: wanted.mintedBy,
  });
  if (!stored) throw new LociError("conflict", "A key of this name exists already.");
  const { principalId, name } = wanted;
  return { id: credential.id, key: credential.plaintext, validUntil: timeOrNone(validUntil), name, principalId };
}

export interface RotationOrder {
  readonly contextId: string;
  readonly key: Key;
  readonly ttlSeconds: number;
  readonly overlapSeconds: number;
  readonly reach: RotationAsk["reach"];
}

/** Gives a key a new secret under its old id and name. */
export async function renewKey(tx: Transaction, parts: AuthParts, policy: Policy, order: RotationOrder): Promise<auth.MintedKey> {
  const { key, contextId } = order;
  const now = parts.clock();
  const ask = {
    ttlSeconds: readTtl(order.ttlSeconds),
    overlapSeconds: readOverlap(order.overlapSeconds),
    maxTtlSeconds: policy.maxTokenTtlSeconds,
    reach: order.reach,
  };
  const { validUntil, previousUntil } = rotatedLife(key, ask, now);
  const credential = mintCredential(key.kind, key.id, parts.secrets.pepper, parts.random);
  await rotateKey(tx, contextId, key.id, { verifier: credential.verifier, at: now, validUntil, previousUntil });
  const { id, name, principalId } = key;
  return { id, key: credential.plaintext, validUntil: timeOrNone(validUntil), name, principalId };
}

export function keyMessage(key: Key, now: number): auth.KeyDetail {
  return {
    id: key.id,
    name: key.name,
    principalId: key.principalId,
    grants: key.grants === undefined ? null : grantsMessage(key.grants),
    createdAt: toTimestamp(key.createdAt),
    validUntil: timeOrNone(key.validUntil),
    lastUsedAt: timeOrNone(key.lastUsedAt),
    state: keyState(key, now),
    kind: key.kind,
    mintedBy: key.mintedBy ?? "",
  };
}

/**
 * The key that bears a name now, held with its principal until the transaction's end: whoever mints with a key holds that principal too, so that
 * none is minted while keys end.
 */
export async function holdKeyByName(tx: Transaction, contextId: string, name: string): Promise<Key | undefined> {
  if (!isKeyName(name)) return undefined;
  const holder = await findHolder(tx, contextId, name);
  if (holder === undefined) return undefined;
  // The principal before its keys, as whoever deletes it does.
  await lockPrincipal(tx, contextId, holder);
  const key = await lockKeyByName(tx, contextId, name);
  return key?.principalId === holder ? key : undefined;
}

/** Ends a key that `holdKeyByName` holds, and those that were minted with it, and so on. */
export async function endKey(tx: Transaction, contextId: string, { id }: Key, now: number): Promise<auth.RevokeKeyResponse> {
  const ended = await revokeKey(tx, contextId, id, now);
  return { also: ended.filter((one) => one !== id) };
}

export function keyListMessage(found: readonly Key[], page: Page, now: number): auth.ListKeysResponse {
  const { rows, next } = pageOf(found, page.limit, keyOrder);
  return { keys: rows.map((key) => keyMessage(key, now)), next };
}

function timeOrNone(millis: number | undefined): string {
  return millis === undefined ? "" : toTimestamp(millis);
}

export function noSuchKey(): LociError {
  return new LociError("not_found", "There is no such key.");
}
