import { invalidField, regionAsScopeSet, toTimestamp } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import { scopeSetOf } from "@loci/platform/messages";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { readAsked } from "../documents/asked.ts";
import { find, tracedLegs, type DocumentFinding, type Searched } from "../documents/find.ts";
import { defaultVectorWeight, type Fusing } from "../documents/fuse.ts";
import { askLinks, expand } from "../documents/graph.ts";
import { rerank } from "../documents/rerank.ts";
import { admittedDocuments } from "../documents/scope.ts";
import { passagesSaid } from "../fuse/fold.ts";
import { indexedFor } from "../indexed.ts";
import { allowedLens } from "../lens.ts";
import { labelFilters } from "../question.ts";
import { stopwatch } from "../stopwatch.ts";
import { blankTrace } from "../trace/blank.ts";
import { requestTraceId } from "../trace/request-trace.ts";

const defaultK = 10;
const modes: ReadonlySet<string> = new Set(["vector", "bm25", "hybrid", "hybrid_graph"]);

/**
 * Searches the passages of documents alone. The score of a hit is 0 to 1, relative to the best there could be among what was
 * found: `threshold` drops what is below. What could not be asked is said in `degraded`.
 */
export async function queryDocuments(
  request: retrieval.QueryDocumentsRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<retrieval.QueryDocumentsResponse> {
  const watch = stopwatch(deps.elapsed);
  const identity = principalOf(call);
  const region = regionFor(call, "memory:read");
  if (!modes.has(request.mode)) throw invalidField("/mode", `must be one of ${[...modes].join(", ")}`);
  if (request.query.trim() === "") throw invalidField("/query", "must not be empty");
  const lens = allowedLens(scopeSetOf(request.lens), region);
  const { revision } = await deps.graph.head({}, call);
  const [indexed, documentIds, asked] = await Promise.all([
    indexedFor({ region, lens, revision }, call, deps),
    admittedDocuments(request.filter, call, deps),
    readAsked(request, call, deps),
  ]);
  watch.lap("question");

  const searched: Searched = { indexed, documentIds, labels: labelFilters(request.labels), fusing: fusingOf(request) };
  const { hits: found, proposed } = await deps.inTurn(identity.contextId, call.signal, () => find(asked, searched, call, deps));
  watch.lap("search");
  const reranked = request.useReranker ? await rerank(request.query, found, call, deps) : { hits: found, degraded: [] };
  watch.lap("rerank");
  const { hits: ordered, evidence, direct } = await askLinks(request, reranked.hits, call, deps);
  const hits = chosen(ordered, request);
  const expansion = request.expandGraph ? await expand(hits, direct, asked, searched, call, deps) : undefined;
  watch.lap("graph");

  const results = hits.map(({ record, ranked, places }): retrieval.DocumentHit => ({
    score: ranked.score,
    chunk: record,
    graphEvidence: [...(evidence.get(record.documentId) ?? [])],
    graphExpansion: expansion?.get(record.documentId) ?? [],
    legs: tracedLegs(ranked.parts, places),
  }));
  const degraded = [...indexed.degraded, ...asked.degraded, ...reranked.degraded];
  const trace: retrieval.Trace = {
    ...blankTrace,
    id: requestTraceId(call, deps),
    createdAt: toTimestamp(deps.clock()),
    query: request.query,
    mode: `documents:${request.mode}`,
    tier: "hybrid",
    tierReason: "documents were asked for",
    retrievedCount: proposed,
    degraded,
    hits: results.map(({ score, chunk, legs }, i) => ({ id: chunk?.id ?? "", source: "chunk", rank: i + 1, score, legs })),
    principalId: identity.principalId,
    delegatedPrincipalId: identity.delegatedPrincipalId,
    keyId: identity.keyId,
    latencyMs: watch.total(),
    stageMs: watch.laps(),
  };
  const ranged = lens ?? regionAsScopeSet(region);
  deps.traces.keep(identity.contextId, { trace, lens: ranged, region, askerSince: identity.principalSince, turnIds: [] });
  return { queryMs: trace.latencyMs, results, degraded, traceId: trace.id, subQuestions: [...asked.subQuestions] };
}

function fusingOf({ mode, vectorWeight, rrfK }: retrieval.QueryDocumentsRequest): Fusing {
  const legs = mode === "bm25" || mode === "vector" ? mode : "both";
  return { legs, vectorWeight: vectorWeight < 0 ? defaultVectorWeight : vectorWeight, rrfK };
}

/** The best k that say something of their own and reach the threshold; what nothing speaks for is none of them. */
function chosen(hits: readonly DocumentFinding[], { k, threshold }: retrieval.QueryDocumentsRequest): DocumentFinding[] {
  const said = passagesSaid();
  const kept: DocumentFinding[] = [];
  for (const hit of hits) {
    if (kept.length === (k || defaultK)) break;
    if (hit.ranked.score <= 0 || hit.ranked.score < threshold || said.holds(hit.record)) continue;
    said.add(hit.record);
    kept.push(hit);
  }
  return kept;
}
