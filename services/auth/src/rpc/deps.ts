import { LociError, type IdSource } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { Secrets } from "@loci/platform/secrets";
import type { Logger } from "@loci/platform/telemetry";
import type { Database, Transaction } from "@loci/ports/database";
import { findContext, type ContextRecord } from "../store/contexts.ts";

/** What the service is made from; nothing else comes from outside. */
export interface AuthDeps {
  readonly database: Database;
  /** The pepper of the keys and the signature of identity tokens. */
  readonly secrets: Secrets;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly ids: IdSource;
  /** Unpredictable bytes. */
  readonly random: (length: number) => Uint8Array;
  /** Told of what goes wrong beside a request; silent when absent. */
  readonly logger?: Logger;
}

/** The deps, and the way to make a changed key felt at once in this process. */
export interface AuthParts extends AuthDeps {
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

export async function requireContext(tx: Transaction, id: string): Promise<ContextRecord> {
  const context = await findContext(tx, id);
  if (context === undefined) throw new LociError("not_found", "There is no such context.");
  return context;
}
