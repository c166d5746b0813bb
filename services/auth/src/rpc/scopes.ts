import { invalidField, LociError, regionCovers, rootPath, toTimestamp, type ScopePath } from "@loci/kernel";
import { principalOf, regionFor, requireManagement, type Call } from "@loci/platform/call";
import type { auth, AuthService } from "@loci/protos";
import { readContextId, readDescription, readDisplayName, readPath } from "../domain/fields.ts";
import { findUnregistered, insertOrGetScope, listScopes, type ScopeRecord } from "../store/scopes.ts";
import { contextOf, requireContext, type AuthParts } from "./deps.ts";

const maxPathsAsked = 256;

type Rpcs = Pick<
  AuthService<Call>,
  "findUnregistered" | "registerScope" | "listScopes" | "registerContextScope" | "listContextScopes"
>;

/** Registered paths: asked for by every write, registered and listed by callers and by management. */
export function scopeRpcs({ database, clock }: AuthParts): Rpcs {
  const toRecord = (path: ScopePath, request: auth.RegisterScopeRequest): ScopeRecord => ({
    path,
    displayName: request.displayName === "" ? "" : readDisplayName(request.displayName),
    description: readDescription(request.description),
    createdAt: clock(),
  });

  return {
    async findUnregistered(request, call) {
      const contextId = contextOf(call);
      if (request.paths.length > maxPathsAsked) throw invalidField("/paths", `has more than ${maxPathsAsked} paths`);
      const paths = [...new Set(request.paths.map((path, i) => readPath(path, `/paths/${i}`)))];
      if (paths.length === 0) return { paths: [] };
      return { paths: await database.inContext(contextId, (tx) => findUnregistered(tx, contextId, paths), { readOnly: true }) };
    },

    async registerScope(request, call) {
      const { contextId } = principalOf(call);
      const region = regionFor(call, "scope:create");
      const path = readPath(request.path);
      if (!regionCovers(region, path)) throw new LociError("forbidden", "The scope:create grant does not cover this path.");
      const record = toRecord(path, request);
      return scopeMessage(await database.inContext(contextId, (tx) => insertOrGetScope(tx, contextId, record)));
    },

    async listScopes(_request, call) {
      const { contextId } = principalOf(call);
      const region = regionFor(call, "scope:read");
      const scopes = await database.inContext(contextId, (tx) => listScopes(tx, contextId, region), { readOnly: true });
      return { scopes: scopes.map(scopeMessage) };
    },

    async registerContextScope(request, call) {
      requireManagement(call);
      const contextId = readContextId(request.contextId, "/contextId");
      const record = toRecord(readPath(request.path), request);
      return database.inContext(contextId, async (tx) => {
        await requireContext(tx, contextId);
        return scopeMessage(await insertOrGetScope(tx, contextId, record));
      });
    },

    async listContextScopes(request, call) {
      requireManagement(call);
      const contextId = readContextId(request.contextId, "/contextId");
      return database.inContext(
        contextId,
        async (tx) => {
          await requireContext(tx, contextId);
          return { scopes: (await listScopes(tx, contextId, [rootPath])).map(scopeMessage) };
        },
        { readOnly: true },
      );
    },
  };
}

function scopeMessage(scope: ScopeRecord): auth.ScopeNode {
  return {
    path: scope.path,
    createdAt: toTimestamp(scope.createdAt),
    tombstonedAt: "",
    displayName: scope.displayName,
    description: scope.description,
  };
}
