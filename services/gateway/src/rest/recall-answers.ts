import type { graph, retrieval } from "@loci/protos";
import { clausesOf, orNothing } from "./answers.ts";

/** The answer to a query in the shapes of the contract, with our own fields beside them. */
export function queryResponse(answer: retrieval.QueryResponse): object {
  const { trace } = answer;
  return {
    classificationKind: answer.classification,
    hits: answer.hits.map(hitBody),
    contextHits: answer.contextHits.map(hitBody),
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
    ...(hit.documentId === "" ? {} : documentPlace(hit)),
    // Passages have no confidence of their own; 0 is the message's way to say so.
    ...(hit.confidence > 0 ? { confidence: hit.confidence } : {}),
    ...(hit.uncertaintyIds.length > 0 ? { disagreement: { uncertaintyIds: hit.uncertaintyIds } } : {}),
  };
}

function documentPlace(hit: retrieval.Hit): object {
  const { documentId, documentTitle, section, positionPercent, charStart, charEnd } = hit;
  return { documentId, documentTitle, section, positionPercent: Math.round(positionPercent), charStart, charEnd };
}

/** The tiers in the order in which they are tried; a trace says by number how far a query had to go. */
const tierOrder = ["direct", "cache", "full_context", "hybrid"];

/** A stored trace as the record that `GET /traces/{id}` answers, with what the memory changed under it. */
export function traceRecord(trace: retrieval.Trace, decisions: readonly graph.Decision[] = []): object {
  const latencyMs = Math.round(trace.latencyMs);
  const isResponse = trace.kind === "response";
  return {
    cached: trace.cached,
    createdAt: trace.createdAt,
    id: trace.id,
    kind: trace.kind,
    latencyMs,
    parent: isResponse ? responseSummary(trace) : null,
    queryText: trace.query,
    resolutionTier: trace.tier,
    retrievals: isResponse ? null : [retrievalSummary(trace)],
    tierReason: trace.tierReason,
    mode: trace.mode,
    source: trace.source,
    principal: trace.principalId,
    delegatedPrincipal: trace.delegatedPrincipalId === "" ? null : trace.delegatedPrincipalId,
    sessionId: trace.sessionId === "" ? null : trace.sessionId,
    model: trace.model === "" ? null : trace.model,
    inputTokens: trace.inputTokens,
    outputTokens: trace.outputTokens,
    parents: trace.parents,
    retrievedCount: trace.retrievedCount,
    seedEntities: trace.seedEntities,
    degraded: trace.degraded,
    stageMs: trace.stageMs,
    hits: trace.hits,
    memoryUpdates: decisions.map(decisionBody),
  };
}

function retrievalSummary(trace: retrieval.Trace): object {
  return {
    createdAt: trace.createdAt,
    id: trace.id,
    latencyMs: Math.round(trace.latencyMs),
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
}

function responseSummary(trace: retrieval.Trace): object {
  return {
    cached: trace.cached,
    createdAt: trace.createdAt,
    id: trace.id,
    latencyMs: Math.round(trace.latencyMs),
    responseText: trace.responseText,
    reusedFrom: trace.reusedFrom === "" ? null : trace.reusedFrom,
    sessionId: trace.sessionId === "" ? null : trace.sessionId,
    source: trace.source,
    userMessage: trace.query,
  };
}

/** One change of one record, with its rule and evidence. */
export function decisionBody(decision: graph.Decision): object {
  return {
    id: decision.id,
    kind: decision.kind,
    rule: decision.rule,
    recordId: decision.recordId,
    turnId: decision.turnId === "" ? null : decision.turnId,
    evidence: JSON.parse(decision.evidenceJson || "{}") as unknown,
    traceId: decision.traceId,
    principal: decision.principal,
    delegatedPrincipal: decision.delegated === "" ? null : decision.delegated,
    createdAt: decision.createdAt,
  };
}

function tableOf(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf(":")));
}
