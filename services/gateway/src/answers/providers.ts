import { z } from "zod";
import { count, instant, word } from "./words.ts";

/** What asks a model: a stage of a context, or what contexts share. */
const usedFor = z.array(z.string());

export const providerFailure = z
  .object({
    usedFor,
    model: z.string(),
    shared: z.boolean(),
    status: word(["failing", "recovered"]),
    failingSince: instant,
    lastFailedAt: instant.nullable(),
    recoveredAt: instant.nullable(),
    failures: count.nullable(),
    error: z.string(),
    advice: z.string(),
    waiting: z.object({ turns: count, chunks: count, documents: count }).meta({ id: "WaitingWork" }),
  })
  .meta({ id: "ProviderFailure" });

export const providerTests = z
  .object({
    ok: z.boolean(),
    tests: z.array(
      z
        .object({
          usedFor,
          model: z.string(),
          shared: z.boolean(),
          ok: z.boolean(),
          latencyMs: count,
          error: z.string().nullable(),
          advice: z.string().nullable(),
        })
        .meta({ id: "ProviderTest" }),
    ),
  })
  .meta({ id: "ProviderTests" });

export const retriedPending = z.object({ turns: count, documents: count }).meta({ id: "RetriedPending" });
