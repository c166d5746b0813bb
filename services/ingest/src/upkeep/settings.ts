import type { auth, graph } from "@loci/protos";
import { z } from "zod";

export const rhythms = ["off", "daily", "hourly"] as const;
/** How often a context wants to be thought over. */
export type Rhythm = (typeof rhythms)[number];

export interface ContextSettings {
  readonly lifecycle: graph.LifecycleRequest;
  readonly consolidation: Rhythm;
  readonly elaboration: Rhythm;
  readonly traceRetentionDays: number;
}

const defaultTraceRetentionDays = 90;

/** Auth has checked them when they were set; what an older release let pass counts as not set. */
function lenient<T extends z.ZodType>(type: T) {
  return type.optional().catch(undefined);
}

const numbers = lenient(z.record(z.string(), z.number()));
const rhythm = lenient(z.enum(rhythms));
const config = z.object({
  lifecycle: lenient(z.object({ decay: numbers, ttl_days: numbers, expire_below: lenient(z.number()) })),
  schedule: lenient(z.object({ consolidation: rhythm, elaboration: rhythm })),
  trace_retention_days: lenient(z.number().gt(0).max(36_500)),
});

/** What a context's settings say of the work on it; 0 and none where graph has numbers of its own. */
export function settingsOf({ configJson }: Pick<auth.Context, "configJson">): ContextSettings {
  const { lifecycle, schedule, trace_retention_days: days } = config.parse(JSON.parse(configJson || "{}"));
  return {
    lifecycle: {
      decayPerDay: lifecycle?.decay ?? {},
      ttlDays: lifecycle?.ttl_days ?? {},
      expireBelow: lifecycle?.expire_below ?? 0,
    },
    consolidation: schedule?.consolidation ?? "daily",
    elaboration: schedule?.elaboration ?? "daily",
    traceRetentionDays: Math.ceil(days ?? defaultTraceRetentionDays),
  };
}
