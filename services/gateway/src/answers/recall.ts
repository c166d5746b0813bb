import { z } from "zod";
import { tracedHit } from "./traces.ts";
import { count, instant, memoryCategory, scopeSets, word } from "./words.ts";

export const tier = word(["direct", "cache", "full_context", "hybrid"], "Tier");

export const endedPart = z
  .object({
    factId: z.string().optional(),
    text: z.string(),
    spanStart: count,
    spanEnd: count,
    validUntil: instant,
    endedBy: z.string().optional(),
  })
  .meta({ id: "EndedPart" });

/** How a hit stands. */
export const standingFields = {
  standing: word(["current", "ended", "disputed", "unread"], "Standing"),
  /** Of what has ended. */
  endedBy: z.array(z.string()).optional(),
  /** Of a passage of which some has ended. */
  endedParts: z.array(endedPart).optional(),
};

export const memoryHit = z
  .object({
    id: z.string(),
    score: z.number(),
    source: word(["entity", "attribute", "memory_chunk", "chunk", "section"], "ResultKind"),
    text: z.string(),
    scopes: scopeSets,
    labels: z.array(z.string()),
    occurredAt: instant.optional(),
    turnId: z.string().optional(),
    sessionId: z.string().optional(),
    role: z.string().optional(),
    speaker: z.string().optional(),
    entityId: z.string().optional(),
    /** Type/name */
    entity: z.string().optional(),
    key: z.string().optional(),
    value: z.string().optional(),
    /** Of a relation. */
    subject: z.string().optional(),
    label: z.string().optional(),
    object: z.string().optional(),
    validFrom: instant.optional(),
    validUntil: instant.optional(),
    memoryCategory: memoryCategory.optional(),
    /** Of a document's passage. */
    documentId: z.string().optional(),
    documentTitle: z.string().optional(),
    section: z.string().optional(),
    positionPercent: z.number().optional(),
    charStart: count.optional(),
    charEnd: count.optional(),
    /** Of a fact. */
    confidence: z.number().optional(),
    ...standingFields,
    /** Where other sources say otherwise. */
    disagreement: z.object({ uncertaintyIds: z.array(z.string()) }).optional(),
  })
  .meta({ id: "MemoryHit" });

const queryTrace = z
  .object({
    latencyMs: count,
    resolutionTier: tier,
    retrievedCount: count,
    tierReason: z.string(),
    topScores: z.array(z.number()),
    traceId: z.string(),
    mode: z.string(),
    /** What had to be done without. */
    degraded: z.array(z.string()),
    stageMs: z.record(z.string(), z.number()),
    hits: z.array(tracedHit),
  })
  .meta({ id: "QueryTrace" });

export const queryMemoryResponse = z
  .object({
    classificationKind: word(["direct_lookup", "hybrid", "full_context"], "QueryKind"),
    hits: z.array(memoryHit),
    /** What stands beside the hits in their documents; not counted against k. */
    contextHits: z.array(memoryHit),
    queryMs: count,
    seedEntities: z.array(z.string()),
    tier,
    trace: queryTrace,
    leftOut: count.optional(),
  })
  .meta({ id: "QueryMemoryResponse" });

const contextAnswer = z.object({ context: z.string(), queryMs: count, tier, leftOut: count });
export const contextQueryResponse = contextAnswer.meta({ id: "ContextQueryResponse" });
export const sessionContextResponse = contextAnswer.meta({ id: "SessionContextResponse" });
