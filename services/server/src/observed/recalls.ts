import type { Meter } from "@loci/platform/telemetry";
import type { retrieval } from "@loci/protos";

/** Measures a recall by what its trace says of it. */
export function observeRecall(meter: Meter, trace: retrieval.Trace): void {
  // The answer that is made of a recall has a trace of its own.
  if (trace.kind !== "retrieval") return;
  const labels = { tier: trace.tier, mode: trace.mode === "" ? "auto" : trace.mode };
  meter.observe("loci_recall_seconds", labels, trace.latencyMs / 1_000);
  if (trace.hits.length === 0) meter.add("loci_recall_empty_total", labels);
  if (trace.degraded.length > 0) meter.add("loci_recall_degraded_total", {});
  // What was answered from the cache went through no leg.
  if (trace.cached) return;
  for (const [leg, ms] of Object.entries(trace.stageMs)) meter.observe("loci_recall_leg_seconds", { leg }, ms / 1_000);
}
