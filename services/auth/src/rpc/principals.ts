import { LociError, toTimestamp } from "@loci/kernel";
import { requireManagement, type Call } from "@loci/platform/call";
import { grantsMessage } from "@loci/platform/messages";
import type { Transaction } from "@loci/ports/database";
import type { auth, AuthService } from "@loci/protos";
import { isPrincipalId, readContextId, readDisplayName, readExternalId, readKind, readPrincipalId } from "../domain/fields.ts";
import { readGrants } from "../domain/grants.ts";
import {
  findPrincipal,
  findPrincipalByExternalId,
  insertPrincipal,
  listPrincipals,
  type PrincipalRecord,
} from "../store/principals.ts";
import { requireContext, type AuthParts } from "./deps.ts";

type Rpcs = Pick<AuthService<Call>, "createPrincipal" | "getPrincipal" | "listPrincipals">;

export function principalRpcs({ database, clock, ids }: AuthParts): Rpcs {
  return {
    async createPrincipal(request, call) {
      requireManagement(call);
      const contextId = readContextId(request.contextId, "/contextId");
      const principal: PrincipalRecord = {
        id: request.id === "" ? ids("principal") : readPrincipalId(request.id),
        displayName: readDisplayName(request.displayName),
        kind: readKind(request.kind),
        grants: request.grants === null ? {} : readGrants(request.grants),
        externalId: readExternalId(request.externalId),
        createdAt: clock(),
        reserved: false,
      };
      return database.inContext(contextId, async (tx) => {
        await requireContext(tx, contextId);
        return principalMessage(await createOrGet(tx, contextId, principal, request.id !== ""));
      });
    },

    async getPrincipal(request, call) {
      requireManagement(call);
      const contextId = readContextId(request.contextId, "/contextId");
      return database.inContext(contextId, async (tx) => principalMessage(await requirePrincipal(tx, contextId, request.id)), {
        readOnly: true,
      });
    },

    async listPrincipals(request, call) {
      requireManagement(call);
      const contextId = readContextId(request.contextId, "/contextId");
      return database.inContext(
        contextId,
        async (tx) => {
          await requireContext(tx, contextId);
          return { principals: (await listPrincipals(tx, contextId)).map(principalMessage) };
        },
        { readOnly: true },
      );
    },
  };
}

export async function requirePrincipal(tx: Transaction, contextId: string, id: string): Promise<PrincipalRecord> {
  const principal = isPrincipalId(id) ? await findPrincipal(tx, contextId, id) : undefined;
  if (principal === undefined) throw new LociError("not_found", "There is no such principal.");
  return principal;
}

/** An external id names one principal for ever: asked for again, the one that is there answers, as it is. */
async function createOrGet(
  tx: Transaction,
  contextId: string,
  wanted: PrincipalRecord,
  idGiven: boolean,
): Promise<PrincipalRecord> {
  if (await insertPrincipal(tx, contextId, wanted)) return wanted;
  const existing =
    wanted.externalId === undefined ? undefined : await findPrincipalByExternalId(tx, contextId, wanted.externalId);
  if (existing !== undefined) {
    if (idGiven && existing.id !== wanted.id)
      throw new LociError("conflict", "This external id belongs to a principal of another id.");
    return existing;
  }
  if (await findPrincipal(tx, contextId, wanted.id)) throw new LociError("conflict", "A principal of this id exists already.");
  throw new LociError("conflict", "A principal of this display name exists already.");
}

function principalMessage(principal: PrincipalRecord): auth.Principal {
  return {
    id: principal.id,
    displayName: principal.displayName,
    kind: principal.kind,
    grants: grantsMessage(principal.grants),
    externalId: principal.externalId ?? "",
    createdAt: toTimestamp(principal.createdAt),
    reserved: principal.reserved,
  };
}
