import { LociError } from "@loci/kernel";
import { createAuditTrail, type Auth } from "@loci/auth";
import { auditEntry, type Deed } from "@loci/platform/messages";
import type { Database } from "@loci/ports/database";
import { ownCall, type Surroundings } from "./surroundings.ts";

/**
 * Keeps the row of what was done from this machine, past the gateway: in the context's chain, and in the deployment's.
 * @param deed status 202 for what begins now: what takes long is written down before anything of it is seen
 */
export async function recordDeed(
  auth: Pick<Auth, "appendAudit">,
  { contextId, ...what }: Pick<Deed, "operation" | "contextId" | "kind" | "status">,
  parts: Pick<Surroundings, "clock" | "ids">,
): Promise<void> {
  const call = ownCall(parts);
  const deed = { ...what, traceId: call.traceId, at: parts.clock(), door: "command", principal: "*" } as const;
  const entries = ["*", ...(contextId === "*" ? [] : [contextId])].map((chain) =>
    auditEntry({ ...deed, contextId: chain, id: parts.ids("audit") }),
  );
  const { failed } = await auth.appendAudit({ entries, again: false, unlessTraced: false }, call);
  if (failed.length > 0)
    throw new LociError("unavailable", "The audit cannot be written just now. What was asked for may have been done.");
}

/** The same for a command that opens no auth service, and needs none of its secrets: the next row of a server signs the chain. */
export async function recordBegun(
  database: Database,
  deed: Pick<Deed, "operation" | "contextId" | "kind">,
  parts: Pick<Surroundings, "clock" | "ids">,
): Promise<void> {
  await recordDeed(createAuditTrail({ database, clock: parts.clock }), { ...deed, status: 202 }, parts);
}
