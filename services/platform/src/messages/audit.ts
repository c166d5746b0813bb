import { canonicalRegion, toTimestamp, type Region } from "@loci/kernel";
import type { auth, common } from "@loci/protos";
import type { Call } from "../call/index.ts";

export interface Deed {
  readonly id: string;
  /** "*" for what concerns the deployment, or a context that is no more. */
  readonly contextId: string;
  /** When it was done: milliseconds since the epoch. */
  readonly at: number;
  readonly operation: string;
  /**
   * `schedule` for what the clock asked for, `queue` for what a request left to be done, `command` for a command of the server's, `recovered`
   * for what a request did of which there was no row.
   */
  readonly door: "schedule" | "queue" | "command" | "recovered";
  /** `system` for Loci itself, "*" for whoever manages the deployment. */
  readonly principal: string;
  /** Whose request left it to be done. */
  readonly delegated?: string;
  /** That of the request which left it to be done, else its own. */
  readonly traceId: string;
  readonly path?: string;
  /** A mutation by default. */
  readonly kind?: "access" | "mutation";
  /** As HTTP says it: 200 by default, 202 for what begins now, 500 for what failed. */
  readonly status?: number;
  readonly keyId?: string;
  readonly region?: readonly string[];
}

/** The row of the audit for what was done without a request. */
export function auditEntry(deed: Deed): auth.AuditEntry {
  const { at, path = "", delegated = "", kind = "mutation", status = 200, keyId = "", region = ["/"], ...rest } = deed;
  const unasked = { address: "", latencyMs: 0, count: 1 };
  return { ...rest, ...unasked, keyId, region: [...region], delegated, at: toTimestamp(at), kind, path, status };
}

const maxPaths = 16;

/** Who calls, as a row of the audit names them: management is "*". undefined for Loci itself. */
export function askerOf({ caller }: Call): Pick<auth.AuditEntry, "contextId" | "principal" | "delegated" | "keyId"> | undefined {
  if (caller.kind === "management") return { contextId: "*", principal: "*", delegated: "", keyId: caller.keyId ?? "" };
  if (caller.kind !== "principal") return undefined;
  const { contextId, principalId, delegatedPrincipalId, keyId } = caller.identity;
  return { contextId, principal: principalId, delegated: delegatedPrincipalId, keyId };
}

/** What a caller can reach, in so many paths as a row may name. */
export function reachOf({ caller }: Call): Region {
  return caller.kind === "principal" ? pathsOfRow(Object.values(caller.identity.grants).flat()) : [];
}

export function pathsOfRow(paths: readonly string[]): Region {
  return canonicalRegion(paths).slice(0, maxPaths);
}

/** The note of what a caller does; undefined for what Loci does itself, which leaves a row of its own. */
export function deedOf(
  call: Call,
  deed: Pick<common.Deed, "id" | "contextId" | "operation" | "path">,
  now: number,
): common.Deed | undefined {
  const asker = askerOf(call);
  if (asker === undefined) return undefined;
  return { ...asker, ...deed, at: toTimestamp(now), traceId: call.traceId, region: [...reachOf(call)] };
}
