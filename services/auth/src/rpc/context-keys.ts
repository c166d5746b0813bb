import { LociError } from "@loci/kernel";
import { requireManagement, type Call } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import type { auth, AuthService } from "@loci/protos";
import { systemPrincipalId } from "../domain/fields.ts";
import { readGrants, requireNarrowing } from "../domain/grants.ts";
import { management, type Key } from "../domain/key.ts";
import { readPage } from "../domain/page.ts";
import { policyOf } from "../domain/policy.ts";
import { isKeyOrder, listKeys } from "../store/keys.ts";
import type { PrincipalRecord } from "../store/principals.ts";
import { namedContext, requireContext, type AuthParts } from "./deps.ts";
import { endKey, holdKeyByName, keyListMessage, mintKey, noSuchKey, renewKey } from "./key-changes.ts";
import { once } from "./once.ts";
import { requirePrincipal } from "./principals.ts";

type Rpcs = Pick<AuthService<Call>, "mintPrincipalKey" | "listContextKeys" | "revokeContextKey" | "rotateContextKey">;

/** Keys of a context under a management key. */
export function contextKeyRpcs(parts: AuthParts): Rpcs {
  const { database, clock } = parts;
  return {
    async mintPrincipalKey(request, call) {
      requireManagement(call);
      const contextId = namedContext(request);
      const grants = request.grants === null ? undefined : readGrants(request.grants);
      return database.inContext(contextId, (tx) =>
        once(
          tx,
          parts,
          {
            call,
            contextId,
            operation: request.operation,
            deed: ["mintPrincipalKey", request.principalId, request.name],
            secret: true,
          },
          async () => {
            const policy = policyOf((await requireContext(tx, contextId)).policy);
            const principal = await requireKeyHolder(tx, contextId, request.principalId);
            if (grants !== undefined) requireNarrowing(grants, principal.grants);
            return mintKey(tx, parts, policy, {
              ...request,
              contextId,
              principalId: principal.id,
              kind: "context",
              grants,
              mintedBy: management,
            });
          },
        ),
      );
    },

    async listContextKeys(request, call) {
      requireManagement(call);
      const contextId = namedContext(request);
      const page = readPage(request.page, isKeyOrder);
      const keys = await database.inContext(
        contextId,
        async (tx) => {
          await requireContext(tx, contextId);
          if (request.principalId !== "") await requirePrincipal(tx, contextId, request.principalId);
          return listKeys(tx, contextId, request.principalId, page);
        },
        { readOnly: true },
      );
      return keyListMessage(keys, page, clock());
    },

    async revokeContextKey(request, call) {
      requireManagement(call);
      const contextId = namedContext(request);
      const ended = await database.inContext(contextId, (tx) =>
        once<Partial<auth.RevokeKeyResponse>>(
          tx,
          parts,
          {
            call,
            contextId,
            operation: request.operation,
            deed: ({ also = [] }) => ["revokeContextKey", request.principalId, request.name, ...also],
            takesAway: true,
          },
          async () => endKey(tx, contextId, await requireKey(tx, contextId, request), clock()),
        ),
      );
      parts.forgetAnswers();
      // An answer that was stored before this was told has none.
      return { also: ended.also ?? [] };
    },

    async rotateContextKey(request, call) {
      requireManagement(call);
      const contextId = namedContext(request);
      const minted = await database.inContext(contextId, (tx) =>
        once(
          tx,
          parts,
          {
            call,
            contextId,
            operation: request.operation,
            deed: ["rotateContextKey", request.principalId, request.name],
            secret: true,
          },
          async () => {
            const policy = policyOf((await requireContext(tx, contextId)).policy);
            const key = await requireKey(tx, contextId, request);
            return renewKey(tx, parts, policy, { ...request, contextId, key, reach: "policy" });
          },
        ),
      );
      parts.forgetAnswers();
      return minted;
    },
  };
}

/** A principal that may hold keys. @throws LociError `forbidden` for the background's own */
export async function requireKeyHolder(tx: Transaction, contextId: string, id: string): Promise<PrincipalRecord> {
  const principal = await requirePrincipal(tx, contextId, id);
  if (principal.id === systemPrincipalId) throw new LociError("forbidden", "The principal 'system' holds no keys.");
  return principal;
}

/** The key of this name; one of another principal than the named one ("" for any) answers like one that does not exist. */
async function requireKey(
  tx: Transaction,
  contextId: string,
  { name, principalId }: Pick<auth.KeyRef, "name" | "principalId">,
): Promise<Key> {
  await requireContext(tx, contextId);
  const key = await holdKeyByName(tx, contextId, name);
  if (key === undefined || (principalId !== "" && key.principalId !== principalId)) throw noSuchKey();
  return key;
}
