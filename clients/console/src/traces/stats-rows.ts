import type { Schemas } from "@loci/client";

type Stats = Schemas["TraceStatsResponse"];
/** A name with its numbers. */
export type ChartRow = { readonly name: string } & Readonly<Record<string, string | number>>;

export const windows = [
  { value: "1", label: "Hour" },
  { value: "24", label: "Day" },
  { value: "168", label: "Week" },
  { value: "720", label: "30 days" },
] as const;

/** How many questions each tier answered. */
export function tierRows({ tierCounts, cacheHits }: Stats): ChartRow[] {
  return [
    { name: "direct", questions: tierCounts.direct },
    { name: "cache", questions: cacheHits },
    { name: "full context", questions: tierCounts.fullContext },
    { name: "hybrid", questions: tierCounts.hybrid },
  ].filter(({ questions }) => questions > 0);
}

export function latencyRows({ tierLatency }: Stats): ChartRow[] {
  return tierLatency.map(({ tier, p50LatencyMs, p95LatencyMs }) => ({
    name: tier === "" ? "unknown" : tier.replace("_", " "),
    p50: p50LatencyMs,
    p95: p95LatencyMs,
  }));
}
