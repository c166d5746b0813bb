import { LociError, parseTimestamp, toTimestamp } from "@loci/kernel";
import { requireManagement, requireService, type Call } from "@loci/platform/call";
import type { AuthService } from "@loci/protos";
import { readConfig } from "../domain/config.ts";
import { readDisplayName, readOwner } from "../domain/fields.ts";
import { readPolicy } from "../domain/policy.ts";
import { crossContexts, enterContext } from "../store/across.ts";
import { lockContext, updateContext, type ContextRecord } from "../store/contexts.ts";
import { deleteContext, forgetDeletedContext, isDeletedContext, listDeletedContexts } from "../store/deleted-contexts.ts";
import { dropChain } from "../store/audit.ts";
import { deleteOperationsIn } from "../store/operations.ts";
import { contextMessage } from "./contexts.ts";
import { namedContext, noSuchContext, requireServed, type AuthParts } from "./deps.ts";
import { keepProviderKeys } from "./model-settings.ts";
import { once } from "./once.ts";

type Rpcs = Pick<AuthService<Call>, "updateContext" | "deleteContext" | "listDeletedContexts" | "confirmContextPurged">;

/** A context's later life: its settings change, it is deleted, and its id is free again when nothing remembers it. */
export function contextChangeRpcs(parts: AuthParts): Rpcs {
  const { database, clock } = parts;
  return {
    async updateContext(request, call) {
      requireManagement(call);
      const contextId = namedContext(request);
      const owner = readOwner(request.owner);
      const updated = await database.inContext(contextId, (tx) =>
        once(tx, parts, { call, contextId, operation: request.operation, deed: ["updateContext", contextId] }, async () => {
          const before = await lockContext(tx, contextId);
          if (before === undefined) throw noSuchContext();
          if (owner !== undefined && !mayTakeOver(owner, before.owner)) throw ownedByAnother(before.owner);
          const { config, providerKeys } = readConfig(request.configJson, parts.modelHosts, before.config);
          const context: ContextRecord = {
            ...before,
            displayName: request.displayName === "" ? before.displayName : readDisplayName(request.displayName),
            config,
            policy: readPolicy(request.policyJson, before.policy),
            owner: request.clearOwner ? "" : (owner ?? before.owner),
          };
          await updateContext(tx, context);
          await keepProviderKeys(tx, parts, contextId, providerKeys);
          return contextMessage(context);
        }),
      );
      parts.forgetAnswers();
      return updated;
    },

    async deleteContext(request, call) {
      requireManagement(call);
      const contextId = namedContext(request);
      await database.acrossContexts((tx) =>
        once(tx, parts, { call, contextId: "*", operation: request.operation, deed: ["deleteContext", contextId] }, async () => {
          await enterContext(tx, contextId);
          if (!(await deleteContext(tx, contextId, clock()))) throw noSuchContext();
          await deleteOperationsIn(tx, contextId);
          await crossContexts(tx);
          return {};
        }),
      );
      parts.forgetAnswers();
      return {};
    },

    async listDeletedContexts(_request, call) {
      requireService(call);
      const deleted = await database.acrossContexts(listDeletedContexts);
      return { contexts: deleted.map(({ id, deletedAt }) => ({ id, deletedAt: toTimestamp(deletedAt) })) };
    },

    async confirmContextPurged(request, call) {
      requireService(call);
      const contextId = namedContext(request);
      requireServed(call, contextId);
      const at = parseTimestamp(request.deletedAt);
      if (at === undefined) throw new LociError("invalid", "deleted_at is when ListDeletedContexts says that it was deleted.");
      const isDeleted = await database.inContext(contextId, async (tx) => {
        // Another context may bear the id by now, where this was done before: its audit stays.
        if (await forgetDeletedContext(tx, { id: contextId, deletedAt: Date.parse(at) })) await dropChain(tx, contextId);
        return isDeletedContext(tx, contextId);
      });
      if (isDeleted) throw new LociError("conflict", `The context was deleted another time than at ${request.deletedAt}.`);
      return {};
    },
  };
}

/** Where nobody keeps it, or the owner itself, or what it has been given to: a place, such as a namespace, with the new owner in it. */
function mayTakeOver(owner: string, before: string): boolean {
  return before === "" || before === owner || owner.startsWith(`${before}/`);
}

function ownedByAnother(owner: string): LociError {
  return new LociError(
    "conflict",
    `This context is kept by ${owner}. Remove that owner first (owner: null), if it no longer keeps it.`,
  );
}
