import { LociError, selfName, toTimestamp } from "@loci/kernel";
import { pauser, principalOf, type Call } from "@loci/platform/call";
import { presentTime, scopeSetOf } from "@loci/platform/messages";
import { aspectTerms, mayTellChange } from "@loci/text";
import type { Candidate, IndexedScopeSet, SearchRequest, Tail } from "@loci/ports/search-index";
import type { graph, retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { foldDuplicates, type CheckedHit } from "../fuse/fold.ts";
import type { Ranked } from "../fuse/rank.ts";
import { askGraph, type GraphLeg } from "../legs/graph.ts";
import { askerKey, labelFilters, looksBack, mayHaveEnded, readQuestion, type Question } from "../question.ts";
import type { stopwatch } from "../stopwatch.ts";
import { directLookup, mayBeDirect, mayHaveNews, type DirectLookup } from "../tiers/direct.ts";
import { fittingFirst } from "./answer-fit.ts";
import { embedQuestion, type Embedded } from "./embed-question.ts";
import { byPronoun } from "./by-pronoun.ts";
import { byStanding } from "./by-standing.ts";
import { calledBy } from "./called.ts";
import { fits } from "./context-hits.ts";
import { withDisputes } from "./disputes.ts";
import { endersOf, unlooked, withEnders } from "./enders.ts";
import { formerFirst } from "./former.ts";
import { inTime } from "./in-time.ts";
import { namesBehind } from "./names-behind.ts";
import { newsFirst } from "./news.ts";
import { withOtherNames } from "./other-names.ts";
import { withoutRivals } from "./rivals.ts";
import { answersFirst, isPassage, leadingFirst, order, withFallingScores } from "./order.ts";

type Tier = "direct" | "full_context" | "hybrid";

/** What a tier found, before the answer is cut to what was asked for. */
export interface Found {
  readonly tier: Tier;
  readonly reason: string;
  readonly hits: readonly CheckedHit[];
  readonly candidates: readonly Candidate[];
  readonly entities: readonly graph.FoundEntity[];
  /** Legs that could not be asked, and why. */
  readonly degraded: readonly string[];
}

export interface Visible {
  readonly visible: readonly IndexedScopeSet[];
  /** Whether that is all that the context has. */
  readonly everything: boolean;
  readonly tail: Tail | undefined;
  readonly watch: ReturnType<typeof stopwatch>;
}

/** Of how many of the best passages the turns before and after are looked at. */
const neighboursOf = 20;
/** A month: the passages of a longer time are no candidates just for their time. */
const longestSpanMs = 31 * 24 * 3_600_000;
/** Checked beyond k, for what the truth or the folding drops. */
const slack = 12;
const retryAfterSeconds = 5;

/** Tries the tiers in order: what the graph alone answers, all that is visible where it fits, a search. */
export async function search(given: retrieval.QueryRequest, call: Call, deps: RetrievalDeps, scope: Visible): Promise<Found> {
  const documents = scope.visible.reduce((sum, set) => sum + set.documents, 0);
  if (documents === 0) {
    return { tier: "hybrid", reason: "nothing is visible", hits: [], candidates: [], entities: [], degraded: [] };
  }
  const question = readQuestion(given.query, given.time?.asOf || toTimestamp(deps.clock()));
  // What was may have ended since.
  const request = question.time.tense === "former" ? { ...given, includeEnded: true } : given;
  const first = await makePlan(request, question, documents, call, deps);
  scope.watch.lap("graph");
  const look = (by: Plan) => deps.index.search(searchRequest(by, request, call, deps, scope));
  const [proposed, leg] = await Promise.all([look(first), first.leg]);
  const plan = besideNews(first, proposed, request);
  const candidates = plan === first ? proposed : await look(plan);
  scope.watch.lap("search");
  const hits = await choose(plan, leg, candidates, request, call, deps);
  scope.watch.lap("hydrate");

  const { direct, leading, whole, degraded, mode } = plan;
  const found = { hits, candidates, entities: leg.entities, degraded };
  if (direct && hits.some(({ ranked, record }) => ranked.candidate.class === "fact" && record.validFrom <= question.now)) {
    return { tier: "direct", reason: `the graph knows ${direct.what}`, ...found };
  }
  if (leading) {
    const reason = `what was said later may bear on ${leading.what}`;
    return { tier: whole ? "full_context" : "hybrid", reason, ...found };
  }
  if (whole) return { tier: "full_context", reason: `all ${documents} visible records fit within k`, ...found };
  if (direct) {
    const searched = await search({ ...request, mode: "hybrid" }, call, deps, scope);
    return { ...searched, reason: "the graph's own answer did not hold" };
  }
  return { tier: "hybrid", reason: request.mode === "" ? "no cheaper tier fits" : `mode ${mode} was asked for`, ...found };
}

/** How a question is going to be answered. */
interface Plan extends Embedded {
  readonly mode: string;
  readonly question: Question;
  /** Asked beside the search, unless it may make it needless. */
  readonly leg: Promise<GraphLeg>;
  /** What the graph proposes. */
  readonly ids: SearchRequest["ids"];
  /** undefined where the graph alone does not answer. */
  readonly direct: DirectLookup | undefined;
  /** What the graph answers, where newer words may bear on it: it comes first, they stand beside it. */
  readonly leading: DirectLookup | undefined;
  /** Whether all that is visible fits within k. */
  readonly whole: boolean;
  readonly documents: number;
}

async function makePlan(
  request: retrieval.QueryRequest,
  question: Question,
  documents: number,
  call: Call,
  deps: RetrievalDeps,
): Promise<Plan> {
  const mode = request.mode === "" ? "hybrid" : request.mode;
  const names = mode === "hybrid" || mode === "graph" ? [...(question.ofSelf ? [selfName] : []), ...question.names] : [];
  const leg = askGraph(deps.graph, names, { limit: deps.settings.poolSize, time: request.time, lens: request.lens }, call);
  const ids = leg.then(proposedBy);
  // Who waits for the graph learns that it failed; where something else fails first, nobody does.
  ids.catch(() => undefined);
  const [direct, { vector, degraded }] = await Promise.all([
    mayBeDirect(request, question) ? leg.then((known) => directLookup(request, question, known)) : undefined,
    mode === "hybrid" || mode === "vector" ? embedQuestion(question, deps, call) : { vector: undefined, degraded: [] },
  ]);
  if (mode === "vector" && degraded.length > 0) {
    throw new LociError("unavailable", "The embedding provider does not answer.", { retryAfterSeconds });
  }
  // Without a vector the index proposes only what shares a word: that is not all there is.
  const fits = request.mode === "" && vector !== undefined && documents <= request.k && !looksBack(request.time);
  return { mode, question, leg, ids, vector, degraded, direct, leading: undefined, whole: fits, documents };
}

/** The same plan, or that of a search where what the graph alone would answer may be out of date. */
function besideNews(plan: Plan, candidates: readonly Candidate[], request: retrieval.QueryRequest): Plan {
  const { direct, question } = plan;
  if (direct === undefined || looksBack(request.time) || !mayHaveNews(candidates, direct, question.focus)) return plan;
  return { ...plan, direct: undefined, leading: direct };
}

function proposedBy({ distance, sourceOf }: GraphLeg): string[] {
  return [...distance.keys(), ...new Set(sourceOf.values())];
}

function searchRequest(
  { mode, question, ids, vector, direct, whole, documents }: Plan,
  request: retrieval.QueryRequest,
  call: Call,
  { settings: { poolSize } }: RetrievalDeps,
  scope: Visible,
): SearchRequest {
  const searches = direct === undefined;
  return {
    contextId: principalOf(call).contextId,
    scopeSets: scope.visible,
    everything: scope.everything,
    tail: scope.tail,
    terms: direct === undefined ? question.terms : newsTerms(question, direct),
    legs: {
      // Words tell whether there is news of what the graph answers.
      bm25: mode === "hybrid" || mode === "bm25",
      vector: (mode === "hybrid" || mode === "vector") && searches,
    },
    vector,
    labels: labelFilters(request.labels),
    asOf: request.time?.asOf ?? "",
    includeEnded: request.includeEnded || mayHaveEnded(request.time),
    ids: direct ? [...direct.ids] : ids,
    during: mode === "hybrid" && searches ? question.during.filter(isShort) : [],
    pool: whole && searches ? Math.max(documents, poolSize) : poolSize,
    neighboursOf: mode === "hybrid" ? neighboursOf : 0,
  };
}

/**
 * What finds the news of what the graph answers: the terms of the question and of the answer, and those by which a change of what is asked is
 * told. News need not share a word with either: "Unpacking again, our new flat is in Ghent."
 */
function newsTerms({ focus, terms }: Question, direct: DirectLookup): Map<string, number> {
  const ofChange = focus.asked.flatMap((term) => [...aspectTerms(term)].filter((one) => mayTellChange([one])));
  return new Map([...terms, ...[...ofChange, ...direct.terms, ...focus.terms].map((term) => [term, 1] as const)]);
}

/** A long span holds too much to be looked through for its own sake; it still weighs in the order. */
function isShort(span: { readonly from: string; readonly until: string }): boolean {
  return Date.parse(span.until) - Date.parse(span.from) <= longestSpanMs;
}

/** The best of the candidates that the truth confirms, each saying something of its own. */
async function choose(
  { mode, question: asked, direct, leading, whole: fits, documents }: Plan,
  leg: GraphLeg,
  candidates: readonly Candidate[],
  request: retrieval.QueryRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<CheckedHit[]> {
  const whole = fits && direct === undefined;
  const known = { ...asked, focus: { ...asked.focus, called: calledBy(leg, asked) } };
  const ranked = order(mode, candidates, known, leg, whole);
  const chosen = direct
    ? answersFirst(ranked.filter(({ candidate }) => direct.ids.has(candidate.id)))
    : leadingFirst(ranked, leading?.ids ?? new Set());
  // Before the folding: a turn must not give way to a fact that the caller does not want to see.
  const wanted = chosen.filter(({ candidate }) => (isPassage(candidate) ? request.includePassages : request.includeFacts));
  const page = (whole ? documents : request.k) + slack;
  const standing = await standingHits(wanted, page, known, request, call, deps);
  const called = withOtherNames(known.focus.called, standing, known.written);
  const question = { ...known, focus: { ...known.focus, called } };
  // Each step compares the words of up to two dozen long texts, which takes some ten milliseconds: others go between them.
  const pause = pauser(call.signal);
  const timed = inTime(byPronoun(standing, question), question);
  await pause();
  const told = withDisputes(timed, question);
  await pause();
  const { hits: inOrder, news } = newsFirst(formerFirst(told, question), question);
  await pause();
  const { hits, richer } = fittingFirst(namesBehind(inOrder, question), news, question, (direct ?? leading) !== undefined);
  await pause();
  const own = mode === "hybrid" ? withoutRivals(hits, question) : hits;
  await pause();
  return withFallingScores(request.includeDuplicates ? own : foldDuplicates(own, new Set([...news, ...richer])));
}

/**
 * What stands of the first page, and of the next one where so much of that has ended that it would be short. Whose last question needed both
 * is likely to need both again: they are asked for together, as another round trip takes longer than so many more records.
 */
async function standingHits(
  wanted: readonly Ranked[],
  page: number,
  question: Question,
  request: retrieval.QueryRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<CheckedHit[]> {
  const { tense } = question.time;
  const narrowed = { lens: scopeSetOf(request.lens), labels: labelFilters(request.labels) };
  const standing = async (found: readonly CheckedHit[]) => {
    const enders = endersOf(found, question);
    const further = request.includePassages ? await check(unlooked(wanted, found, enders), request, call, deps) : [];
    const fitting = further.filter(({ record }) => fits(record, narrowed));
    return byStanding(withEnders(found, fitting, enders), request, tense);
  };
  const identity = principalOf(call);
  const asker = `${identity.contextId} ${askerKey(identity)}`;
  const [first, next] = [wanted.slice(0, page), wanted.slice(page, 2 * page)];
  const isAhead = deps.short.has(asker);
  const looked = await check(isAhead ? [...first, ...next] : first, request, call, deps);
  const checked = isAhead ? looked.filter(({ ranked }) => first.includes(ranked)) : looked;
  const shown = await standing(checked);
  if (shown.length >= Math.min(request.k, checked.length)) {
    deps.short.delete(asker);
    return shown;
  }
  // What has ended leaves its places to what comes next.
  if (next.length > 0) deps.short.set(asker, true);
  const further = isAhead ? looked.filter(({ ranked }) => !first.includes(ranked)) : await check(next, request, call, deps);
  return further.length === 0 ? shown : standing([...checked, ...further]);
}

/** Keeps what the truth confirms: it exists, the caller may see it, it stands at the time that is asked for. */
async function check(
  ranked: readonly Ranked[],
  request: retrieval.QueryRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<CheckedHit[]> {
  if (ranked.length === 0) return [];
  const ids = ranked.map(({ candidate }) => candidate.id);
  const { records } = await deps.graph.hydrateHits(
    { ids, time: request.time ?? presentTime, includeEnded: request.includeEnded },
    call,
  );
  const byId = new Map(records.map((record) => [record.id, record]));
  return ranked.flatMap((one) => {
    const record = byId.get(one.candidate.id);
    return record ? [{ ranked: one, record }] : [];
  });
}
