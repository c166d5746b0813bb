import type { auth, graph } from "@loci/protos";
import { z } from "zod";

const numbers = z.record(z.string(), z.number());
const lifecycle = z.object({
  lifecycle: z.object({ decay: numbers.optional(), ttl_days: numbers.optional(), expire_below: z.number().optional() }).optional(),
});

/** What a context's settings say of the life of its records; what they leave open graph has a number of its own for. */
export function lifecycleOf(context: Pick<auth.Context, "configJson">): graph.LifecycleRequest {
  const set = lifecycle.parse(JSON.parse(context.configJson || "{}")).lifecycle;
  return { decayPerDay: set?.decay ?? {}, ttlDays: set?.ttl_days ?? {}, expireBelow: set?.expire_below ?? 0 };
}
