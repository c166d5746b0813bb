import type { Candidate, SearchRequest } from "@loci/ports/search-index";
import { bm25, inverseFrequency, type Statistics } from "../scoring/bm25.ts";
import { kindOf, searchedKinds, statisticsOf, total, type Kind } from "../scoring/kinds.ts";
import { placesBeside } from "../scoring/neighbours.ts";
import type { Cluster } from "./connect.ts";
import { readCard } from "./document.ts";
import { filters, within } from "./filters.ts";

/** Up to this many searched documents every vector is compared: complete, and the same whatever else lies in the index. */
export const exactUpTo = 10_000;
/** How many neighbours the walk through the graph of vectors keeps in sight; Lucene's own choice misses most. */
const leastInSight = 200;

type Sort = Readonly<Record<string, "asc" | "desc">>;

interface Leg {
  /** Its score is the vectors' likeness already, as Lucene writes it: (1 + cosine) / 2. */
  readonly isCosine?: boolean;
  readonly query: object;
  readonly sort: readonly Sort[];
  readonly size: number;
}

interface Hit {
  readonly fields: { readonly card: readonly [string]; readonly cosine?: readonly [number] };
  readonly sort: readonly unknown[];
}

type Found = Omit<Candidate, "bm25">;
type Hits = (leg: Leg) => Promise<Found[]>;

const byScore = [{ _score: "desc" }, { id: "asc" }] as const;
const byId = [{ id: "asc" }] as const;
const fieldOf: Readonly<Record<Kind, string>> = { memory: "memoryTerms", document: "documentTerms" };

/** Runs the legs, scores their candidates alike, and adds the neighbours of the best. */
export async function searchDocuments(cluster: Cluster, alias: string, request: SearchRequest): Promise<Candidate[]> {
  const hits: Hits = (leg) => readHits(cluster, alias, request, leg);
  const admitted = filters(request);
  const lexical = async () => {
    const statistics = await readStatistics(cluster, alias, request);
    return { statistics, legs: await Promise.all(lexicalLegs(request, admitted, statistics).map(hits)) };
  };
  const [{ statistics, legs }, ...others] = await Promise.all([lexical(), ...otherLegs(request, admitted).map(hits)]);
  const score = (found: Found): Candidate => ({
    ...found,
    bm25: bm25(request.terms, found.terms, statistics[kindOf(found.class)]),
  });
  const found = [...new Map([...legs, ...others].flat().map((one) => [one.id, one])).values()].map(score);
  const beside = placesBeside(found, request.neighboursOf);
  if (beside.length === 0) return found;
  const neighbours = await hits({ query: all([...admitted, { terms: { place: beside } }]), sort: byId, size: Infinity });
  return [...found, ...neighbours.map(score)];
}

function all(parts: readonly object[]): object {
  return { bool: { filter: parts } };
}

/**
 * Counts, for each term of the question, the documents that hold it among those that are searched; the cluster's own counts would range
 * over other tenants and scopes.
 */
async function readStatistics(
  cluster: Cluster,
  alias: string,
  request: SearchRequest,
): Promise<Readonly<Record<Kind, Statistics>>> {
  const kinds = searchedKinds(request);
  const sets = request.scopeSets.filter((set) => kinds.includes(set.kind));
  const terms = [...request.terms.keys()];
  if (terms.length === 0 || kinds.length === 0) return statisticsOf(sets, new Map());
  const searched = request.everything ? [] : [within(sets)];
  const anyTerm = (kind: Kind) => ({ filters: { filters: terms.map((term) => ({ term: { [fieldOf[kind]]: term } })) } });
  const { body } = await cluster.ask<{
    aggregations: Partial<Record<Kind, { buckets: readonly { doc_count: number }[] }>>;
  }>({
    method: "POST",
    path: `/${alias}/_search`,
    query: { routing: request.contextId, allow_partial_search_results: false, filter_path: "aggregations" },
    body: {
      size: 0,
      track_total_hits: false,
      query: {
        bool: {
          filter: [
            { term: { contextId: request.contextId } },
            ...searched,
            { bool: { should: kinds.map((kind) => ({ terms: { [fieldOf[kind]]: terms } })) } },
          ],
        },
      },
      aggs: Object.fromEntries(kinds.map((kind) => [kind, anyTerm(kind)])),
    },
  });
  const holding = (i: number) => kinds.reduce((sum, kind) => sum + (body.aggregations[kind]?.buckets[i]?.doc_count ?? 0), 0);
  return statisticsOf(sets, new Map(terms.map((term, i) => [term, holding(i)])));
}

