import { LociError, type IdSource } from "@loci/kernel";
import { principalOf, regionFor, requireService, type Call } from "@loci/platform/call";
import type { HostPolicy } from "@loci/platform/outbound";
import type { CallerSigner } from "@loci/platform/rpc";
import type { FindPublicKey, Secrets } from "@loci/platform/secrets";
import type { Logger } from "@loci/platform/telemetry";
import type { Database, Transaction } from "@loci/ports/database";
import { readContextId } from "../domain/fields.ts";
import type { Manager } from "../domain/granting.ts";
import { findContext, type ContextRecord } from "../store/contexts.ts";

export interface AuthTokens {
  readonly signer: CallerSigner;
  readonly find: FindPublicKey;
}

/** What the service is made from; nothing else comes from outside. */
export interface AuthDeps {
  readonly database: Database;
  /** The pepper of the keys, and what providers' keys are encrypted with. */
  readonly secrets: Secrets;
  /** Who a caller is, for services in other processes; absent where there are none. */
  readonly tokens?: AuthTokens;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly ids: IdSource;
  /** Unpredictable bytes. */
  readonly random: (length: number) => Uint8Array;
  /** Where the models may lie that contexts choose; by default at public addresses alone. */
  readonly modelHosts?: HostPolicy;
  /** How long the rows of the audit are kept, in days; for ever where it is 0 or absent. */
  readonly auditRetentionDays?: number;
  /** Told of what goes wrong beside a request; silent when absent. */
  readonly logger?: Logger;
}

/** The deps, and the way to make a changed key felt at once in this process. */
export interface AuthParts extends AuthDeps {
  readonly modelHosts: HostPolicy;
  readonly forgetAnswers: () => void;
}

/** One text for every way in which a credential fails, so that it tells nothing about keys and contexts. */
export function refusedKey(): LociError {
  return new LociError("unauthenticated", "The key is missing, invalid or expired.");
}

/** The context of a call from the data plane, or of Loci's own work for one context; 401 for every other caller. */
export function contextOf(call: Call): string {
  if (call.caller.kind === "principal") return call.caller.identity.contextId;
  if (call.caller.kind === "service" && call.caller.contextId !== "") return call.caller.contextId;
  throw new LociError("unauthenticated", "This operation needs a context key.");
}

/** A context's id from a request of management or of Loci itself. */
export function namedContext(request: { readonly contextId: string }): string {
  return readContextId(request.contextId, "/contextId");
}

/** The context that a principal's request acts in: its own, which the request may also name. */
export function ownContext(call: Call, request: { readonly contextId: string }): string {
  const { contextId } = principalOf(call);
  if (request.contextId === "" || request.contextId === contextId) return contextId;
  throw new LociError("forbidden", "This key belongs to another context.");
}

/** Who asks about a context: its management, or one of its principals within what that manages. */
export interface ContextCaller {
  readonly contextId: string;
  /** undefined for management, which has no bounds here. */
  readonly manager: Manager | undefined;
}

/** @throws LociError `forbidden` for a principal without grant:manage, `unauthenticated` for every other caller */
export function contextCaller(call: Call, request: { readonly contextId: string }): ContextCaller {
  if (call.caller.kind === "management") return { contextId: namedContext(request), manager: undefined };
  const contextId = ownContext(call, request);
  regionFor(call, "grant:manage");
  return { contextId, manager: principalOf(call) };
}

/** The one context for which Loci itself makes this call; 403 for every other caller. */
export function serviceContext(call: Call): string {
  return readContextId(requireService(call), "/contextId");
}

/** Whether Loci's own call, made for one context or for all, may touch this one. */
export function requireServed(call: Call, contextId: string): void {
  const served = requireService(call);
  if (served === "" || served === "*" || served === contextId) return;
  throw new LociError("forbidden", "This call was made for another context.");
}

export async function requireContext(tx: Transaction, id: string): Promise<ContextRecord> {
  const context = await findContext(tx, id);
  if (context === undefined) throw noSuchContext();
  return context;
}

export function noSuchContext(): LociError {
  return new LociError("not_found", "There is no such context.");
}
