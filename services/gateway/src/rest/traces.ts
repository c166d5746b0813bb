import { regionFor, type Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import { clampLens, type ScopeSet } from "@loci/kernel";
import type { AuthService, GraphService, IngestService, RetrievalService } from "@loci/protos";
import { z } from "zod";
import { requireReadRegistered } from "./registered.ts";
import { traceListResponse, traceRecord, traceStatsResponse } from "../answers/traces.ts";
import { isVerbHeldOverRoot } from "../authority.ts";
import { route, type Route } from "../route.ts";
import { userField } from "../schemas/person.ts";
import { scopeParameter, scopesInQuery } from "../schemas/scope-query.ts";
import { integerText, name, timestamp } from "../schemas/text.ts";
import { failureBody } from "./providers.ts";
import { decisionTrace, oneTrace } from "./one-trace.ts";
import { isOwnDecision, traceBody } from "./trace-bodies.ts";

const maxWindowHours = 24 * 366;
const defaultWindowHours = 24;

export interface TraceServices {
  readonly auth: Pick<AuthService<Call>, "findUnregistered" | "listAudit" | "listProviderFailures">;
  readonly graph: GraphService<Call>;
  readonly ingest: IngestService<Call>;
  readonly retrieval: RetrievalService<Call>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** What was asked, answered and decided: traces, and numbers over them. */
export function traceRoutes(services: TraceServices): Route[] {
  const { retrieval } = services;
  return [
    route({
      operationId: "listTraces",
      method: "get",
      path: "/traces",
      plane: "data",
      summary: "Traces, newest first",
      status: 200,
      query: z.strictObject({
        limit: integerText(1, 500).nullish(),
        kind: z.enum(["retrieval", "response", "decision"]).nullish(),
        sessionId: name(256).nullish(),
        since: timestamp.nullish(),
        until: timestamp.nullish(),
      }),
      answer: traceListResponse,
      async handle({ query, call }) {
        const filter = { kind: query.kind ?? "", sessionId: query.sessionId ?? "", principal: "", keyId: "" };
        const span = { since: query.since ?? "", until: query.until ?? "", limit: query.limit ?? 100 };
        if (query.kind === "decision")
          return { body: { traces: await decisionTraces(services, query.sessionId ?? "", span, call) } };
        const { traces } = await retrieval.listTraces({ ...filter, ...span }, call);
        return { body: { traces: traces.map((trace) => traceBody(trace, call)) } };
      },
    }),
    route({
      operationId: "getTraceStats",
      method: "get",
      path: "/traces/stats",
      plane: "data",
      summary: "Numbers over the traces of a window",
      status: 200,
      // What is left names scopes, in any of the forms of scopesInQuery.
      query: z.looseObject({
        since: timestamp.nullish(),
        windowHours: integerText(1, maxWindowHours).nullish(),
        user: userField,
        scope: scopeParameter,
      }),
      answer: traceStatsResponse,
      async handle({ query, call }) {
        const { since, windowHours, user, ...scopes } = query;
        return {
          body: await statsOf(services, scopesInQuery(scopes, user), since ?? "", windowHours ?? undefined, call),
        };
      },
    }),
    route({
      operationId: "getTrace",
      method: "get",
      path: "/traces/{traceId}",
      plane: "data",
      summary: "One trace, with what the memory changed under it",
      status: 200,
      params: z.strictObject({ traceId: name(256) }),
      answer: traceRecord,
      async handle({ params, call }) {
        return { body: await oneTrace(services, params.traceId, call) };
      },
    }),
  ];
}

/** Decisions at most, out of which the traces of a listing are made. */
const maxDecisions = 500;

/** Decisions by the requests that they were made under, newest first; none is of a session. */
async function decisionTraces(
  { graph }: TraceServices,
  sessionId: string,
  { limit, ...span }: { readonly since: string; readonly until: string; readonly limit: number },
  call: Call,
): Promise<z.input<typeof traceRecord>[]> {
  if (sessionId !== "") return [];
  const all = { traceId: "", recordId: "", principal: "", keyId: "", ...span, limit: maxDecisions };
  const { decisions } = await graph.listDecisions(all, call);
  const own = decisions.filter((decision) => decision.traceId !== "" && isOwnDecision(decision, call));
  const groups = [...Map.groupBy(own, ({ traceId }) => traceId)].slice(0, limit);
  return groups.flatMap(([id, some]) => {
    const first = some.at(-1);
    return first === undefined ? [] : [decisionTrace(id, first, some, call)];
  });
}

async function statsOf(
  { auth, graph, ingest, retrieval, clock }: TraceServices,
  scopes: ScopeSet | undefined,
  asked: string,
  hours: number | undefined,
  call: Call,
): Promise<z.input<typeof traceStatsResponse>> {
  const began = clock() - (hours ?? defaultWindowHours) * 3_600_000;
  const since = asked !== "" && hours === undefined ? asked : new Date(began).toISOString();
  const windowHours = Math.max(1, Math.round((clock() - Date.parse(since)) / 3_600_000));
  // Who may not see the whole context is told of its own region, and beyond that of nothing.
  const everything = isVerbHeldOverRoot(call, "grant:manage");
  const isBeyond = scopes !== undefined && !everything && clampLens(scopes, regionFor(call, "memory:read")).length === 0;
  await requireReadRegistered(scopes, auth, call);
  const wanted = { scope: scopes ? scopeSetMessage(scopes) : null, since, everything };
  const [memory, recall, queue, { failures }] = await Promise.all([
    graph.getMemoryStats(wanted, call),
    retrieval.getRetrievalStats(wanted, call),
    isBeyond ? { queued: 0, running: 0, failed: 0 } : ingest.getQueueDepth({}, call),
    auth.listProviderFailures({ since }, call),
  ]);
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  return {
    windowHours,
    avgLatencyMs: recall.avgLatencyMs,
    p50LatencyMs: recall.p50LatencyMs,
    p95LatencyMs: recall.p95LatencyMs,
    cacheHitRate: share(recall.cacheHits, recall.totalQueries),
    cacheHits: recall.cacheHits,
    contradiction: {
      contradictionRate: share(memory.contradictions, memory.reconciliations),
      contradictions: memory.contradictions,
      reconciliations: memory.reconciliations,
    },
    responseTracesCached: recall.responsesCached,
    responseTracesTotal: recall.responses,
    retrieval: {
      avgCandidateSet: recall.avgCandidateSet,
      maxCandidateSet: recall.maxCandidateSet,
      traces: recall.totalQueries,
      zeroHitQueries: recall.zeroHitQueries,
      zeroHitRate: share(recall.zeroHitQueries, recall.totalQueries),
      degradedQueries: recall.degradedQueries,
    },
    sourceKindDistribution: Object.entries(memory.sourceKinds).map(([kind, count]) => ({ kind, count })),
    supersession: {
      churnPerEntity: share(memory.supersessions, memory.entitiesChurned),
      entitiesChurned: memory.entitiesChurned,
      supersessionEvents: memory.supersessions,
    },
    tierCounts: { direct: recall.direct, fullContext: recall.fullContext, hybrid: recall.hybrid },
    totalQueries: recall.totalQueries,
    openUncertainties: memory.openUncertainties,
    pendingExtractions: memory.pendingExtractions,
    setAsideTexts: memory.setAsideTexts,
    queueDepth: queue,
    providers: failures.map((failure) => failureBody(failure, memory)),
    feedLag: recall.feedLag,
    tierLatency: recall.tierLatency,
    tokens: { input: recall.inputTokens, output: recall.outputTokens },
  };
}