/** Where short and long texts are searched together, each kind has candidates of its own: neither crowds the other out. */
function lexicalLegs(request: SearchRequest, admitted: readonly object[], statistics: Readonly<Record<Kind, Statistics>>): Leg[] {
  if (!request.legs.bm25) return [];
  return searchedKinds(request).flatMap((kind) => {
    const should = [...request.terms].flatMap(([term, weight]) =>
      weight < 1 || !statistics[kind].frequencies.get(term)
        ? []
        : [{ term: { [fieldOf[kind]]: { value: term, boost: weight * inverseFrequency(term, statistics[kind]) } } }],
    );
    if (should.length === 0) return [];
    return [{ query: { bool: { filter: admitted, should, minimum_should_match: 1 } }, sort: byScore, size: request.pool }];
  });
}

/** The vector's leg, the passages of a time, and what others propose. */
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
  return [...vectorLeg(request, admitted), ...during, ...proposed];
}

function vectorLeg(request: SearchRequest, admitted: readonly object[]): Leg[] {
  const { legs, vector, scopeSets } = request;
  if (!legs.vector || vector === undefined || !vector.some((value) => value !== 0)) return [];
  const documents = total(scopeSets, "documents");
  if (documents === 0) return [];
  const size = Math.min(request.pool, exactUpTo);
  // Lucene compares every vector that the filter admits where they are no more than the neighbours asked for.
  const k = documents <= exactUpTo ? documents : size;
  const sight = documents <= exactUpTo ? {} : { method_parameters: { ef_search: Math.max(leastInSight, size) } };
  const embedding = { vector: Array.from(vector), k, filter: all(admitted), ...sight };
  return [{ query: { knn: { embedding } }, sort: byScore, size, isCosine: true }];
}

/** The most that OpenSearch gives at once. */
const page = 10_000;

async function readHits(cluster: Cluster, alias: string, request: SearchRequest, leg: Leg): Promise<Found[]> {
  const found: Found[] = [];
  for (let after: readonly unknown[] | undefined; ;) {
    const size = Math.min(page, leg.size - found.length);
    const { body } = await cluster.ask<{ hits?: { hits?: readonly Hit[] } }>({
      method: "POST",
      path: `/${alias}/_search`,
      query: {
        routing: request.contextId,
        allow_partial_search_results: false,
        filter_path: "hits.hits.fields,hits.hits.sort",
      },
      body: {
        size,
        query: leg.query,
        sort: leg.sort,
        track_total_hits: false,
        _source: false,
        stored_fields: "_none_",
        docvalue_fields: ["card"],
        ...(request.vector && !leg.isCosine && { script_fields: { cosine: cosineTo(request.vector) } }),
        ...(after && { search_after: after }),
      },
    });
    const hits = body.hits?.hits ?? [];
    for (const { fields, sort } of hits) {
      const cosine = leg.isCosine ? 2 * Number(sort[0]) - 1 : (fields.cosine?.[0] ?? 0);
      found.push({ ...readCard(fields.card[0]), cosine });
    }
    after = hits.at(-1)?.sort;
    if (hits.length < size || found.length >= leg.size || after === undefined) return found;
  }
}

/** What another leg found is compared with the question too. */
function cosineTo(vector: Float32Array): object {
  return {
    script: {
      source: "doc['embedding'].size() == 0 ? 0.0 : cosineSimilarity(params.vector, doc['embedding'])",
      params: { vector: Array.from(vector) },
    },
  };
}
