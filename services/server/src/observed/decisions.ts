import type { Decided } from "@loci/graph";
import type { Meter } from "@loci/platform/telemetry";

/** Counts what was decided about facts, and what of it was taken back. */
export function observeDecided(meter: Meter, { decisions, reopened }: Decided): void {
  for (const { kind, rule } of decisions) meter.add("loci_decisions_total", { kind, rule });
  if (reopened > 0) meter.add("loci_facts_reopened_total", {}, reopened);
}
