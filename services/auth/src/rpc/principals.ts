import { LociError, toTimestamp } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { grantsMessage } from "@loci/platform/messages";
import type { Transaction } from "@loci/ports/database";
import type { auth, AuthService } from "@loci/protos";
import { isPrincipalId, readDisplayName, readExternalId, readKind, readPrincipalId } from "../domain/fields.ts";
import { requireGivable, sees, type Manager } from "../domain/granting.ts";
import { readGrants } from "../domain/grants.ts";
import { oneText, pageOf, readPage, type Page } from "../domain/page.ts";
import { insertGrantsChange } from "../store/grant-changes.ts";
import {
  findPrincipal,
  findPrincipalByExternalId,
  insertPrincipal,
  listPrincipals,
  type PrincipalRecord,
} from "../store/principals.ts";
import { contextCaller, requireContext, type AuthParts } from "./deps.ts";
import { once } from "./once.ts";

type Rpcs = Pick<AuthService<Call>, "createPrincipal" | "getPrincipal" | "listPrincipals">;

/** Principals, as management and as those who hold grant:manage make and see them. */
export function principalRpcs(parts: AuthParts): Rpcs {
  const { database, clock, ids } = parts;
  return {
    async createPrincipal(request, call) {
      const { contextId, manager } = contextCaller(call, request);
      const principal: PrincipalRecord = {
        id: request.id === "" ? ids("principal") : readPrincipalId(request.id),
        displayName: readDisplayName(request.displayName),
        kind: readKind(request.kind),
        grants: request.grants === null ? {} : readGrants(request.grants),
        externalId: readExternalId(request.externalId),
        createdAt: clock(),
        reserved: false,
        createdBy: manager?.principalId ?? "",
      };
      if (manager !== undefined) requireGivable(manager, principal.grants);
      return database.inContext(contextId, (tx) =>
        once(tx, parts, { call, contextId, operation: request.operation, deed: ["createPrincipal", principal.id] }, async () => {
          await requireContext(tx, contextId);
          const made = await createOrGet(tx, contextId, principal, request.id !== "");
          if (manager !== undefined && !sees(manager, made)) throw new LociError("conflict", "This external id is taken.");
          return principalMessage(made);
        }),
      );
    },

    async getPrincipal(request, call) {
      const { contextId, manager } = contextCaller(call, request);
      const find = (tx: Transaction) => requirePrincipal(tx, contextId, request.id, manager);
      return principalMessage(await database.inContext(contextId, find, { readOnly: true }));
    },

    async listPrincipals(request, call) {
      const { contextId, manager } = contextCaller(call, request);
      const page = readPage(request.page, oneText);
      const found = await database.inContext(
        contextId,
        async (tx) => {
          await requireContext(tx, contextId);
          return manager === undefined ? listPrincipals(tx, contextId, page) : listSeen(tx, contextId, manager, page);
        },
        { readOnly: true },
      );
      const { rows, next } = pageOf(found, page.limit, ({ id }) => [id]);
      return { principals: rows.map(principalMessage), next };
    },
  };
}

const batch = 1_000;

/** What the manager sees of the list, one more than the page holds; read in batches, as the one rule of seeing is not SQL's. */
async function listSeen(tx: Transaction, contextId: string, manager: Manager, { limit, after }: Page): Promise<PrincipalRecord[]> {
  const seen: PrincipalRecord[] = [];
  let position = after;
  while (seen.length <= limit) {
    const found = await listPrincipals(tx, contextId, { limit: batch - 1, after: position });
    seen.push(...found.filter((principal) => sees(manager, principal)));
    const last = found.at(-1);
    if (last === undefined || found.length < batch) break;
    position = [last.id];
  }
  return seen.slice(0, limit + 1);
}

/** The principal of this id, if the manager sees it; one that it does not see answers like one that does not exist. */
export async function requirePrincipal(
  tx: Transaction,
  contextId: string,
  id: string,
  manager?: Manager,
  find = findPrincipal,
): Promise<PrincipalRecord> {
  const principal = isPrincipalId(id) ? await find(tx, contextId, id) : undefined;
  if (principal === undefined || (manager !== undefined && !sees(manager, principal))) throw noSuchPrincipal();
  return principal;
}

export function noSuchPrincipal(): LociError {
  return new LociError("not_found", "There is no such principal.");
}

/** False when its id, display name or external id is taken. */
export async function addPrincipal(tx: Transaction, contextId: string, principal: PrincipalRecord): Promise<boolean> {
  if (!(await insertPrincipal(tx, contextId, principal))) return false;
  const { id: principalId, grants, createdBy: changedBy, createdAt: at } = principal;
  await insertGrantsChange(tx, contextId, { principalId, grants, changedBy, at });
  return true;
}

/** An external id names one principal for ever: asked for again, the one that is there answers, as it is. */
async function createOrGet(
  tx: Transaction,
  contextId: string,
  wanted: PrincipalRecord,
  idGiven: boolean,
): Promise<PrincipalRecord> {
  if (await addPrincipal(tx, contextId, wanted)) return wanted;
  const existing = wanted.externalId === undefined ? undefined : await findPrincipalByExternalId(tx, contextId, wanted.externalId);
  if (existing !== undefined) {
    if (idGiven && existing.id !== wanted.id)
      throw new LociError("conflict", "This external id belongs to a principal of another id.");
    return existing;
  }
  if (await findPrincipal(tx, contextId, wanted.id)) throw new LociError("conflict", "A principal of this id exists already.");
  throw new LociError("conflict", "A principal of this display name exists already.");
}

export function principalMessage(principal: PrincipalRecord): auth.Principal {
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
