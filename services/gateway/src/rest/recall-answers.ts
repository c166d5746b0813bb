import type { Call } from "@loci/platform/call";
import type { graph, retrieval } from "@loci/protos";
import type { z } from "zod";
import type { endedPart, memoryHit, queryMemoryResponse } from "../answers/recall.ts";
import { clausesOf, orNothing } from "./answers.ts";
import { tokensOf, withinTokens } from "../within-tokens.ts";
import { shownStages } from "./shown-stages.ts";

/** The answer to a query in the shapes of the contract, with our own fields beside them. */
export function queryResponse(answer: retrieval.QueryResponse, call: Call): z.input<typeof queryMemoryResponse> {
  const { trace } = answer;
  return {
    classificationKind: answer.classification,
    hits: answer.hits.map((hit) => hitBody(hit, call)),
    contextHits: answer.contextHits.map((hit) => hitBody(hit, call)),
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
      stageMs: shownStages(trace?.stageMs ?? {}, call),
      hits: trace?.hits ?? [],
    },
  };
}

/** With as many hits as have room, each with its part of the trace; then what stands beside them. */
export function withHitsWithin(
  answer: z.input<typeof queryMemoryResponse>,
  maxTokens: number | null | undefined,
): z.input<typeof queryMemoryResponse> {
  if (maxTokens === null || maxTokens === undefined) return answer;
  const { hits: traced, topScores } = answer.trace;
  const partOf = new Map<string, (typeof traced)[number]>(traced.map((one) => [one.id, one]));
  const costOf = (hit: unknown) => tokensOf([hit, partOf.get((hit as { readonly id: string }).id)]);
  const bare = { ...answer, trace: { ...answer.trace, hits: [], topScores: [] } };
  const fitted = withinTokens(bare, maxTokens, [["hits"], ["contextHits"]], costOf);
  const kept = new Set([...fitted.hits, ...fitted.contextHits].map(({ id }) => id));
  return { ...fitted, trace: { ...answer.trace, topScores, hits: traced.filter(({ id }) => kept.has(id)) } };
}

function hitBody(hit: retrieval.Hit, call: Call): z.input<typeof memoryHit> {
  return {
    id: hit.id,
    score: hit.score,
    source: hit.source,
    text: hit.text,
    scopes: clausesOf(hit.scopes, call),
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
    ...standingBody(hit.standing),
    ...(hit.uncertaintyIds.length > 0 ? { disagreement: { uncertaintyIds: hit.uncertaintyIds } } : {}),
  };
}

/** How a hit stands: by what it has ended, or which parts of it have. */
export function standingBody(
  standing: graph.Standing | null,
): Pick<z.input<typeof memoryHit>, "standing" | "endedBy" | "endedParts"> {
  const { kind = "current", endedBy = [], endedParts = [] } = standing ?? {};
  return {
    standing: kind,
    ...(endedBy.length > 0 ? { endedBy: [...endedBy] } : {}),
    ...(endedParts.length > 0 ? { endedParts: endedParts.map(endedPartBody) } : {}),
  };
}

function endedPartBody({ text, spanStart, spanEnd, ...part }: graph.EndedPart): z.input<typeof endedPart> {
  return {
    ...{ text, spanStart, spanEnd, validUntil: part.until },
    ...orNothing("factId", part.factId),
    ...orNothing("endedBy", part.endedBy),
  };
}

function documentPlace(hit: retrieval.Hit): Partial<z.input<typeof memoryHit>> {
  const { documentId, documentTitle, section, positionPercent, charStart, charEnd } = hit;
  return { documentId, documentTitle, section, positionPercent: Math.round(positionPercent), charStart, charEnd };
}
