import { LociError } from "@loci/kernel";
import { requireManagement, type Call } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import type { auth, AuthService } from "@loci/protos";
import { isKeyName, readContextId } from "../domain/fields.ts";
import { readGrants, requireNarrowing } from "../domain/grants.ts";
import type { Key } from "../domain/key.ts";
import { policyOf } from "../domain/policy.ts";
import { listKeys, lockKeyByName, revokeKey } from "../store/keys.ts";
import { requireContext, type AuthParts } from "./deps.ts";
import { keyMessage, mintKey, noSuchKey, renewKey } from "./key-changes.ts";
import { requirePrincipal } from "./principals.ts";

type Rpcs = Pick<AuthService<Call>, "mintPrincipalKey" | "listContextKeys" | "revokeContextKey" | "rotateContextKey">;

/** Keys of a context under a management key. */
export function contextKeyRpcs(parts: AuthParts): Rpcs {
  const { database, clock } = parts;
  return {
    async mintPrincipalKey(request, call) {
      requireManagement(call);
      const contextId = readContextId(request.contextId, "/contextId");
      const grants = request.grants === null ? undefined : readGrants(request.grants);
      return database.inContext(contextId, async (tx) => {
        const policy = policyOf((await requireContext(tx, contextId)).policy);
        const principal = await requirePrincipal(tx, contextId, request.principalId);
        if (principal.id === "system") throw new LociError("forbidden", "The principal 'system' holds no keys.");
        if (grants !== undefined) requireNarrowing(grants, principal.grants);
        return mintKey(tx, parts, policy, { ...request, contextId, principalId: principal.id, grants });
      });
    },

    async listContextKeys(request, call) {
      requireManagement(call);
      const contextId = readContextId(request.contextId, "/contextId");
      return database.inContext(
        contextId,
        async (tx) => {
          await requireContext(tx, contextId);
          return { keys: (await listKeys(tx, contextId)).map((key) => keyMessage(key, clock())) };
        },
        { readOnly: true },
      );
    },

    async revokeContextKey(request, call) {
      requireManagement(call);
      const contextId = readContextId(request.contextId, "/contextId");
      await database.inContext(contextId, async (tx) => {
        const key = await requireKey(tx, contextId, request);
        await revokeKey(tx, contextId, key.id, clock());
      });
      parts.forgetAnswers();
      return {};
    },

    async rotateContextKey(request, call) {
      requireManagement(call);
      const contextId = readContextId(request.contextId, "/contextId");
      const minted = await database.inContext(contextId, async (tx) => {
        const policy = policyOf((await requireContext(tx, contextId)).policy);
        const key = await requireKey(tx, contextId, request);
        return renewKey(tx, parts, policy, { ...request, contextId, key, mayProlong: true });
      });
      parts.forgetAnswers();
      return minted;
    },
  };
}

/** The key of this name; one of another principal than the named one ("" for any) answers like one that does not exist. */
async function requireKey(tx: Transaction, contextId: string, { name, principalId }: auth.KeyRef): Promise<Key> {
  await requireContext(tx, contextId);
  const key = isKeyName(name) ? await lockKeyByName(tx, contextId, name) : undefined;
  if (key === undefined || (principalId !== "" && key.principalId !== principalId)) throw noSuchKey();
  return key;
}
