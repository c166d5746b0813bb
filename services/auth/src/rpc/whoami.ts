import { principalOf, type Call } from "@loci/platform/call";
import { grantsMessage } from "@loci/platform/messages";
import type { AuthService } from "@loci/protos";
import { findKey } from "../store/keys.ts";
import { findPrincipal } from "../store/principals.ts";
import { refusedKey, type AuthParts } from "./deps.ts";

export function whoamiRpc({ database }: AuthParts): Pick<AuthService<Call>, "whoami"> {
  return {
    async whoami(_request, call) {
      const { contextId, principalId, keyId, grants, delegatedPrincipalId } = principalOf(call);
      const { principal, key } = await database.inContext(
        contextId,
        async (tx) => ({ principal: await findPrincipal(tx, contextId, principalId), key: await findKey(tx, contextId, keyId) }),
        { readOnly: true },
      );
      // The identity was checked a moment ago: it went between then and now.
      if (principal === undefined || key === undefined) throw refusedKey();
      return {
        principalId,
        displayName: principal.displayName,
        kind: principal.kind,
        grants: grantsMessage(principal.grants),
        tokenGrants: key.grants === undefined ? null : grantsMessage(key.grants),
        effectiveGrants: grantsMessage(grants),
        delegatedPrincipalId,
      };
    },
  };
}
