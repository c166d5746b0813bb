import { LociError, recordKey, toTimestamp } from "@loci/kernel";
import { requireManagement, type Call } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import type { auth, AuthService } from "@loci/protos";
import { readContextId, readDisplayName, readExternalId } from "../domain/fields.ts";
import { allGrants } from "../domain/grants.ts";
import { readConfig, readPolicy } from "../domain/policy.ts";
import { insertContext, listContexts, type ContextRecord } from "../store/contexts.ts";
import { insertPrincipal } from "../store/principals.ts";
import { requireContext, type AuthParts } from "./deps.ts";

type Rpcs = Pick<AuthService<Call>, "createContext" | "getContext" | "listContexts">;

export function contextRpcs({ database, clock, random }: AuthParts): Rpcs {
  return {
    async createContext(request, call) {
      requireManagement(call);
      const now = clock();
      const id = request.id === "" ? recordKey(now, random(16)) : readContextId(request.id);
      const context: ContextRecord = {
        id,
        displayName: request.displayName === "" ? id : readDisplayName(request.displayName),
        config: readConfig(request.configJson),
        policy: readPolicy(request.policyJson),
        createdAt: now,
      };
      const adminExternalId = readExternalId(request.adminExternalId, "/adminExternalId");
      const made = await database.inContext(id, (tx) => makeContext(tx, context, adminExternalId));
      if (!made) throw new LociError("conflict", "A context of this id exists already.");
      return contextMessage(context);
    },

    async getContext(request, call) {
      requireManagement(call);
      const id = readContextId(request.contextId, "/contextId");
      return database.inContext(id, async (tx) => contextMessage(await requireContext(tx, id)), { readOnly: true });
    },

    async listContexts(_request, call) {
      requireManagement(call);
      return { contexts: (await database.acrossContexts(listContexts)).map(contextMessage) };
    },
  };
}

/** Makes a context with its two reserved principals; false, and nothing made, when it is there already. */
export async function makeContext(tx: Transaction, context: ContextRecord, adminExternalId?: string): Promise<boolean> {
  if (!(await insertContext(tx, context))) return false;
  const reserved = { grants: allGrants, createdAt: context.createdAt, reserved: true };
  // `system` stands behind background work; `admin` is the context's owner.
  await insertPrincipal(tx, context.id, {
    ...reserved,
    id: "system",
    displayName: "system",
    kind: "system",
    externalId: undefined,
  });
  await insertPrincipal(tx, context.id, {
    ...reserved,
    id: "admin",
    displayName: "admin",
    kind: "admin",
    externalId: adminExternalId,
  });
  return true;
}

function contextMessage(context: ContextRecord): auth.Context {
  return {
    id: context.id,
    displayName: context.displayName,
    configJson: JSON.stringify(context.config),
    policyJson: JSON.stringify(context.policy),
    createdAt: toTimestamp(context.createdAt),
  };
}
