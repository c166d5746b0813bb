import type { IndexedScopeSet, SearchRequest } from "@loci/ports/search-index";
import type { Statistics } from "../scoring/bm25.ts";
import { countHolding } from "../scoring/held.ts";
import { searchedKinds, statisticsOf, type Kind } from "../scoring/kinds.ts";
import type { Cluster } from "./connect.ts";
import { outside, within } from "./filters.ts";
import { fieldOf } from "./layout.ts";
import { tailOf } from "./tail.ts";

export type StatisticsByKind = Readonly<Record<Kind, Statistics>>;

/** How many documents of what is searched hold a term. */
type Counts = Map<string, number>;

const maxTerms = 20_000;
const maxSearched = 100;

/**
 * Tells, for each term of a question, how many documents hold it among those that are searched; the cluster's own counts would range
 * over other tenants and scopes. What was counted is kept beside the ScopeSets that the index was asked for: once the context changes
 * they are read anew, and everything is counted anew.
 */
export function statisticsReader(cluster: Cluster) {
  const known = new WeakMap<IndexedScopeSet, Map<string, Counts>>();

  return async (index: string, request: SearchRequest): Promise<StatisticsByKind> => {
    const kinds = searchedKinds(request);
    const sets = request.scopeSets.filter((set) => kinds.includes(set.kind));
    const [first] = sets;
    if (first === undefined || request.terms.size === 0) return statisticsOf(sets, new Map());
    const counts = countsOf(known, first, kinds, request.everything ? "all" : sets.map((set) => set.number).join());
    const unknown = [...request.terms.keys()].filter((term) => !counts.has(term));
    if (unknown.length > 0) {
      const counted = await countDocuments(cluster, index, request, kinds, sets, unknown);
      unknown.forEach((term, i) => counts.set(term, counted[i] ?? 0));
    }
    const unseen = countHolding(tailOf(request.tail).held, request);
    const holding = (term: string) => (counts.get(term) ?? 0) + (unseen.get(term) ?? 0);
    return statisticsOf(sets, new Map([...request.terms.keys()].map((term) => [term, holding(term)])));
  };
}

function countsOf(
  known: WeakMap<IndexedScopeSet, Map<string, Counts>>,
  first: IndexedScopeSet,
  kinds: readonly Kind[],
  searched: string,
): Counts {
  const bySearched = known.get(first) ?? new Map<string, Counts>();
  known.set(first, bySearched);
  const key = `${kinds.join()} ${searched}`;
  const before = bySearched.get(key);
  // Full: begins anew, as what is asked again comes back by itself.
  if (before && before.size < maxTerms) return before;
  if (bySearched.size >= maxSearched) bySearched.clear();
  const counts: Counts = new Map();
  bySearched.set(key, counts);
  return counts;
}

interface Counted {
  readonly aggregations: Partial<Record<Kind, { readonly buckets: readonly { readonly doc_count: number }[] }>>;
}

/** What the index shows of them; what the tail brings counts apart. */
async function countDocuments(
  cluster: Cluster,
  index: string,
  { contextId, everything, tail }: SearchRequest,
  kinds: readonly Kind[],
  sets: readonly IndexedScopeSet[],
  terms: readonly string[],
): Promise<number[]> {
  const searched = [...(everything ? [] : [within(sets)]), ...(tail ? outside(tail) : [])];
  const anyTerm = (kind: Kind) => ({ filters: { filters: terms.map((term) => ({ term: { [fieldOf[kind]]: term } })) } });
  const { body } = await cluster.ask<Counted>({
    method: "POST",
    path: `/${index}/_search`,
    query: { routing: contextId, preference: contextId, allow_partial_search_results: false, filter_path: "aggregations" },
    body: {
      size: 0,
      track_total_hits: false,
      query: {
        bool: {
          filter: [
            { term: { contextId } },
            ...searched,
            { bool: { should: kinds.map((kind) => ({ terms: { [fieldOf[kind]]: terms } })) } },
          ],
        },
      },
      aggs: Object.fromEntries(kinds.map((kind) => [kind, anyTerm(kind)])),
    },
  });
  const holding = (i: number) => kinds.reduce((sum, kind) => sum + (body.aggregations[kind]?.buckets[i]?.doc_count ?? 0), 0);
  return terms.map((_, i) => holding(i));
}
