import { z } from "zod";
import { providerFailure } from "./providers.ts";
import { count, instant, word } from "./words.ts";

/** What one leg of retrieval said of a hit. */
export const legPart = z
  .object({ leg: z.string(), rank: count, score: z.number(), contribution: z.number() })
  .meta({ id: "LegPart" });

export const tracedHit = z
  .object({ id: z.string(), source: z.string(), rank: count, score: z.number(), legs: z.array(legPart) })
  .meta({ id: "TracedHit" });

/** One change of one record, with its rule and evidence. */
export const decision = z
  .object({
    id: z.string(),
    kind: z.string(),
    rule: z.string(),
    recordId: z.string(),
    turnId: z.string().nullable(),
    evidence: z.unknown(),
    traceId: z.string(),
    principal: z.string(),
    delegatedPrincipal: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: "Decision" });

const returnedRef = z
  .object({ id: z.string(), rank: count, score: z.number(), table: z.string(), label: z.string() })
  .meta({ id: "ReturnedRef" });

export const retrievalTraceSummary = z
  .object({
    createdAt: instant,
    id: z.string(),
    latencyMs: count,
    mode: z.string(),
    retrievedIds: z.array(z.string()),
    returned: z.array(returnedRef),
    scores: z.array(z.number()),
    tierEntered: count,
    tierReason: z.string(),
  })
  .meta({ id: "RetrievalTraceSummary" });

export const responseTraceSummary = z
  .object({
    cached: z.boolean(),
    createdAt: instant,
    id: z.string(),
    latencyMs: count,
    responseText: z.string(),
    reusedFrom: z.string().nullable(),
    sessionId: z.string().nullable(),
    source: z.string(),
    userMessage: z.string(),
  })
  .meta({ id: "ResponseTraceSummary" });

export const traceRecord = z
  .object({
    cached: z.boolean(),
    createdAt: instant,
    id: z.string(),
    kind: word(["retrieval", "response", "decision"]),
    latencyMs: count,
    parent: responseTraceSummary.nullable(),
    queryText: z.string(),
    resolutionTier: z.string(),
    retrievals: z.array(retrievalTraceSummary).nullable(),
    tierReason: z.string(),
    mode: z.string(),
    source: z.string(),
    principal: z.string(),
    delegatedPrincipal: z.string().nullable(),
    sessionId: z.string().nullable(),
    model: z.string().nullable(),
    inputTokens: count,
    outputTokens: count,
    parents: z.array(z.string()),
    retrievedCount: count,
    seedEntities: z.array(z.string()),
    degraded: z.array(z.string()),
    /** Milliseconds by stage. */
    stageMs: z.record(z.string(), z.number()),
    hits: z.array(tracedHit),
    memoryUpdates: z.array(decision),
  })
  .meta({ id: "TraceRecord" });

export const traceListResponse = z.object({ traces: z.array(traceRecord) }).meta({ id: "TraceListResponse" });

const rate = z.number().min(0).max(1);

const contradictionStats = z
  .object({ contradictionRate: z.number(), contradictions: count, reconciliations: count })
  .meta({ id: "ContradictionStats" });

const retrievalStats = z
  .object({
    avgCandidateSet: z.number(),
    maxCandidateSet: count,
    traces: count,
    zeroHitQueries: count,
    zeroHitRate: rate,
    degradedQueries: count,
  })
  .meta({ id: "RetrievalStats" });

const supersessionStats = z
  .object({ churnPerEntity: z.number(), entitiesChurned: count, supersessionEvents: count })
  .meta({ id: "SupersessionStats" });

export const traceStatsResponse = z
  .object({
    windowHours: count,
    avgLatencyMs: z.number(),
    p50LatencyMs: z.number(),
    p95LatencyMs: z.number(),
    cacheHitRate: rate,
    cacheHits: count,
    contradiction: contradictionStats,
    responseTracesCached: count,
    responseTracesTotal: count,
    retrieval: retrievalStats,
    sourceKindDistribution: z.array(z.object({ kind: z.string(), count }).meta({ id: "SourceKindCount" })),
    supersession: supersessionStats,
    tierCounts: z.object({ direct: count, fullContext: count, hybrid: count }).meta({ id: "TierCounts" }),
    totalQueries: count,
    openUncertainties: count,
    pendingExtractions: count,
    /** Turns and chunks of documents that are kept as text, as their reading had to be ended again and again. */
    setAsideTexts: count,
    queueDepth: z.object({ queued: count, running: count, failed: count }).meta({ id: "QueueDepth" }),
    /** What fails now of the models that the context works with, and what failed within the window. */
    providers: z.array(providerFailure),
    /** How many changes the search index is behind. */
    feedLag: count,
    /** Of the tiers that answered in the window. */
    tierLatency: z.array(
      z
        .object({
          tier: z.string(),
          queries: count,
          p50LatencyMs: z.number(),
          p95LatencyMs: z.number(),
          maxLatencyMs: z.number(),
        })
        .meta({ id: "TierLatency" }),
    ),
    /** What the model that answers chats took and gave. */
    tokens: z.object({ input: count, output: count }).meta({ id: "TokenCount" }),
  })
  .meta({ id: "TraceStatsResponse" });
