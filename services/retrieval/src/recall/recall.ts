import { regionAsScopeSet, toTimestamp, type Region, type ScopeSet } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import { scopeSetOf } from "@loci/platform/messages";
import type { retrieval } from "@loci/protos";
import type { Answer, RetrievalDeps } from "../deps.ts";
import { toHit, tracedHit } from "../hits.ts";
import { indexedFor } from "../indexed.ts";
import { allowedLens } from "../lens.ts";
import { askerKey, labelFilters, requestKey } from "../question.ts";
import { withIndex } from "../standby.ts";
import { stopwatch } from "../stopwatch.ts";
import { blankTrace } from "../trace/blank.ts";
import { requestTraceId } from "../trace/request-trace.ts";
import { showsEnded } from "./by-standing.ts";
import { contextHits } from "./context-hits.ts";
import { search, type Found } from "./search.ts";
import { ranOut, stillStands } from "./still-stands.ts";

export interface Recalled {
  readonly response: retrieval.QueryResponse;
  /** Hits behind those of the response. */
  readonly further: readonly retrieval.Hit[];
  readonly trace: retrieval.Trace;
  /** The context's revision at which it was found. */
  readonly revision: number;
  /** The day (UTC) that it was asked on: "yesterday" is another day tomorrow, though nothing was written since. */
  readonly day: string;
  /** What the question ranged over. */
  readonly ranged: ScopeSet;
}

/**
 * Finds what answers a question, or gives again what was found for the caller's same one on this day, where nothing that it sees changed since; keeps its trace.
 * @param responseId the trace of the response that is made of it, "" for none
 */
export async function recall(request: retrieval.QueryRequest, call: Call, deps: RetrievalDeps, responseId = ""): Promise<Recalled> {
  const watch = stopwatch(deps.elapsed);
  const identity = principalOf(call);
  const region = regionFor(call, "memory:read");
  const lens = allowedLens(scopeSetOf(request.lens), region);
  const now = toTimestamp(deps.clock());
  const day = now.slice(0, 10);
  const { revision } = await deps.graph.head({}, call);
  watch.lap("head");

  const key = `${identity.contextId} ${day} ${askerKey(identity)} ${requestKey(request, region, lens)}`;
  const kept = request.mode === "" ? deps.cache.get(key) : undefined;
  const cached =
    kept && !ranOut(kept, now) && (await stillStands(kept, revision, region, call, deps))
      ? { ...kept, stoodAt: revision }
      : undefined;
  const bounds = { region, lens, revision, watch };
  const find = () => withIndex(identity.contextId, deps, (over) => compute(request, call, over, bounds));
  const answer = cached ?? (await deps.inTurn(identity.contextId, call.signal, find));
  if (request.mode === "" && answer.isComplete) deps.cache.set(key, answer);

  const trace: retrieval.Trace = {
    ...answer.trace,
    ...(cached && { tier: "cache", tierReason: "the same question was answered at this revision", cached: true }),
    id: responseId === "" ? requestTraceId(call, deps) : deps.ids("trace"),
    createdAt: toTimestamp(deps.clock()),
    source: request.source,
    principalId: identity.principalId,
    delegatedPrincipalId: identity.delegatedPrincipalId,
    keyId: identity.keyId,
    sessionId: request.sessionId,
    parents: responseId === "" ? [] : [responseId],
    latencyMs: watch.total(),
    stageMs: watch.laps(),
  };
  const ranged = lens ?? regionAsScopeSet(region);
  deps.traces.keep(identity.contextId, { trace, lens: ranged, region, askerSince: identity.principalSince, turnIds: [] });
  const { classification, hits, contextHits: around, seedEntities } = answer;
  const { tier, latencyMs: queryMs } = trace;
  const response = { tier, classification, hits, contextHits: around, seedEntities, queryMs, trace };
  return { response, further: answer.further, trace, revision: answer.foundAt, day, ranged };
}

/** So many hits are kept behind those that are asked for. */
const keptFurther = 7;

interface Bounds {
  readonly region: Region;
  readonly lens: ScopeSet | undefined;
  readonly revision: number;
  readonly watch: ReturnType<typeof stopwatch>;
}

async function compute(request: retrieval.QueryRequest, call: Call, deps: RetrievalDeps, bounds: Bounds): Promise<Answer> {
  const { visible, everything, missing, tail, degraded } = await indexedFor(bounds, call, deps);
  bounds.watch.lap("index");
  const found = await search(request, call, deps, { visible, everything, tail, watch: bounds.watch });

  const returned = found.hits.slice(0, request.k);
  const narrowed = { lens: bounds.lens, labels: labelFilters(request.labels), time: request.time, showsEnded: showsEnded(request) };
  const around = request.includePassages ? await contextHits(returned, narrowed, call, deps) : [];
  bounds.watch.lap("context");
  return {
    ...{ foundAt: bounds.revision, stoodAt: bounds.revision },
    isComplete: found.degraded.length === 0 && missing === 0 && !deps.isStandingIn,
    classification: found.tier === "direct" ? "direct_lookup" : found.tier,
    hits: returned.map(toHit),
    further: found.hits.slice(request.k, request.k + keptFurther).map(toHit),
    contextHits: around,
    seedEntities: found.entities.map((entity) => `${entity.entityType}/${entity.name}`),
    trace: traceOf(request, found, returned, degraded),
  };
}

/** What a trace says of the search; who asked, when and how long it took differs with each request. */
function traceOf(
  request: retrieval.QueryRequest,
  found: Found,
  returned: Found["hits"],
  degraded: readonly string[],
): retrieval.Trace {
  return {
    ...blankTrace,
    query: request.query,
    mode: request.mode,
    tier: found.tier,
    tierReason: found.reason,
    retrievedCount: found.candidates.length,
    degraded: [...degraded, ...found.degraded],
    seedEntities: found.entities.map((entity) => entity.id),
    hits: returned.map((hit, i) => tracedHit(hit, i + 1, found.candidates)),
  };
}
