import { canonicalScopeSet, scopeSetKey } from "@loci/kernel";
import type { Candidate, IndexDocument, IndexedScopeSet, SearchRequest } from "@loci/ports/search-index";
import { bm25, type Statistics } from "./bm25.ts";
import { countedAs, kindOf, placeOf, searchedKinds, statisticsOf, termsOf, type Kind } from "./kinds.ts";
import { placesBeside } from "./neighbours.ts";

/** A document as it is kept: analysed, without its text. */
export interface Held extends Omit<IndexDocument, "text"> {
  readonly counted: string;
  readonly terms: readonly string[];
}

/** Analyses a document to keep it. */
export function hold(document: IndexDocument): Held {
  const { text: _unused, ...kept } = document;
  return { ...kept, counted: countedAs(document), terms: termsOf(document) };
}

type StatisticsByKind = Readonly<Record<Kind, Statistics>>;

/**
 * Scores every document that the request admits; the best of each leg are its candidates.
 * @param ids those that another leg proposes
 * @param given the statistics, where these documents are not all that is searched
 */
export function searchHeld(
  all: readonly Held[],
  request: SearchRequest,
  ids: readonly string[],
  given?: StatisticsByKind,
): Candidate[] {
  const kinds = searchedKinds(request);
  const visible = visibleOf(all, request);
  const statistics = given ?? statisticsOf(searchedSets(request), countHolding(visible, request));
  const admitted = visible
    .filter((document) => isAdmitted(document, request))
    .map((document) => scored(document, request, statistics))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const withVector = new Set(admitted.length === 0 ? [] : visible.filter(hasDirection).map(({ id }) => id));
  const found = new Map<string, Candidate>();
  const take = (candidates: readonly Candidate[]) => candidates.forEach((candidate) => found.set(candidate.id, candidate));
  const words = [...request.terms].flatMap(([term, weight]) => (weight >= 1 ? [term] : []));
  if (request.legs.bm25) {
    const matching = admitted.filter(({ terms }) => words.some((word) => terms.includes(word)));
    for (const kind of kinds)
      take(
        best(
          matching.filter((one) => kindOf(one.class) === kind),
          "bm25",
          request.pool,
        ),
      );
  }
  if (request.legs.vector && request.vector !== undefined)
    take(
      best(
        admitted.filter(({ id }) => withVector.has(id)),
        "cosine",
        request.pool,
      ),
    );
  for (const { from, until } of request.during) {
    const inTime = admitted.filter((one) => one.class === "passage" && one.knownAt >= from && one.knownAt < until);
    take(inTime.sort((a, b) => (a.knownAt < b.knownAt ? -1 : a.knownAt > b.knownAt ? 1 : 0)).slice(0, request.pool));
  }
  const asked = new Set(ids);
  take(admitted.filter(({ id }) => asked.has(id)));
  const beside = new Set(placesBeside([...found.values()], request.neighboursOf));
  take(admitted.filter(({ sessionId, seq }) => beside.has(placeOf(sessionId, seq))));
  return [...found.values()];
}

/** Those of the admitted documents that lie at one of these places. */
export function heldAt(
  places: readonly string[],
  all: readonly Held[],
  request: SearchRequest,
  statistics: StatisticsByKind,
): Candidate[] {
  return visibleOf(all, request)
    .filter((document) => places.includes(placeOf(document.sessionId, document.seq)) && isAdmitted(document, request))
    .map((document) => scored(document, request, statistics));
}

function scored(document: Held, { terms, vector }: SearchRequest, statistics: StatisticsByKind): Candidate {
  return {
    id: document.id,
    class: document.class,
    terms: document.terms,
    speaker: document.speaker,
    sessionId: document.sessionId,
    seq: document.seq,
    documentId: document.documentId,
    knownAt: document.knownAt,
    bm25: bm25(terms, document.terms, statistics[kindOf(document.class)]),
    cosine: vector === undefined ? 0 : cosine(document.embedding, vector),
  };
}

function searchedSets(request: SearchRequest): SearchRequest["scopeSets"] {
  const kinds = searchedKinds(request);
  return request.scopeSets.filter((set) => kinds.includes(set.kind));
}

function visibleOf(all: readonly Held[], request: SearchRequest): readonly Held[] {
  const searched = new Set(request.scopeSets.map((set) => countedAs({ scopes: set.scopes, class: someClass[set.kind] })));
  return all.filter(({ counted }) => searched.has(counted));
}

/** For each term of the question, how many of the searched documents hold it. */
export function countHolding(all: readonly Held[], request: SearchRequest): Map<string, number> {
  const kinds = searchedKinds(request);
  const counted = visibleOf(all, request).filter((document) => kinds.includes(kindOf(document.class)));
  return countTerms(counted, request.terms);
}

const someClass = { memory: "passage", document: "chunk" } as const;

function best(candidates: readonly Candidate[], key: "bm25" | "cosine", pool: number): Candidate[] {
  return [...candidates].sort((a, b) => b[key] - a[key]).slice(0, pool);
}

function countTerms(documents: readonly Held[], question: ReadonlyMap<string, number>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { terms } of documents) {
    for (const term of new Set(terms)) if (question.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

function isAdmitted(document: Held, { classes, documentIds, labels, asOf, includeEnded }: SearchRequest): boolean {
  if (classes !== undefined && !classes.includes(document.class)) return false;
  if (documentIds !== undefined && (document.documentId === "" || !documentIds.includes(document.documentId))) return false;
  if (!labels.every(({ key, values }) => values.some((value) => document.labels.includes(`${key}=${value}`)))) return false;
  if (asOf !== "" && document.knownAt > asOf) return false;
  return includeEnded || document.knownUntil === "" || (asOf !== "" && document.knownUntil > asOf);
}

function hasDirection({ embedding }: Held): boolean {
  return embedding.some((value) => value !== 0);
}

function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  let left = 0;
  let right = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] ?? 0;
    const y = b[i] ?? 0;
    dot += x * y;
    left += x * x;
    right += y * y;
  }
  return dot === 0 ? 0 : dot / Math.sqrt(left * right);
}

/** What is counted under each ScopeSet of these documents. */
export function countScopeSets(all: Iterable<Held>): IndexedScopeSet[] {
  const sets = new Map<string, IndexedScopeSet>();
  for (const { counted, scopes, class: documentClass, terms } of all) {
    const set = sets.get(counted) ?? {
      number: sets.size + 1,
      scopes: canonicalScopeSet(scopes),
      kind: kindOf(documentClass),
      documents: 0,
      terms: 0,
    };
    sets.set(counted, { ...set, documents: set.documents + 1, terms: set.terms + terms.length });
  }
  return [...sets.values()].sort((a, b) => (scopeSetKey(a.scopes) < scopeSetKey(b.scopes) ? -1 : 1));
}
