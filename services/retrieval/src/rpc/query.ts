import { clampLens, LociError, regionAsScopeSet, toTimestamp, type Region, type ScopeSet } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import { presentTime, scopeSetOf } from "@loci/platform/messages";
import type { Candidate, IndexedScopeSet } from "@loci/ports/search-index";
import type { graph, retrieval } from "@loci/protos";
import type { Answer, RetrievalDeps } from "../deps.ts";
import { foldDuplicates, type CheckedHit } from "../fuse/fold.ts";
import { rank, type Cues, type Ranked } from "../fuse/rank.ts";
import { rankByLeg } from "../fuse/single-leg.ts";
import { toHit, tracedHit } from "../hits.ts";
import { indexedFor } from "../indexed.ts";
import { askGraph, type GraphLeg } from "../legs/graph.ts";
import { labelFilters, looksBack, mayHaveEnded, readQuestion, requestKey, type Question } from "../question.ts";
import { directFacts } from "../tiers/direct.ts";
import { stopwatch } from "../stopwatch.ts";
import { blankTrace } from "../trace/blank.ts";
import { contextHits } from "./context-hits.ts";

type Tier = "direct" | "cache" | "full_context" | "hybrid";

/** What a tier found, before the answer is cut to what was asked for. */
interface Found {
  readonly tier: Tier;
  readonly reason: string;
  readonly hits: readonly CheckedHit[];
  readonly candidates: readonly Candidate[];
  readonly entities: readonly graph.FoundEntity[];
  /** Legs that could not be asked, and why. */
  readonly degraded: readonly string[];
}

/** Of how many of the best passages the turns before and after are looked at. */
const neighboursOf = 20;
/** A month: the passages of a longer time are no candidates just for their time. */
const longestSpanMs = 31 * 24 * 3_600_000;
/** Checked beyond k, for what the truth or the folding drops. */
const slack = 12;

/** Answers a question. Tiers are tried in order when no mode is given; a given mode always searches. */
export async function query(request: retrieval.QueryRequest, call: Call, deps: RetrievalDeps): Promise<retrieval.QueryResponse> {
  return (await recall(request, call, deps)).response;
}

export interface Recalled {
  readonly response: retrieval.QueryResponse;
  readonly trace: retrieval.Trace;
  /** The context's revision at which it was found. */
  readonly revision: number;
  /** What the question ranged over. */
  readonly ranged: ScopeSet;
}

