import type { IncomingMessage } from "node:http";
import { contextIdProblem, invalidField, LociError, principalIdPattern } from "@loci/kernel";
import { anonymousCall, type Call } from "@loci/platform/call";
import { grantsOf } from "@loci/platform/messages";
import type { auth, AuthService } from "@loci/protos";

const delegationHeader = "x-service-on-behalf-of";
const contextHeader = "x-service-context";

/** The one text for every way in which a key may not fit, so that nobody learns which contexts and keys there are. */
const refused = "The key is missing, unknown, expired or not for this resource.";
const maxBearerLength = 4096;

export interface Authenticator {
  /**
   * The call of a context key's holder; 401 for whatever does not fit.
   * @param onHolder learns who holds the key, and for whom it was to act, where that is refused, or not asked for as it is to be
   */
  data(request: IncomingMessage, contextId: string, call: Call, onHolder?: OnHolder): Promise<Call>;
  /** The same where no path names the context: it is the key's own, and a context header may only name that one. */
  ownContext(request: IncomingMessage, call: Call, onHolder?: OnHolder): Promise<Call>;
  /** The call of a management key's holder; 401 for whatever does not fit. */
  management(request: IncomingMessage, call: Call, onHolder?: OnHolder): Promise<Call>;
}

export type OnHolder = (holder: Call) => void;

/** @param headerAliases other names of our headers: alias → name */
export function createAuthenticator(auth: AuthService<Call>, headerAliases: Readonly<Record<string, string>>): Authenticator {
  const sent = (header: string) => {
    const aliases = Object.entries(headerAliases).flatMap(([alias, name]) => (name.toLowerCase() === header ? [alias] : []));
    const names = [header, ...aliases.map((alias) => alias.toLowerCase())];
    return (request: IncomingMessage) => names.flatMap((name) => request.headersDistinct[name] ?? []);
  };
  const onBehalfOf = sent(delegationHeader);
  const known = new Set([delegationHeader, ...Object.keys(headerAliases).map((alias) => alias.toLowerCase())]);
  /** A client that delegates by a name which this server does not know would be answered with all that its key may do. */
  const refuseUnknownDelegation = (request: IncomingMessage) => {
    const unknown = Object.keys(request.headersDistinct).find((name) => /on[-_]?behalf[-_]?of$/.test(name) && !known.has(name));
    if (unknown === undefined) return;
    throw invalidField(
      `/headers/${unknown}`,
      `is not taken; delegate with ${delegationHeader}, or configure the name as its alias`,
    );
  };
  const contextsNamed = sent(contextHeader);

  /** Whom the request is made for; "" for its key's own principal. */
  const targetOf = (request: IncomingMessage): string => {
    refuseUnknownDelegation(request);
    const [target, ...others] = onBehalfOf(request);
    if (target === undefined) return "";
    if (others.length > 0) throw invalidField(`/headers/${delegationHeader}`, "must be sent once only");
    // Whoever sends it means to delegate: without a name it would be answered with all that its key may do.
    if (target === "") throw invalidField(`/headers/${delegationHeader}`, "must name a principal");
    if (target.length > 256) throw invalidField(`/headers/${delegationHeader}`, "must have at most 256 characters");
    return target;
  };

  /** @param contextId "" for the key's own */
  const authenticate = async (request: IncomingMessage, contextId: string, call: Call, onHolder?: OnHolder): Promise<Call> => {
    const bearer = bearerOf(request);
    if (contextId !== "" && contextIdProblem(contextId) !== undefined) throw foreignContext();
    const ask = (onBehalfOf: string) => sameRefusal(() => auth.authenticate({ bearer, contextId, onBehalfOf }, anonymous(call)));
    // Who is refused though the key fits: the audit has to know whose it is. One that does not fit is refused as such.
    const tell = async (target: string) => onHolder?.(callOf({ ...(await ask("")), delegatedPrincipalId: target }, call));
    let target: string;
    try {
      target = targetOf(request);
    } catch (thrown) {
      await tell("");
      throw thrown;
    }
    try {
      return callOf(await ask(target), call);
    } catch (thrown) {
      // For whom: an id as principals have them, whether or not there is one; of anything else that was written there, nothing is kept.
      if (target !== "" && LociError.from(thrown).code === "forbidden") await tell(principalIdPattern.test(target) ? target : "");
      throw thrown;
    }
  };

  return {
    async data(request, contextId, call, onHolder) {
      if (contextId === "") throw foreignContext();
      return authenticate(request, contextId, call, onHolder);
    },
    async ownContext(request, call, onHolder) {
      const [named = "", ...others] = contextsNamed(request);
      if (others.length === 0) return authenticate(request, named, call, onHolder);
      onHolder?.(await authenticate(request, "", call, onHolder));
      throw invalidField(`/headers/${contextHeader}`, "must be sent once only");
    },
    async management(request, call, onHolder) {
      const bearer = bearerOf(request);
      const { token, keyId } = await sameRefusal(() => auth.authenticateManagement({ bearer }, anonymous(call)));
      const known: Call = { ...call, ...(token === "" ? {} : { token }), caller: { kind: "management", keyId } };
      onHolder?.(known);
      refuseUnknownDelegation(request);
      if (onBehalfOf(request).length > 0) throw invalidField(`/headers/${delegationHeader}`, "is not taken on management routes");
      return known;
    },
  };
}

function callOf(known: auth.AuthenticateResponse, call: Call): Call {
  const { contextId, principalId, principalSince, keyId, secretMark, isNarrowed, delegatedPrincipalId, token } = known;
  const identity = { contextId, principalId, principalSince, keyId, secretMark, isNarrowed, delegatedPrincipalId };
  return {
    ...call,
    ...(token === "" ? {} : { token }),
    caller: { kind: "principal", identity: { ...identity, grants: grantsOf(known.grants) ?? {} } },
  };
}

/** The refusal of a context that is not the key's: the same as of a key that does not fit. */
export function foreignContext(): LociError {
  return new LociError("unauthenticated", refused);
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
