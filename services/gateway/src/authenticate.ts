import type { IncomingMessage } from "node:http";
import { contextIdProblem, invalidField, LociError } from "@loci/kernel";
import { anonymousCall, type Call } from "@loci/platform/call";
import { grantsOf } from "@loci/platform/messages";
import type { AuthService } from "@loci/protos";

export const delegationHeader = "x-service-on-behalf-of";

/** The one text for every way in which a key may not fit, so that nobody learns which contexts and keys there are. */
const refused = "The key is missing, unknown, expired or not for this resource.";
const maxBearerLength = 4096;

export interface Authenticator {
  /** The call of a context key's holder; 401 for whatever does not fit. */
  data(request: IncomingMessage, contextId: string, call: Call): Promise<Call>;
  /** The call of a management key's holder; 401 for whatever does not fit. */
  management(request: IncomingMessage, call: Call): Promise<Call>;
}

/** @param headerAliases other names of our headers: alias → name */
export function createAuthenticator(auth: AuthService<Call>, headerAliases: Readonly<Record<string, string>>): Authenticator {
  const delegationNames = [delegationHeader];
  for (const [alias, name] of Object.entries(headerAliases)) {
    if (name.toLowerCase() === delegationHeader) delegationNames.push(alias.toLowerCase());
  }
  const onBehalfOf = (request: IncomingMessage) => delegationNames.flatMap((name) => request.headersDistinct[name] ?? []);

  return {
    async data(request, contextId, call) {
      const bearer = bearerOf(request);
      const targets = onBehalfOf(request);
      if (targets.length > 1) throw invalidField(`/headers/${delegationHeader}`, "must be sent once only");
      if (contextIdProblem(contextId) !== undefined) throw new LociError("unauthenticated", refused);
      const target = targets[0] ?? "";
      if (target.length > 256) throw invalidField(`/headers/${delegationHeader}`, "must have at most 256 characters");
      const known = await sameRefusal(() => auth.authenticate({ bearer, contextId, onBehalfOf: target }, anonymous(call)));
      return {
        ...call,
        ...(known.token === "" ? {} : { token: known.token }),
        caller: {
          kind: "principal",
          identity: {
            contextId,
            principalId: known.principalId,
            keyId: known.keyId,
            grants: grantsOf(known.grants) ?? {},
            delegatedPrincipalId: known.delegatedPrincipalId,
          },
        },
      };
    },
    async management(request, call) {
      const bearer = bearerOf(request);
      if (onBehalfOf(request).length > 0) throw invalidField(`/headers/${delegationHeader}`, "is not taken on management routes");
      await sameRefusal(() => auth.authenticateManagement({ bearer }, anonymous(call)));
      return { ...call, caller: { kind: "management" } };
    },
  };
}

function anonymous(call: Call): Call {
  return anonymousCall(call.traceId, call.deadline, call.signal);
}

/** The bearer of a request (RFC 6750); 401 where there is none. */
function bearerOf(request: IncomingMessage): string {
  const given = request.headersDistinct["authorization"] ?? [];
  const match = given.length === 1 ? /^Bearer +([\x21-\x7e]+) *$/i.exec(given[0] ?? "") : null;
  const bearer = match?.[1];
  if (bearer === undefined || bearer.length > maxBearerLength) throw new LociError("unauthenticated", refused);
  return bearer;
}

async function sameRefusal<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    const error = LociError.from(thrown);
    throw error.code === "unauthenticated" ? new LociError("unauthenticated", refused, { cause: thrown }) : error;
  }
}