/** The same for who makes something of the hits. @param responseId the response trace that they go into, "" for none */
export async function recall(request: retrieval.QueryRequest, call: Call, deps: RetrievalDeps, responseId = ""): Promise<Recalled> {
  const watch = stopwatch(deps.clock);
  const identity = principalOf(call);
  const region = regionFor(call, "memory:read");
  const lens = allowedLens(scopeSetOf(request.lens), region);
  const { revision } = await deps.graph.head({}, call);
  watch.lap("head");

  const key = `${identity.contextId} ${revision} ${requestKey(request, region, lens)}`;
  const cached = request.mode === "" ? deps.cache.get(key) : undefined;
  const answer = cached ?? (await compute(request, call, deps, { region, lens, revision, watch }));
  if (!cached && request.mode === "" && answer.isComplete) deps.cache.set(key, answer);

  const tier = cached ? "cache" : answer.trace.tier;
  const trace: retrieval.Trace = {
    ...answer.trace,
    id: deps.ids("trace"),
    createdAt: toTimestamp(deps.clock()),
    tier,
    tierReason: cached ? "the same question was answered at this revision" : answer.trace.tierReason,
    cached: cached !== undefined,
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
  deps.traces.keep(identity.contextId, { trace, lens: ranged, turnIds: [] });
  const { classification, hits, contextHits, seedEntities } = answer;
  const response = { tier, classification, hits, contextHits, seedEntities, queryMs: trace.latencyMs, trace };
  return { response, trace, revision, ranged };
}

interface Bounds {
  readonly region: Region;
  readonly lens: ScopeSet | undefined;
  readonly revision: number;
  readonly watch: ReturnType<typeof stopwatch>;
}

/** The lens as far as the region allows it; 403 where nothing of it is allowed. */
export function allowedLens(lens: ScopeSet | undefined, region: Region): ScopeSet | undefined {
  if (lens === undefined) return undefined;
  const clamped = clampLens(lens, region);
  if (clamped.length === 0) throw new LociError("forbidden", "The lens lies outside what this key may read.");
  return clamped;
}

async function compute(request: retrieval.QueryRequest, call: Call, deps: RetrievalDeps, bounds: Bounds): Promise<Answer> {
  const { visible, everything, missing, degraded } = await indexedFor(bounds, call, deps);
  bounds.watch.lap("index");
  const found = await search(request, call, deps, { visible, everything, watch: bounds.watch });

  const returned = found.hits.slice(0, request.k);
  const narrowed = { lens: bounds.lens, labels: labelFilters(request.labels), time: request.time };
  const around = request.includePassages ? await contextHits(returned, narrowed, call, deps) : [];
  bounds.watch.lap("context");
  return {
    isComplete: found.degraded.length === 0 && missing === 0,
    classification: found.tier === "direct" ? "direct_lookup" : found.tier,
    hits: returned.map(toHit),
    contextHits: around,
    seedEntities: found.entities.map((entity) => `${entity.entityType}/${entity.name}`),
    trace: {
      ...blankTrace,
      query: request.query,
      mode: request.mode,
      tier: found.tier,
      tierReason: found.reason,
      retrievedCount: found.candidates.length,
      degraded: [...degraded, ...found.degraded],
      seedEntities: found.entities.map((entity) => entity.id),
      hits: returned.map((hit, i) => tracedHit(hit, i + 1, found.candidates)),
    },
  };
}

interface Visible {
  readonly visible: readonly IndexedScopeSet[];
  readonly everything: boolean;
  readonly watch: ReturnType<typeof stopwatch>;
}

async function search(request: retrieval.QueryRequest, call: Call, deps: RetrievalDeps, scope: Visible): Promise<Found> {
  const { watch } = scope;
  const question = readQuestion(request.query, toTimestamp(deps.clock()));
  const documents = scope.visible.reduce((sum, set) => sum + set.documents, 0);
  const mode = request.mode === "" ? "hybrid" : request.mode;
  if (documents === 0) return { tier: "hybrid", reason: "nothing is visible", hits: [], candidates: [], entities: [], degraded: [] };

  const usesGraph = mode === "hybrid" || mode === "graph";
  const usesVector = mode === "hybrid" || mode === "vector";
  const [graphLeg, { vector, degraded }] = await Promise.all([
    askGraph(deps.graph, usesGraph ? question.names : [], deps.settings.poolSize, request.time, call),
    usesVector ? embedQuestion(question, deps, call) : noVector,
  ]);
  if (mode === "vector" && degraded.length > 0) {
    throw new LociError("unavailable", "The embedding provider does not answer.", { retryAfterSeconds });
  }
  watch.lap("graph");

  const direct = request.mode === "" && request.labels.length === 0 ? directLookup(request, question, graphLeg) : undefined;
  // Without a vector the index proposes only what shares a word: that is not all there is.
  const fits = vector !== undefined && documents <= request.k;
  const whole = request.mode === "" && direct === undefined && fits && !looksBack(request.time);
  const candidates = await deps.index.search({
    contextId: principalOf(call).contextId,
    scopeSets: scope.visible,
    everything: scope.everything,
    terms: question.terms,
    legs: { bm25: (mode === "hybrid" || mode === "bm25") && direct === undefined, vector: usesVector && direct === undefined },
    vector,
    labels: labelFilters(request.labels),
    asOf: request.time?.asOf ?? "",
    includeEnded: mayHaveEnded(request.time),
    ids: direct ? [...direct.ids] : [...graphLeg.distance.keys(), ...new Set(graphLeg.sourceOf.values())],
    during: mode === "hybrid" && direct === undefined ? question.during.filter(isShort) : [],
    pool: whole ? Math.max(documents, deps.settings.poolSize) : deps.settings.poolSize,
    neighboursOf: mode === "hybrid" && direct === undefined ? neighboursOf : 0,
  });
  watch.lap("search");

  const ranked = order(mode, candidates, question, graphLeg);
  const chosen = direct ? answersFirst(ranked.filter(({ candidate }) => direct.ids.has(candidate.id))) : ranked;
  // Before the folding: a turn must not give way to a fact that the caller does not want to see.
  const wanted = chosen.filter(({ candidate }) => (isPassage(candidate) ? request.includePassages : request.includeFacts));
  const checked = await check(wanted.slice(0, (whole ? documents : request.k) + slack), request, call, deps);
  watch.lap("hydrate");
  const hits = request.includeDuplicates ? checked : foldDuplicates(checked);
  const entities = graphLeg.entities;
  if (direct && hits.some((hit) => hit.ranked.candidate.class === "fact")) {
    return { tier: "direct", reason: `the graph knows ${direct.what}`, hits, candidates, entities, degraded };
  }
  if (whole) return { tier: "full_context", reason: `all ${documents} visible records fit within k`, hits, candidates, entities, degraded };
  if (direct) return { ...(await search({ ...request, mode: "hybrid" }, call, deps, scope)), reason: "the graph's own answer did not hold" };
  return { tier: "hybrid", reason: request.mode === "" ? "no cheaper tier fits" : `mode ${mode} was asked for`, hits, candidates, entities, degraded };
}

/** What was said or written; facts and names are the rest. */
function isPassage(candidate: Candidate): boolean {
  return candidate.class === "passage" || candidate.class === "chunk" || candidate.class === "section";
}

/** A long span holds too much to be looked through for its own sake; it still weighs in the order. */
function isShort(span: { readonly from: string; readonly until: string }): boolean {
  return Date.parse(span.until) - Date.parse(span.from) <= longestSpanMs;
}

interface Embedded {
  readonly vector: Float32Array | undefined;
  readonly degraded: readonly string[];
}

const noVector: Embedded = { vector: undefined, degraded: [] };
const retryAfterSeconds = 5;

/** A provider that fails, or takes longer than a question can wait, costs the vector leg, not the answer. */
async function embedQuestion(question: Question, deps: RetrievalDeps, call: Call): Promise<Embedded> {
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(deps.settings.embedMs)]);
  try {
    const [vector] = await deps.embedder.embed([question.dense], "query", signal);
    return { vector: vector?.some((value) => value !== 0) ? vector : undefined, degraded: [] };
  } catch (thrown) {
    const error = LociError.from(thrown);
    if (call.signal.aborted || error.code === "internal") throw error;
    deps.logger.warn({ err: error.cause ?? error, traceId: call.traceId }, "recall without its vector leg");
    return { vector: undefined, degraded: ["vector: the embedding provider does not answer"] };
  }
}

