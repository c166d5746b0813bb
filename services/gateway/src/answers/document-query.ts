import { z } from "zod";
import { legPart } from "./traces.ts";
import { standingFields } from "./recall.ts";
import { count, instant } from "./words.ts";

const hitChunk = z
  .object({
    id: z.string(),
    document: z.string(),
    position: count,
    section: z.string().nullable(),
    text: z.string(),
    charStart: count,
    charEnd: count,
    positionPercent: z.number(),
    /** Of a document that has pages. */
    page: count.nullable(),
  })
  .meta({ id: "QueryHitChunk" });

const hitDocument = z.object({ id: z.string(), source: z.string(), title: z.string() }).meta({ id: "QueryHitDocument" });

const evidence = z.object({ edgeKind: z.string(), neighbourLabel: z.string(), weight: z.number() }).meta({ id: "GraphEvidence" });

export const queryHit = z
  .object({
    chunk: hitChunk,
    document: hitDocument,
    score: z.number(),
    ...standingFields,
    validUntil: instant.optional(),
    graphEvidence: z.array(evidence).optional(),
    /** Chunks that are linked with it. */
    graphExpansion: z.array(hitChunk).optional(),
    legs: z.array(legPart),
  })
  .meta({ id: "QueryHit" });

export const queryResponse = z
  .object({
    results: z.array(queryHit),
    queryMs: count,
    /** What had to be done without. */
    degraded: z.array(z.string()),
    subQuestions: z.array(z.string()),
    traceId: z.string(),
  })
  .meta({ id: "QueryResponse" });
