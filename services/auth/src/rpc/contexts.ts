import { LociError, recordKey, toTimestamp } from "@loci/kernel";
import { requireManagement, type Call } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import type { auth, AuthService } from "@loci/protos";
import { readConfig } from "../domain/config.ts";
import { readContextId, readDisplayName, readExternalId, readOwner, systemPrincipalId } from "../domain/fields.ts";
import { allGrants } from "../domain/grants.ts";
import { oneText, pageOf, readPage } from "../domain/page.ts";
import { readPolicy } from "../domain/policy.ts";
import { crossContexts, enterContext } from "../store/across.ts";
import { insertContext, listContexts, type ContextRecord } from "../store/contexts.ts";
import { isDeletedContext } from "../store/deleted-contexts.ts";
import { namedContext, requireContext, requireServed, type AuthParts } from "./deps.ts";
import { keepProviderKeys } from "./model-settings.ts";
import { once } from "./once.ts";
import { addPrincipal } from "./principals.ts";

type Rpcs = Pick<AuthService<Call>, "createContext" | "getContext" | "listContexts">;

export function contextRpcs(parts: AuthParts): Rpcs {
  const { database, clock, random } = parts;
  return {
    async createContext(request, call) {
      requireManagement(call);
      const now = clock();
      const id = request.id === "" ? recordKey(now, random(16)) : readContextId(request.id);
      const { config, providerKeys } = readConfig(request.configJson, parts.modelHosts);
      const context: ContextRecord = {
        id,
        displayName: request.displayName === "" ? id : readDisplayName(request.displayName),
        config,
        policy: readPolicy(request.policyJson),
        createdAt: now,
        owner: readOwner(request.owner) ?? "",
      };
      const adminExternalId = readExternalId(request.adminExternalId, "/adminExternalId");
      // An id may be made here, so that a repeated call is recognised before the context is known.
      return database.acrossContexts((tx) =>
        once(tx, parts, { call, contextId: "*", operation: request.operation, deed: ["createContext", id] }, async () => {
          await enterContext(tx, id);
          const made = await makeContext(tx, context, adminExternalId);
          if (made === "exists") throw new LociError("conflict", "A context of this id exists already.");
          if (made === "deleted") throw deletedContext();
          await keepProviderKeys(tx, parts, id, providerKeys);
          await crossContexts(tx);
          return contextMessage(context);
        }),
      );
    },

    async getContext(request, call) {
      const contextId = namedContext(request);
      if (call.caller.kind === "service") requireServed(call, contextId);
      else requireManagement(call);
      return database.inContext(contextId, async (tx) => contextMessage(await requireContext(tx, contextId)), { readOnly: true });
    },

    async listContexts(request, call) {
      if (call.caller.kind !== "service") requireManagement(call);
      const page = readPage(request.page, oneText);
      const found = await database.acrossContexts((tx) => listContexts(tx, page));
      const { rows, next } = pageOf(found, page.limit, ({ id }) => [id]);
      return { contexts: rows.map(contextMessage), next };
    },
  };
}

function deletedContext(): LociError {
  return new LociError("conflict", "A context of this id was deleted, and something of it is still to be purged.");
}

/** Makes a context with its two reserved principals; nothing is made where its id is taken. */
export async function makeContext(
  tx: Transaction,
  context: ContextRecord,
  adminExternalId?: string,
): Promise<"made" | "exists" | "deleted"> {
  if (await isDeletedContext(tx, context.id)) return "deleted";
  if (!(await insertContext(tx, context))) return "exists";
  // The insertion may have waited for a deletion that was not seen before.
  if (await isDeletedContext(tx, context.id)) throw deletedContext();
  const reserved = { grants: allGrants, createdAt: context.createdAt, reserved: true, createdBy: "" };
  // `system` stands behind background work; `admin` is the context's owner.
  const system = { ...reserved, id: systemPrincipalId, displayName: "system", kind: "system", externalId: undefined };
  await addPrincipal(tx, context.id, system);
  await addPrincipal(tx, context.id, {
    ...reserved,
    id: "admin",
    displayName: "admin",
    kind: "admin",
    externalId: adminExternalId,
  });
  return "made";
}

export function contextMessage(context: ContextRecord): auth.Context {
  return {
    id: context.id,
    displayName: context.displayName,
    configJson: JSON.stringify(context.config),
    policyJson: JSON.stringify(context.policy),
    createdAt: toTimestamp(context.createdAt),
    owner: context.owner,
  };
}
