import { invalidField, LociError, regionCovers, rootPath, toTimestamp, type Region, type ScopePath } from "@loci/kernel";
import { regionFor, requireManagement, type Call } from "@loci/platform/call";
import type { auth, AuthService } from "@loci/protos";
import { readDescription, readDisplayName, readPath } from "../domain/fields.ts";
import { oneText, pageOf, readPage } from "../domain/page.ts";
import { findUnregistered, insertOrGetScope, listScopes, tombstoneScopes, type ScopeRecord } from "../store/scopes.ts";
import { contextOf, namedContext, ownContext, requireContext, type AuthParts } from "./deps.ts";
import { once } from "./once.ts";

const maxPathsAsked = 256;

type Rpcs = Pick<
  AuthService<Call>,
  | "findUnregistered"
  | "registerScope"
  | "registerPerson"
  | "listScopes"
  | "deleteScope"
  | "registerContextScope"
  | "listContextScopes"
>;

/** Registered paths: asked for by every write, registered, listed and deleted by callers and by management. */
export function scopeRpcs(parts: AuthParts): Rpcs {
  const { database, clock } = parts;

  const register = (request: auth.RegisterScopeRequest, contextId: string, path: ScopePath, call: Call) => {
    const record: ScopeRecord = {
      path,
      displayName: request.displayName === "" ? "" : readDisplayName(request.displayName),
      description: readDescription(request.description),
      createdAt: clock(),
      tombstonedAt: undefined,
    };
    return database.inContext(contextId, (tx) =>
      once(tx, parts, { call, contextId, operation: request.operation, deed: ["registerScope", path] }, async () => {
        // A key is good for some seconds after its context was deleted.
        await requireContext(tx, contextId);
        return scopeMessage(await insertOrGetScope(tx, contextId, record));
      }),
    );
  };

  const list = (request: auth.ListScopesRequest, contextId: string, region: Region): Promise<auth.ListScopesResponse> => {
    const page = readPage(request.page, oneText);
    return database.inContext(
      contextId,
      async (tx) => {
        await requireContext(tx, contextId);
        const found = await listScopes(tx, contextId, region, { page, tombstoned: request.includeTombstoned });
        const { rows, next } = pageOf(found, page.limit, ({ path }) => [path]);
        return { scopes: rows.map(scopeMessage), next };
      },
      { readOnly: true },
    );
  };

  return {
    async findUnregistered(request, call) {
      const contextId = contextOf(call);
      if (request.paths.length > maxPathsAsked) throw invalidField("/paths", `has more than ${maxPathsAsked} paths`);
      const paths = [...new Set(request.paths.map((path, i) => readPath(path, `/paths/${i}`)))];
      if (paths.length === 0) return { paths: [] };
      return { paths: await database.inContext(contextId, (tx) => findUnregistered(tx, contextId, paths), { readOnly: true }) };
    },

    async registerScope(request, call) {
      const contextId = ownContext(call, request);
      const path = pathUnder(regionFor(call, "scope:create"), request.path, "scope:create");
      return register(request, contextId, path, call);
    },

    async registerPerson({ user }, call) {
      if (user === "" || user.includes("/")) throw invalidField("/user", "must be an id without '/'");
      const path = pathUnder(regionFor(call, "memory:write"), `user/${user}`, "memory:write");
      const scope = { contextId: "", path, displayName: "", description: "", operation: null };
      return register(scope, ownContext(call, scope), path, call);
    },

    async listScopes(request, call) {
      return list(request, ownContext(call, request), regionFor(call, "scope:read"));
    },

    async deleteScope(request, call) {
      const manages = call.caller.kind === "management";
      const contextId = manages ? namedContext(request) : ownContext(call, request);
      const path = pathUnder(manages ? [rootPath] : regionFor(call, "scope:delete"), request.path, "scope:delete");
      if (path === rootPath) throw invalidField("/path", "is the root, which every context has");
      return database.inContext(contextId, (tx) =>
        once(tx, parts, { call, contextId, operation: request.operation, deed: ["deleteScope", path] }, async () => {
          const deleted = await tombstoneScopes(tx, contextId, path, clock());
          if (deleted === 0) throw new LociError("not_found", "There is no such scope.");
          return {};
        }),
      );
    },

    async registerContextScope(request, call) {
      requireManagement(call);
      return register(request, namedContext(request), readPath(request.path), call);
    },

    async listContextScopes(request, call) {
      requireManagement(call);
      return list(request, namedContext(request), [rootPath]);
    },
  };
}

function pathUnder(region: Region, text: string, verb: string): ScopePath {
  const path = readPath(text);
  if (!regionCovers(region, path)) throw new LociError("forbidden", `The ${verb} grant does not cover this path.`);
  return path;
}

function scopeMessage(scope: ScopeRecord): auth.ScopeNode {
  return {
    path: scope.path,
    createdAt: toTimestamp(scope.createdAt),
    tombstonedAt: scope.tombstonedAt === undefined ? "" : toTimestamp(scope.tombstonedAt),
    displayName: scope.displayName,
    description: scope.description,
  };
}
