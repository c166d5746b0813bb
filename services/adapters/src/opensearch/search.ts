import type { Candidate, SearchRequest } from "@loci/ports/search-index";
import { bm25, inverseFrequency } from "../scoring/bm25.ts";
import { heldAt, searchHeld } from "../scoring/held.ts";
import { kindOf, placeOf, searchedKinds } from "../scoring/kinds.ts";
import { placesBeside } from "../scoring/neighbours.ts";
import type { Cluster } from "./connect.ts";
import { shortened } from "./document.ts";
import { filters } from "./filters.ts";
import { byScore, hitsWanted, readHits, type Found, type Leg } from "./hits.ts";
import { fieldOf } from "./layout.ts";
import { openSearches } from "./searches.ts";
import { statisticsReader, type StatisticsByKind } from "./statistics.ts";
import { tailOf } from "./tail.ts";
import { nearestReader } from "./vectors.ts";

export type SearchDocuments = (index: string, request: SearchRequest) => Promise<Candidate[]>;

const inOrder = [{ tie: "asc" }] as const;

/** Runs the legs, scores their candidates alike, and adds the neighbours of the best. */
export function documentSearcher(cluster: Cluster): SearchDocuments {
  const readStatistics = statisticsReader(cluster);
  const readNearest = nearestReader();

  return async (index, request) => {
    const ask = openSearches(cluster, index, request.contextId, hitsWanted);
    const vector = request.vector && Array.from(request.vector, shortened);
    const hits = (leg: Leg) => readHits(ask, vector, leg);
    const admitted = filters(request);
    const lexical = async () => {
      const statistics = await readStatistics(index, request);
      return { statistics, legs: await Promise.all(lexicalLegs(request, admitted, statistics).map(hits)) };
    };
    const [ids, { statistics, legs }, ...others] = await Promise.all([
      request.ids,
      lexical(),
      readNearest(request, admitted, hits),
      ...timeLegs(request, admitted).map(hits),
    ]);
    const score = (found: Found): Candidate => ({
      ...found,
      bm25: bm25(request.terms, found.terms, statistics[kindOf(found.class)]),
    });
    const { held } = tailOf(request.tail);
    const unseen = searchHeld(held, { ...request, neighboursOf: 0 }, ids, statistics);
    const found = byId([...[...legs, ...others].flat().map(score), ...unseen]);

    // What others propose may change which passages are the best, and so whose neighbours are wanted; mostly it does not.
    const beside = (places: readonly string[]) => (places.length === 0 ? [] : hits(neighboursLeg(places, admitted)));
    const supposed = placesBeside([...found.values()], request.neighboursOf);
    const missing = ids.filter((id) => !found.has(id));
    const [proposed, near] = await Promise.all([
      missing.length === 0 ? [] : hits(proposedLeg(missing, admitted)),
      beside(supposed),
    ]);
    for (const one of proposed) found.set(one.id, score(one));
    const wanted = proposed.length === 0 ? supposed : placesBeside([...found.values()], request.neighboursOf);
    const later = await beside(wanted.filter((place) => !supposed.includes(place)));
    const neighbours = [...near, ...later].filter(({ sessionId, seq }) => wanted.includes(placeOf(sessionId, seq)));
    return [...found.values(), ...neighbours.map(score), ...heldAt(wanted, held, request, statistics)];
  };
}

function byId(candidates: readonly Candidate[]): Map<string, Candidate> {
  return new Map(candidates.map((one) => [one.id, one]));
}

/** Where short and long texts are searched together, each kind has candidates of its own: neither crowds the other out. */
function lexicalLegs(request: SearchRequest, admitted: readonly object[], statistics: StatisticsByKind): Leg[] {
  if (!request.legs.bm25) return [];
  return searchedKinds(request).flatMap((kind) => {
    const weighed = [...request.terms].flatMap(([term, weight]) =>
      weight < 1 || !statistics[kind].frequencies.get(term)
        ? []
        : [{ value: term, boost: weight * inverseFrequency(term, statistics[kind]) }],
    );
    if (weighed.length === 0) return [];
    const should = telling(weighed).map((term) => ({ term: { [fieldOf[kind]]: term } }));
    const query = { bool: { filter: admitted, should, minimum_should_match: 1 } };
    return [{ query, sort: byScore, size: request.pool }];
  });
}

/** A server takes 1,024 clauses, if nobody told it otherwise; what is admitted has some too. */
const mostTerms = 900;

/** Of a question that is a whole text: the terms that say most. */
function telling<Weighed extends { readonly boost: number }>(terms: readonly Weighed[]): readonly Weighed[] {
  return terms.length <= mostTerms ? terms : terms.toSorted((a, b) => b.boost - a.boost).slice(0, mostTerms);
}

/** The passages of each time that the question names. */
function timeLegs(request: SearchRequest, admitted: readonly object[]): Leg[] {
  return request.during.map(({ from, until }) => ({
    query: all([...admitted, { range: { knownAt: { gte: from, lt: until } } }, { term: { class: "passage" } }]),
    sort: [{ knownAt: "asc" }, { tie: "asc" }] as const,
    size: request.pool,
  }));
}

function proposedLeg(ids: readonly string[], admitted: readonly object[]): Leg {
  return { query: all([...admitted, { terms: { id: ids } }]), sort: inOrder, size: ids.length };
}

/** Mostly one at each place; a session that was imported twice has more. */
const atOnePlace = 4;

function neighboursLeg(places: readonly string[], admitted: readonly object[]): Leg {
  const query = all([...admitted, { terms: { place: places } }]);
  return { query, sort: inOrder, size: Infinity, atOnce: places.length * atOnePlace };
}

function all(parts: readonly object[]): object {
  return { bool: { filter: parts } };
}
