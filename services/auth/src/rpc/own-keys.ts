import { LociError, type Identity } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import type { auth, AuthService } from "@loci/protos";
import { isContextAdmin, readGrants, requireNarrowing } from "../domain/grants.ts";
import type { Key } from "../domain/key.ts";
import { readPage } from "../domain/page.ts";
import { policyOf } from "../domain/policy.ts";
import { findKey, isKeyOrder, listKeys } from "../store/keys.ts";
import { ownContext, refusedKey, requireContext, type AuthParts } from "./deps.ts";
import { holdCaller, reachOf, requireRotatable } from "./key-caller.ts";
import { endKey, holdKeyByName, keyListMessage, mintKey, noSuchKey, renewKey } from "./key-changes.ts";
import { once } from "./once.ts";

type Rpcs = Pick<AuthService<Call>, "mintOwnKey" | "listKeys" | "revokeKey" | "rotateKey">;

/** Keys on the data plane: a caller manages the key it came with, a context's administrator all of them. */
export function ownKeyRpcs(parts: AuthParts): Rpcs {
  const { database, clock } = parts;
  return {
    async mintOwnKey(request, call) {
      const identity = principalOf(call);
      refuseDelegated(identity);
      const { contextId, principalId } = identity;
      const asked = request.grants === null ? undefined : readGrants(request.grants);
      return database.inContext(contextId, (tx) =>
        once(
          tx,
          parts,
          { call, contextId, operation: request.operation, deed: ["mintOwnKey", principalId, request.name], secret: true },
          async () => {
            const policy = policyOf((await requireContext(tx, contextId)).policy);
            const { key, held, until } = await holdCaller(tx, identity, clock());
            if (!policy.allowSelfServiceKeys)
              throw new LociError("forbidden", "This context's policy does not allow self-service keys.");
            if (asked !== undefined) requireNarrowing(asked, held);
            const { name, ttlSeconds } = request;
            // Nothing is escaped by a further key: neither the narrowing nor the end of the one that made it, nor its broker.
            const wanted = {
              contextId,
              principalId,
              name,
              kind: key.kind,
              grants: asked ?? key.grants,
              ttlSeconds,
              notAfter: until,
              mintedBy: key.id,
            };
            return mintKey(tx, parts, policy, wanted);
          },
        ),
      );
    },

    async listKeys(request, call) {
      const identity = principalOf(call);
      const { keyId } = identity;
      const contextId = ownContext(call, request);
      const page = readPage(request.page, isKeyOrder);
      const keys = await database.inContext(
        contextId,
        async (tx) =>
          isContextAdmin(identity.grants)
            ? listKeys(tx, contextId, request.principalId, page)
            : [await requireOwnKey(tx, identity, keyId)],
        { readOnly: true },
      );
      return keyListMessage(keys, page, clock());
    },

    async revokeKey(request, call) {
      const identity = principalOf(call);
      const contextId = ownContext(call, request);
      const ended = await database.inContext(contextId, (tx) =>
        once<Partial<auth.RevokeKeyResponse>>(
          tx,
          parts,
          {
            call,
            contextId,
            operation: request.operation,
            deed: ({ also = [] }) => ["revokeKey", request.principalId, request.name, ...also],
            takesAway: true,
          },
          async () => endKey(tx, contextId, await requireManageable(tx, identity, request.name), clock()),
        ),
      );
      parts.forgetAnswers();
      // An answer that was stored before this was told has none.
      return { also: ended.also ?? [] };
    },

    async rotateKey(request, call) {
      const identity = principalOf(call);
      refuseDelegated(identity);
      const contextId = ownContext(call, request);
      const minted = await database.inContext(contextId, (tx) =>
        once(
          tx,
          parts,
          { call, contextId, operation: request.operation, deed: ["rotateKey", request.principalId, request.name], secret: true },
          async () => {
            const policy = policyOf((await requireContext(tx, contextId)).policy);
            const caller = await holdCaller(tx, identity, clock(), request.name);
            const key = await requireRotatable(tx, contextId, caller);
            return renewKey(tx, parts, policy, { ...request, contextId, key, reach: reachOf(caller, key, policy) });
          },
        ),
      );
      parts.forgetAnswers();
      return minted;
    },
  };
}

/** A secret minted for another's sake would outlive the delegation. */
function refuseDelegated(identity: Identity): void {
  if (identity.delegatedPrincipalId !== "")
    throw new LociError("forbidden", "No key is minted while acting on behalf of another principal.");
}

async function requireOwnKey(tx: Transaction, { contextId }: Identity, keyId: string): Promise<Key> {
  const key = await findKey(tx, contextId, keyId);
  if (key === undefined) throw refusedKey();
  return key;
}

/**
 * The key of this name, if the caller may end it. An administrator may end each, also one that holds more than its own: to end a key gives
 * nothing to anybody, and one that has leaked must not be safe from who finds it out. A key that the caller may not see answers like one that
 * does not exist.
 */
async function requireManageable(tx: Transaction, identity: Identity, name: string): Promise<Key> {
  const key = await holdKeyByName(tx, identity.contextId, name);
  if (key === undefined || (key.id !== identity.keyId && !isContextAdmin(identity.grants))) throw noSuchKey();
  return key;
}
