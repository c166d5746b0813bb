import { LociError } from "@loci/kernel";
import { requireManagement, type Call } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import type { AuthService } from "@loci/protos";
import { readDisplayName, readExternalId, readKind } from "../domain/fields.ts";
import type { Manager } from "../domain/granting.ts";
import { readGrants } from "../domain/grants.ts";
import { insertGrantsChange } from "../store/grant-changes.ts";
import { deleteOperationsOf } from "../store/operations.ts";
import { deletePrincipal, lockPrincipal, updatePrincipal, type PrincipalRecord } from "../store/principals.ts";
import { namedContext, type AuthParts } from "./deps.ts";
import { once } from "./once.ts";
import { principalMessage, requirePrincipal } from "./principals.ts";

type Rpcs = Pick<AuthService<Call>, "updatePrincipal" | "deletePrincipal">;

export function principalChangeRpcs(parts: AuthParts): Rpcs {
  const { database, clock } = parts;
  return {
    async updatePrincipal(request, call) {
      requireManagement(call);
      const contextId = namedContext(request);
      const externalId = readExternalId(request.externalId);
      const updated = await database.inContext(contextId, (tx) =>
        once(tx, parts, { call, contextId, operation: request.operation, deed: ["updatePrincipal", request.id] }, async () => {
          const before = await requireChangeable(tx, contextId, request.id);
          const principal: PrincipalRecord = {
            ...before,
            displayName: request.displayName === "" ? before.displayName : readDisplayName(request.displayName),
            kind: request.kind === "" ? before.kind : readKind(request.kind),
            grants: request.grants === null ? before.grants : readGrants(request.grants),
            externalId: request.clearExternalId ? undefined : (externalId ?? before.externalId),
          };
          await storeChange(tx, contextId, principal, { changedBy: "", at: clock() });
          return principalMessage(principal);
        }),
      );
      parts.forgetAnswers();
      return updated;
    },

    async deletePrincipal(request, call) {
      requireManagement(call);
      const contextId = namedContext(request);
      await database.inContext(contextId, (tx) =>
        once(
          tx,
          parts,
          { call, contextId, operation: request.operation, deed: ["deletePrincipal", request.id], takesAway: true },
          async () => {
            const { id } = await requireChangeable(tx, contextId, request.id);
            await deletePrincipal(tx, contextId, id);
            await deleteOperationsOf(tx, contextId, id);
            await insertGrantsChange(tx, contextId, { principalId: id, grants: undefined, changedBy: "", at: clock() });
            return {};
          },
        ),
      );
      parts.forgetAnswers();
      return {};
    },
  };
}

/** The principal, held for a change, if the manager sees it. @throws LociError `conflict` for a reserved one */
export async function requireChangeable(
  tx: Transaction,
  contextId: string,
  id: string,
  manager?: Manager,
): Promise<PrincipalRecord> {
  const principal = await requirePrincipal(tx, contextId, id, manager, lockPrincipal);
  if (principal.reserved) throw new LociError("conflict", `The principal '${principal.id}' is reserved and stays as it is.`);
  return principal;
}

/** Stores the principal as it is from now on, and what it holds in the history of grants. */
export async function storeChange(
  tx: Transaction,
  contextId: string,
  principal: PrincipalRecord,
  { changedBy, at }: { readonly changedBy: string; readonly at: number },
): Promise<void> {
  if (!(await updatePrincipal(tx, contextId, principal))) {
    throw new LociError("conflict", "Another principal has this display name or external id.");
  }
  await insertGrantsChange(tx, contextId, { principalId: principal.id, grants: principal.grants, changedBy, at });
}
