import type { Candidate, SearchRequest } from "@loci/ports/search-index";
import { bm25, inverseFrequency } from "../scoring/bm25.ts";
import { heldAt, searchHeld } from "../scoring/held.ts";
import { kindOf, searchedKinds } from "../scoring/kinds.ts";
import { placesBeside } from "../scoring/neighbours.ts";
import type { Cluster } from "./connect.ts";
import { filters } from "./filters.ts";
import { byScore, readHits, type Found, type Leg } from "./hits.ts";
import { fieldOf } from "./layout.ts";
import { statisticsReader, type StatisticsByKind } from "./statistics.ts";
import { tailOf } from "./tail.ts";
import { nearestReader } from "./vectors.ts";

export type SearchDocuments = (index: string, request: SearchRequest) => Promise<Candidate[]>;

const byId = [{ id: "asc" }] as const;

/** Runs the legs, scores their candidates alike, and adds the neighbours of the best. */
export function documentSearcher(cluster: Cluster): SearchDocuments {
  const readStatistics = statisticsReader(cluster);
  const readNearest = nearestReader();

  return async (index, request) => {
    const hits = (leg: Leg) => readHits(cluster, index, request, leg);
    const admitted = filters(request);
    const lexical = async () => {
      const statistics = await readStatistics(index, request);
      return { statistics, legs: await Promise.all(lexicalLegs(request, admitted, statistics).map(hits)) };
    };
    const [{ statistics, legs }, ...others] = await Promise.all([
      lexical(),
      readNearest(request, admitted, hits),
      ...otherLegs(request, admitted).map(hits),
    ]);
    const score = (found: Found): Candidate => ({
      ...found,
      bm25: bm25(request.terms, found.terms, statistics[kindOf(found.class)]),
    });
    const { held } = tailOf(request.tail);
    const unseen = searchHeld(held, { ...request, neighboursOf: 0 }, statistics);
    const found = [...new Map([...legs, ...others].flat().map((one) => [one.id, one])).values()].map(score).concat(unseen);
    const beside = placesBeside(found, request.neighboursOf);
    if (beside.length === 0) return found;
    const neighbours = await hits({ query: all([...admitted, { terms: { place: beside } }]), sort: byId, size: Infinity });
    return [...found, ...neighbours.map(score), ...heldAt(beside, held, request, statistics)];
  };
}

function all(parts: readonly object[]): object {
  return { bool: { filter: parts } };
}

/** Where short and long texts are searched together, each kind has candidates of its own: neither crowds the other out. */
function lexicalLegs(request: SearchRequest, admitted: readonly object[], statistics: StatisticsByKind): Leg[] {
  if (!request.legs.bm25) return [];
  return searchedKinds(request).flatMap((kind) => {
    const should = [...request.terms].flatMap(([term, weight]) =>
      weight < 1 || !statistics[kind].frequencies.get(term)
        ? []
        : [{ term: { [fieldOf[kind]]: { value: term, boost: weight * inverseFrequency(term, statistics[kind]) } } }],
    );
    if (should.length === 0) return [];
    const query = { bool: { filter: admitted, should, minimum_should_match: 1 } };
    return [{ query, sort: byScore, size: request.pool }];
  });
}

/** The passages of a time, and what others propose. */
function otherLegs(request: SearchRequest, admitted: readonly object[]): Leg[] {
  const during = request.during.map(({ from, until }) => ({
    query: all([...admitted, { range: { knownAt: { gte: from, lt: until } } }, { term: { class: "passage" } }]),
    sort: [{ knownAt: "asc" }, { id: "asc" }] as const,
    size: request.pool,
  }));
  const proposed =
    request.ids.length === 0
      ? []
      : [{ query: all([...admitted, { terms: { id: request.ids } }]), sort: byId, size: request.ids.length }];
  return [...during, ...proposed];
}
