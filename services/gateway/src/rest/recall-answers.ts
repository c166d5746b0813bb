import type { retrieval } from "@loci/protos";
import { clausesOf, orNothing } from "./answers.ts";

/** The answer to a query in the shapes of the contract, with our own fields beside them. */
export function queryResponse(answer: retrieval.QueryResponse): object {
  const { trace } = answer;
  return {
    classificationKind: answer.classification,
    hits: answer.hits.map(hitBody),
    queryMs: Math.round(answer.queryMs),
    seedEntities: answer.seedEntities,
    tier: answer.tier,
    trace: {
      latencyMs: Math.round(trace?.latencyMs ?? answer.queryMs),
      resolutionTier: trace?.tier ?? answer.tier,
      retrievedCount: trace?.retrievedCount ?? answer.hits.length,
      tierReason: trace?.tierReason ?? "",
      topScores: (trace?.hits ?? answer.hits).map((hit) => hit.score),
      traceId: trace?.id ?? "",
      mode: trace?.mode ?? "",
      degraded: trace?.degraded ?? [],
      stageMs: trace?.stageMs ?? {},
      hits: trace?.hits ?? [],
    },
  };
}

function hitBody(hit: retrieval.Hit): object {
  return {
    id: hit.id,
    score: hit.score,
    source: hit.source,
    text: hit.text,
    scopes: clausesOf(hit.scopes),
    labels: hit.labels,
    ...orNothing("occurredAt", hit.occurredAt),
    ...orNothing("turnId", hit.turnId),
    ...orNothing("sessionId", hit.sessionId),
    ...orNothing("role", hit.role),
    ...orNothing("speaker", hit.speaker),
    ...orNothing("entityId", hit.entityId),
    ...orNothing("entity", hit.entity),
    ...orNothing("key", hit.key),
    ...orNothing("value", hit.value),
    ...orNothing("subject", hit.subject),
    ...orNothing("label", hit.label),
    ...orNothing("object", hit.object),
    ...orNothing("validFrom", hit.validFrom),
    ...orNothing("validUntil", hit.validUntil),
    ...orNothing("memoryCategory", hit.memoryCategory),
    // Passages have no confidence of their own; 0 is the message's way to say so.
    ...(hit.confidence > 0 ? { confidence: hit.confidence } : {}),
    ...(hit.uncertaintyIds.length > 0 ? { disagreement: { uncertaintyIds: hit.uncertaintyIds } } : {}),
  };
}

/** The tiers in the order in which they are tried; a trace says by number how far a query had to go. */
const tierOrder = ["direct", "cache", "full_context", "hybrid"];

/** A stored trace as the record that `GET /traces/{id}` answers. */
export function traceRecord(trace: retrieval.Trace): object {
  const latencyMs = Math.round(trace.latencyMs);
  const summary = {
    createdAt: trace.createdAt,
    id: trace.id,
    latencyMs,
    mode: trace.mode,
    retrievedIds: trace.hits.map((hit) => hit.id),
    returned: trace.hits.map((hit) => ({
      id: hit.id,
      rank: hit.rank,
      score: hit.score,
      table: tableOf(hit.id),
      label: hit.source,
    })),
    scores: trace.hits.map((hit) => hit.score),
    tierEntered: tierOrder.indexOf(trace.tier) + 1,
    tierReason: trace.tierReason,
  };
  return {
    cached: trace.cached,
    createdAt: trace.createdAt,
    id: trace.id,
    latencyMs,
    parent: null,
    queryText: trace.query,
    resolutionTier: trace.tier,
    retrievals: [summary],
    tierReason: trace.tierReason,
    mode: trace.mode,
    source: trace.source,
    principal: trace.principalId,
    delegatedPrincipal: trace.delegatedPrincipalId === "" ? null : trace.delegatedPrincipalId,
    retrievedCount: trace.retrievedCount,
    seedEntities: trace.seedEntities,
    degraded: trace.degraded,
    stageMs: trace.stageMs,
    hits: trace.hits,
  };
}

function tableOf(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf(":")));
}
