import { LociError, requireVerb, type Identity, type Region, type Verb } from "@loci/kernel";

export { pauser } from "./pauser.ts";

/** Who stands behind a call, as far as the receiver may trust it. */
export type Caller =
  /** Nobody yet: only authentication itself takes such a call. */
  | { readonly kind: "anonymous" }
  | { readonly kind: "principal"; readonly identity: Identity }
  /** The holder of a management key: the control plane only. Without its id it is the server's own command line. */
  | { readonly kind: "management"; readonly keyId?: string }
  /** The gateway for itself, which faces the world: it may tell what was asked of it, and nothing else. */
  | { readonly kind: "gateway" }
  /** Loci itself, at work for one context ("" for work over all of them). */
  | { readonly kind: "service"; readonly contextId: string };

/** What travels with every request, whatever the transport. */
export interface Call {
  readonly caller: Caller;
  /** The caller as a signed token, where one was made already; a remote client sends it on. */
  readonly token?: string;
  /** Whoever set the call off, where that is not its caller: what auth has signed of it stands behind what a role states itself. */
  readonly subject?: Pick<Call, "caller" | "token">;
  readonly traceId: string;
  /** Milliseconds since the epoch after which nobody waits for the answer. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Learns that the answer is the one that was stored when the caller's operation was done before. */
  readonly onReplayed?: () => void;
}

export function anonymousCall(traceId: string, deadline: number, signal: AbortSignal = neverAborted): Call {
  return { caller: { kind: "anonymous" }, traceId, deadline, signal };
}

/** The same call, made by Loci itself for a context: for what a caller may set off but not do. */
export function asService(call: Call, contextId: string): Call {
  const { token, subject, caller, ...rest } = call;
  const set = caller.kind === "principal" || caller.kind === "management" ? { subject: subject ?? asked(caller, token) } : {};
  return { ...rest, ...set, caller: { kind: "service", contextId } };
}

/** The same call with other grants of its principal: what they may look for, or take back, on the way to what was asked. */
export function withGrants(call: Call, grants: Identity["grants"]): Call {
  const { token, subject, ...rest } = call;
  const caller: Caller = { kind: "principal", identity: { ...principalOf(call), grants } };
  return { ...rest, caller, subject: subject ?? asked(call.caller, token) };
}

function asked(caller: Caller, token: string | undefined): Pick<Call, "caller" | "token"> {
  return { caller, ...(token === undefined ? {} : { token }) };
}

export function serviceCall(contextId: string, traceId: string, deadline: number, signal: AbortSignal = neverAborted): Call {
  return { caller: { kind: "service", contextId }, traceId, deadline, signal };
}

/** A call that the gateway makes for itself, whoever asked. */
export function gatewayCall(traceId: string, deadline: number, signal: AbortSignal = neverAborted): Call {
  return { caller: { kind: "gateway" }, traceId, deadline, signal };
}

/** The principal of a data-plane call; 401 for every other caller. */
export function principalOf(call: Call): Identity {
  if (call.caller.kind !== "principal") throw new LociError("unauthenticated", "This operation needs a context key.");
  return call.caller.identity;
}

/** The region over which the calling principal holds the verb; 401 without a principal, 403 without the verb. */
export function regionFor(call: Call, verb: Verb): Region {
  return requireVerb(principalOf(call), verb);
}

export function requireManagement(call: Call): void {
  if (call.caller.kind !== "management") throw new LociError("unauthenticated", "This operation needs a management key.");
}

/** The context for which Loci itself makes this call; 403 for every other caller. */
export function requireService(call: Call): string {
  if (call.caller.kind !== "service") throw new LociError("forbidden", "This operation is internal.");
  return call.caller.contextId;
}

const neverAborted = new AbortController().signal;
