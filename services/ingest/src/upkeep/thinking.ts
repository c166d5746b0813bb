import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { UpkeepDeps } from "./deps.ts";

/**
 * Consolidates or elaborates a whole context. What a provider did not answer about is asked again by the next attempt; what was
 * concluded is kept meanwhile. A budget that is used up is no failure: the next time may find a new one.
 */
export function thinkOver(
  kind: "consolidation" | "elaboration",
  { ingest, logger }: Pick<UpkeepDeps, "ingest" | "logger">,
): (call: Call) => Promise<void> {
  const think = (call: Call): Promise<{ degraded: string[] }> =>
    kind === "consolidation"
      ? ingest.consolidate({ dryRun: false, factLimit: 0, observationLimit: 0 }, call)
      : ingest.elaborate({ dryRun: false, entityRef: "", sweep: true, budget: 0 }, call);
  return async (call) => {
    const context = call.caller.kind === "service" ? call.caller.contextId : "";
    let degraded: string[];
    try {
      ({ degraded } = await think(call));
    } catch (thrown) {
      if (LociError.from(thrown).code !== "rate_limited") throw thrown;
      logger.info({ context, kind }, "the context's token budget is used up");
      return;
    }
    if (degraded.length > 0) throw new LociError("unavailable", `Not everything was answered. ${degraded.join("; ")}`);
  };
}
