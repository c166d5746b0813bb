import { toTimestamp } from "@loci/kernel";
import type { auth } from "@loci/protos";

export interface Deed {
  readonly id: string;
  /** "*" for what concerns the deployment, or a context that is no more. */
  readonly contextId: string;
  /** When it was done: milliseconds since the epoch. */
  readonly at: number;
  readonly operation: string;
  /** `schedule` for what the clock asked for, `queue` for what a request left to be done, `command` for a command of the server's. */
  readonly door: "schedule" | "queue" | "command";
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
}

/** The row of the audit for what was done without a request. */
export function auditEntry({ at, path = "", delegated = "", kind = "mutation", status = 200, ...deed }: Deed): auth.AuditEntry {
  const unasked = { keyId: "", address: "", region: ["/"], latencyMs: 0, count: 1 };
  return { ...deed, ...unasked, delegated, at: toTimestamp(at), kind, path, status };
}
