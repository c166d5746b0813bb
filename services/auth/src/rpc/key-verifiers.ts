import { LociError } from "@loci/kernel";
import { requireManagement, type Call } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import type { AuthService } from "@loci/protos";
import { readKeyId, readKeyName, readTime, readVerifier } from "../domain/fields.ts";
import { readGrants, requireNarrowing } from "../domain/grants.ts";
import { cappedEnd, management, type Key } from "../domain/key.ts";
import { policyOf } from "../domain/policy.ts";
import { digestFitsVerifier, verifierOfDigest } from "../domain/verifier.ts";
import { handDownMinted, insertKey, revokeKey, rotateKey, updateKeyTerms } from "../store/keys.ts";
import { requireKeyHolder } from "./context-keys.ts";
import { namedContext, requireContext, type AuthParts } from "./deps.ts";
import { holdKeyByName, keyMessage } from "./key-changes.ts";
import { once } from "./once.ts";

/** Keys whose secrets are made elsewhere: the caller says what should be, as often as it likes. */
export function keyVerifierRpc(parts: AuthParts): Pick<AuthService<Call>, "registerKeyVerifier"> {
  const { database, clock } = parts;
  return {
    async registerKeyVerifier(request, call) {
      requireManagement(call);
      const contextId = namedContext(request);
      const grants = request.grants === null ? undefined : readGrants(request.grants);
      const asked = {
        id: readKeyId(request.keyId),
        name: readKeyName(request.name),
        digest: readVerifier(request.verifier),
        grants,
        expiresAt: readTime(request.expiresAt, "/expiresAt"),
      };
      const registered = await database.inContext(contextId, (tx) =>
        once(
          tx,
          parts,
          { call, contextId, operation: request.operation, deed: ["registerKeyVerifier", request.principalId, asked.name] },
          async () => {
            const { maxTokenTtlSeconds } = policyOf((await requireContext(tx, contextId)).policy);
            const principal = await requireKeyHolder(tx, contextId, request.principalId);
            if (grants !== undefined) requireNarrowing(grants, principal.grants);
            const before = await holdKeyByName(tx, contextId, asked.name);
            const key = await register(tx, parts, { ...asked, contextId, principalId: principal.id, maxTokenTtlSeconds }, before);
            return keyMessage(key, clock());
          },
        ),
      );
      parts.forgetAnswers();
      return registered;
    },
  };
}

interface Wanted {
  readonly contextId: string;
  readonly principalId: string;
  readonly id: string;
  readonly name: string;
  readonly digest: Uint8Array;
  readonly grants: Key["grants"];
  readonly expiresAt: number | undefined;
  readonly maxTokenTtlSeconds: number | undefined;
}

/** Brings the key of this name to what is wanted. @throws LociError `conflict` for a name or an id that is another key's */
async function register(tx: Transaction, parts: AuthParts, wanted: Wanted, before: Key | undefined): Promise<Key> {
  const { contextId, id, digest, grants } = wanted;
  const { pepper } = parts.secrets;
  const now = parts.clock();
  if (before !== undefined && before.principalId !== wanted.principalId) {
    throw new LociError("conflict", "A key of this name belongs to another principal.");
  }
  const isSame = before?.id === id && digestFitsVerifier(digest, before.verifier, pepper);
  const secretSince = isSame ? before.secretSince : now;
  const validUntil = cappedEnd(wanted.expiresAt, wanted.maxTokenTtlSeconds, secretSince);
  if (before?.id === id) {
    const verifier = isSame ? before.verifier : verifierOfDigest(digest, pepper);
    if (!isSame) await rotateKey(tx, contextId, id, { verifier, at: now, validUntil, previousUntil: undefined });
    await updateKeyTerms(tx, contextId, id, { grants, validUntil });
    return { ...before, verifier, secretSince, grants, validUntil };
  }
  if (before !== undefined) {
    // A rotation: who holds the new secret held the old one, and keeps what it minted.
    await handDownMinted(tx, contextId, before.id, id);
    await revokeKey(tx, contextId, before.id, now);
  }
  const key: Key = {
    id,
    principalId: wanted.principalId,
    name: wanted.name,
    kind: "context",
    verifier: verifierOfDigest(digest, pepper),
    secretSince,
    previous: undefined,
    grants,
    createdAt: now,
    validUntil,
    revokedAt: undefined,
    lastUsedAt: undefined,
    mintedBy: management,
  };
  if (!(await insertKey(tx, contextId, key))) throw new LociError("conflict", "This key id is taken, or was revoked.");
  return key;
}