/** The ids of the facts that answer by themselves, with the turns they were read from. */
function directLookup(request: retrieval.QueryRequest, question: Question, leg: GraphLeg): { ids: ReadonlySet<string>; what: string } | undefined {
  const names = new Set(leg.entities.map((entity) => entity.name.toLowerCase()));
  const [entity] = leg.entities;
  if (entity === undefined || names.size !== 1) return undefined;
  const own = leg.facts.filter((fact) => fact.distance <= 1 && leg.entities.some((named) => named.id === fact.entityId));
  const asked = [...question.terms.keys()].filter((term) => (question.terms.get(term) ?? 0) >= 1);
  const facts = directFacts(request.query, entity.name, own, asked);
  if (!facts || facts.length > request.k) return undefined;
  const ids = new Set(facts.flatMap((fact) => (fact.turnId === "" ? [fact.id] : [fact.id, fact.turnId])));
  return { ids, what: `${entity.name}'s ${facts[0]?.key ?? ""}` };
}

/** The facts that answer, then the turns that they were read from. */
function answersFirst(ranked: readonly Ranked[]): Ranked[] {
  const isFact = ({ candidate }: Ranked) => candidate.class === "fact";
  return [...ranked.filter(isFact), ...ranked.filter((one) => !isFact(one))];
}

function order(mode: string, candidates: readonly Candidate[], question: Question, leg: GraphLeg): Ranked[] {
  if (mode === "bm25" || mode === "vector") return rankByLeg(candidates, mode);
  const cues: Cues = {
    speakers: namedSpeakers(candidates, question.words),
    during: question.during,
    asksWhen: question.asksWhen,
    graphDistance: leg.distance,
    sourceOf: leg.sourceOf,
  };
  const ranked = rank(candidates, cues);
  if (mode !== "graph") return ranked;
  const proposed = new Set([...leg.distance.keys(), ...leg.sourceOf.values()]);
  return ranked.filter(({ candidate }) => proposed.has(candidate.id));
}

/** The candidates' speakers whose name, or first name, is a word of the question; in lower case. */
function namedSpeakers(candidates: readonly Candidate[], words: ReadonlySet<string>): Set<string> {
  const speakers = new Set(candidates.map((candidate) => candidate.speaker.toLowerCase()));
  return new Set([...speakers].filter((speaker) => speaker !== "" && (words.has(speaker) || words.has(speaker.split(" ", 1)[0] ?? ""))));
}

/** Keeps what the truth confirms: it exists, the caller may see it, it stands at the time that is asked for. */
async function check(ranked: readonly Ranked[], request: retrieval.QueryRequest, call: Call, deps: RetrievalDeps): Promise<CheckedHit[]> {
  if (ranked.length === 0) return [];
  const ids = ranked.map(({ candidate }) => candidate.id);
  const { records } = await deps.graph.hydrate({ ids, time: request.time ?? presentTime }, call);
  const byId = new Map(records.map((record) => [record.id, record]));
  return ranked.flatMap((one) => {
    const record = byId.get(one.candidate.id);
    return record ? [{ ranked: one, record }] : [];
  });
}
