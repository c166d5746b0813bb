import { z } from "zod";
import { count, instant, word } from "./words.ts";

export const verbs = z.array(z.object({ verb: z.string(), covers: z.string() }).meta({ id: "VerbDescription" }));

export const contextPolicy = z
  .object({
    allowSelfServiceKeys: z.boolean().optional(),
    maxTokenTtlSeconds: z.int().optional(),
    delegation: word(["any", "listed"]).optional(),
    delegationTargets: z.array(z.string()).optional(),
  })
  .meta({ id: "ContextPolicy" });

export const context = z
  .object({
    id: z.string(),
    displayName: z.string(),
    config: z.record(z.string(), z.unknown()),
    policy: contextPolicy,
    createdAt: instant,
    /** What keeps it as it is declared elsewhere; null for nobody. */
    owner: z.string().nullable(),
  })
  .meta({ id: "Context" });

export const contexts = z.array(context);

const usageRow = z
  .object({ stage: z.string(), model: z.string(), inputTokens: count, outputTokens: count, reserved: count })
  .meta({ id: "UsageRow" });

export const usageReport = z
  .object({
    month: z.string(),
    rows: z.array(usageRow),
    used: count,
    reserved: count,
    /** null without a limit. */
    tokenLimit: count.nullable(),
    enforcementBlocked: z.boolean(),
  })
  .meta({ id: "UsageReport" });

const counts = z.record(z.string(), count);

export const contextState = z
  .object({
    /** How many there are of each kind. */
    records: counts,
    /** What waits, or failed. */
    health: counts,
    index: z.object({
      available: z.boolean(),
      /** Changes that are not indexed yet, and when the oldest of them was made. */
      behind: count,
      behindSince: instant.nullable(),
      degraded: z.array(z.string()),
    }),
  })
  .meta({ id: "ContextState" });

export const decayResult = z.object({ state: z.literal("done"), affected: count }).meta({ id: "DecayResult" });
export const reindexResult = z.object({ state: z.literal("done"), indexed: count, position: count }).meta({ id: "ReindexResult" });
