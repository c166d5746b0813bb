import { z } from "zod";
import { count } from "./words.ts";

const contradiction = z
  .object({ entity: z.string(), key: z.string(), values: z.array(z.string()), uncertaintyId: z.string() })
  .meta({ id: "ContradictionFinding" });

const duplicate = z.object({ entityA: z.string(), entityB: z.string(), similarity: z.number() }).meta({ id: "DuplicateFinding" });

const injection = z.object({ kind: z.string(), rowId: z.string(), snippet: z.string() }).meta({ id: "InjectionFinding" });

const unscoped = z.object({ table: z.string(), count, sampleIds: z.array(z.string()) }).meta({ id: "UnscopedContentFinding" });

/** The search index beside the truth: at most 1,000 ids of each kind. */
const index = z
  .object({
    missing: z.array(z.string()),
    orphaned: z.array(z.string()),
    missingCount: count,
    orphanedCount: count,
    repaired: count,
  })
  .meta({ id: "IndexFindings" });

export const fsckReport = z
  .object({
    contradictions: z.array(contradiction),
    duplicates: z.array(duplicate),
    injection: z.array(injection),
    unscopedContent: z.array(unscoped),
    index,
    total: count,
    repaired: count,
  })
  .meta({ id: "FsckReport" });
