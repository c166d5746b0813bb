import type { Call } from "@loci/platform/call";
import { auditEntry } from "@loci/platform/messages";
import type { UpkeepDeps } from "./deps.ts";

/**
 * Keeps the row of scheduled work that changed something.
 * @param causes the traces of the requests that left it to be done, each with a row of its own; none for what the clock alone asked for
 */
export async function recordWork(
  { auth, clock, ids }: Pick<UpkeepDeps, "auth" | "clock" | "ids">,
  deed: { readonly contextId: string; readonly operation: string; readonly path?: string },
  call: Call,
  causes: readonly string[] = [],
): Promise<void> {
  const traces = new Set(causes.filter((cause) => cause !== ""));
  const entries = [...(traces.size === 0 ? [call.traceId] : traces)].map((traceId) =>
    auditEntry({ ...deed, traceId, at: clock(), id: ids("audit"), door: "schedule", principal: "system" }),
  );
  await auth.appendAudit({ entries, again: false, unlessTraced: false }, call);
}
