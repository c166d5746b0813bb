import type { Auth } from "@loci/auth";
import { auditEntry, type Deed } from "@loci/platform/messages";
import { ownCall, type Surroundings } from "./surroundings.ts";

/** Keeps the row of what was done from this machine, past the gateway: in the context's chain, and in the deployment's. */
export async function recordDeed(
  auth: Pick<Auth, "appendAudit">,
  { operation, contextId }: Pick<Deed, "operation" | "contextId">,
  parts: Surroundings,
): Promise<void> {
  const call = ownCall(parts);
  const deed = { operation, traceId: call.traceId, at: parts.clock(), door: "command", principal: "*" } as const;
  const entries = ["*", ...(contextId === "*" ? [] : [contextId])].map((chain) =>
    auditEntry({ ...deed, contextId: chain, id: parts.ids("audit") }),
  );
  await auth.appendAudit({ entries, again: false }, call);
}
