import { principalOf, type Call } from "@loci/platform/call";
import type { graph, retrieval } from "@loci/protos";
import type { z } from "zod";
import { isVerbHeldOverRoot } from "../authority.ts";
import type { decision as decisionSchema, responseTraceSummary, retrievalTraceSummary, traceRecord } from "../answers/traces.ts";
import { shownStages } from "./shown-stages.ts";

/** The tiers in the order in which they are tried; a trace says by number how far a query had to go. */
const tierOrder = ["direct", "cache", "full_context", "hybrid"];

/**
 * A stored trace as the record that `GET /traces/{id}` answers, with what the memory changed under it.
 * @param retrieved of a response: the traces of what it is made of
 */
export function traceBody(
  trace: retrieval.Trace,
  call: Call,
  decisions: readonly graph.Decision[] = [],
  retrieved: readonly retrieval.Trace[] = [],
): z.input<typeof traceRecord> {
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
    retrievals: trace.kind === "retrieval" ? [retrievalSummary(trace)] : orNull(retrieved.map(retrievalSummary)),
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
    stageMs: shownStages(trace.stageMs, call),
    hits: trace.hits,
    memoryUpdates: decisions.map((decision) => decisionBody(decision, call)),
  };
}

function retrievalSummary(trace: retrieval.Trace): z.input<typeof retrievalTraceSummary> {
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

function responseSummary(trace: retrieval.Trace): z.input<typeof responseTraceSummary> {
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

/** One change of one record, with its rule and evidence; the trace of what somebody else asked is nothing that the caller may see. */
export function decisionBody(decision: graph.Decision, call: Call): z.input<typeof decisionSchema> {
  const isOwn = isOwnDecision(decision, call);
  return {
    id: decision.id,
    kind: decision.kind,
    rule: decision.rule,
    recordId: decision.recordId,
    turnId: decision.turnId === "" ? null : decision.turnId,
    evidence: JSON.parse(decision.evidenceJson || "{}") as unknown,
    traceId: isOwn ? decision.traceId : "",
    principal: decision.principal,
    delegatedPrincipal: decision.delegated === "" ? null : decision.delegated,
    createdAt: decision.createdAt,
  };
}

/** Whether the caller may know the request under which it was decided: its own, with a key of grants of its own one made with that key. */
export function isOwnDecision({ principal, keyId }: Pick<graph.Decision, "principal" | "keyId">, call: Call): boolean {
  const asker = principalOf(call);
  const isOwn = principal === asker.principalId && (asker.isNarrowed !== true || keyId === asker.keyId);
  return isOwn || isVerbHeldOverRoot(call, "grant:manage");
}

function orNull<T>(list: readonly T[]): T[] | null {
  return list.length === 0 ? null : [...list];
}

function tableOf(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf(":")));
}
