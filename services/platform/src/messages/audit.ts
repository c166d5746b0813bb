import { toTimestamp } from "@loci/kernel";
import type { auth } from "@loci/protos";

export interface Deed {
  readonly id: string;
  /** "*" for what concerns the deployment, or a context that is no more. */
  readonly contextId: string;
  /** When it was done: milliseconds since the epoch. */
  readonly at: number;
  readonly operation: string;
  readonly door: "schedule" | "command";
  /** `system` for Loci itself, "*" for whoever manages the deployment. */
  readonly principal: string;
  readonly traceId: string;
  readonly path?: string;
}

/** The row of the audit for what was done without a request. */
export function auditEntry({ at, path = "", ...deed }: Deed): auth.AuditEntry {
  const unasked = { delegated: "", keyId: "", address: "", region: ["/"], latencyMs: 0 };
  return { ...deed, ...unasked, at: toTimestamp(at), kind: "mutation", path, status: 200, count: 1 };
}
