import { invalidField, LociError } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import type { auth, AuthService } from "@loci/protos";
import { mintCredential, pinCredential, type Credential } from "../domain/credential.ts";
import { readContextId } from "../domain/fields.ts";
import { management } from "../domain/key.ts";
import type { KeyKind } from "../domain/key-text.ts";
import { policyOf } from "../domain/policy.ts";
import type { ContextRecord } from "../store/contexts.ts";
import { crossContexts } from "../store/across.ts";
import { hasManagementKey, insertManagementKey, revokeOtherManagementKeys } from "../store/management-keys.ts";
import { makeContext } from "./contexts.ts";
import type { AuthParts } from "./deps.ts";
import { storeKey } from "./key-changes.ts";

/** Loci's own first step: nobody holds a key yet, so that only the service itself may call it. */
export function bootstrapRpc(parts: AuthParts): Pick<AuthService<Call>, "bootstrap" | "rotateManagementKey"> {
  const { database, clock } = parts;
  return {
    async bootstrap(request, call) {
      requireService(call);
      const contextId = readContextId(request.contextId, "/contextId");
      if (request.contextKey !== "" && request.contextKey === request.managementKey) {
        throw invalidField("/managementKey", "must not be the context key too");
      }
      const contextKey = credential(parts, "context", request.contextKey, "/contextKey");
      const now = clock();
      const context: ContextRecord = { id: contextId, displayName: contextId, config: {}, policy: {}, createdAt: now, owner: "" };
      return database.inContext(contextId, async (tx): Promise<auth.BootstrapResponse> => {
        // A deleted context is not made again behind its owner's back.
        if ((await makeContext(tx, context)) !== "made") {
          await crossContexts(tx);
          // One that is given is to work from now on: whoever changes it where a deployment keeps it begins with it anew.
          if (request.managementKey !== "") await ensureManagementKey(tx, parts, request.managementKey);
          return { created: false, contextId, contextKey: "", managementKey: "" };
        }
        const wanted = {
          contextId,
          principalId: "admin",
          name: "default",
          kind: "context" as const,
          grants: undefined,
          ttlSeconds: 0,
          mintedBy: management,
        };
        const minted = await storeKey(tx, contextKey, wanted, now, policyOf(context.policy));
        // Last, as the transaction sees no context's rows from here on.
        await crossContexts(tx);
        const managementKey = await ensureManagementKey(tx, parts, request.managementKey);
        return { created: true, contextId, contextKey: minted.key, managementKey };
      });
    },

    async rotateManagementKey(request, call) {
      requireService(call);
      return database.acrossContexts(async (tx): Promise<auth.RotateManagementKeyResponse> => {
        const { id, plaintext } = await storeManagementKey(tx, parts, request.managementKey);
        return { managementKey: plaintext, revoked: await revokeOtherManagementKeys(tx, id, clock()) };
      });
    },
  };
}

/** The plaintext of the management key that now stands; "" when there is one and none was pinned. */
async function ensureManagementKey(tx: Transaction, parts: AuthParts, pinned: string): Promise<string> {
  if (pinned === "" && (await hasManagementKey(tx))) return "";
  return (await storeManagementKey(tx, parts, pinned)).plaintext;
}

/** @throws LociError `conflict` for one that is given and was revoked */
async function storeManagementKey(tx: Transaction, parts: AuthParts, pinned: string): Promise<Credential> {
  const made = credential(parts, "management", pinned, "/managementKey");
  if (await insertManagementKey(tx, made.id, made.verifier, parts.clock())) return made;
  throw new LociError(
    "conflict",
    "The management key that is given was revoked. Give another one: 'loci-server generate-key' makes one.",
  );
}

function credential(parts: AuthParts, kind: KeyKind, pinned: string, pointer: string): Credential {
  const { pepper } = parts.secrets;
  return pinned === ""
    ? mintCredential(kind, parts.ids("key"), pepper, parts.random)
    : pinCredential(kind, pinned, pepper, pointer);
}
