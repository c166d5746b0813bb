import { LociError, type Grants } from "@loci/kernel";
import { requireManagement, type Call } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import type { AuthService } from "@loci/protos";
import { invalidExternalId, readDisplayName, readExternalId, readRequiredTtl } from "../domain/fields.ts";
import { readGrants, requireNarrowing } from "../domain/grants.ts";
import { management } from "../domain/key.ts";
import { policyOf } from "../domain/policy.ts";
import { findPrincipalByExternalId, type PrincipalRecord } from "../store/principals.ts";
import { namedContext, requireContext, type AuthParts } from "./deps.ts";
import { mintKey } from "./key-changes.ts";
import { once } from "./once.ts";
import { addPrincipal } from "./principals.ts";

/** The brokered mint: who runs the application's sign-in asks for tokens under its own names of people. */
export function accessTokenRpc(parts: AuthParts): Pick<AuthService<Call>, "mintAccessToken"> {
  const { database, clock, ids } = parts;
  return {
    async mintAccessToken(request, call) {
      requireManagement(call);
      const contextId = namedContext(request);
      const externalId = readExternalId(request.externalId);
      if (externalId === undefined) throw invalidExternalId();
      const ttlSeconds = readRequiredTtl(request.ttlSeconds);
      const grants = request.grants === null ? undefined : readGrants(request.grants);
      const displayName = readDisplayName(request.displayName === "" ? externalId : request.displayName);
      const wanted = { id: ids("principal"), displayName, externalId, grants: grants ?? {}, createdAt: clock() };
      return database.inContext(contextId, (tx) =>
        once(tx, parts, { call, contextId, operation: request.operation, deed: ["mintAccessToken"], secret: true }, async () => {
          const policy = policyOf((await requireContext(tx, contextId)).policy);
          const principal = await createOrGet(tx, contextId, { ...wanted, kind: "agent", reserved: false, createdBy: "" }, grants);
          return mintKey(tx, parts, policy, {
            contextId,
            principalId: principal.id,
            name: "",
            kind: "access",
            grants,
            ttlSeconds,
            mintedBy: management,
          });
        }),
      );
    },
  };
}

/** The principal of the external id; one that is there keeps what it holds, which the token's grants may only narrow. */
async function createOrGet(
  tx: Transaction,
  contextId: string,
  wanted: PrincipalRecord & { readonly externalId: string },
  narrowed: Grants | undefined,
): Promise<PrincipalRecord> {
  const existing = async () => {
    const found = await findPrincipalByExternalId(tx, contextId, wanted.externalId);
    if (found !== undefined && narrowed !== undefined) requireNarrowing(narrowed, found.grants);
    return found;
  };
  const known = await existing();
  if (known !== undefined) return known;
  if (await addPrincipal(tx, contextId, wanted)) return wanted;
  // Somebody else's call made it in the meantime, or the name is another's.
  const made = await existing();
  if (made === undefined)
    throw new LociError("conflict", "A principal of this display name exists already; give another display_name.");
  return made;
}
