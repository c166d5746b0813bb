import type { SearchRequest } from "@loci/ports/search-index";
import { total } from "../scoring/kinds.ts";
import { shortened } from "./document.ts";
import { byScore, type Found, type Leg } from "./hits.ts";

/** Up to this many searched documents every vector is compared: complete, and the same whatever else lies in the index. */
export const exactUpTo = 10_000;
/** How many neighbours the walk through the graph of vectors keeps in sight; Lucene's own choice misses most. */
const leastInSight = 200;
/** So many more of the shard's nearest are looked at than are wanted, for those that are another context's, or have ended. */
const margin = 1.25;
/** For so many searches a context that does not have its shard nearly for itself is not taken for one again. */
const filteredSearches = 500;
const maxContexts = 10_000;

/**
 * Finds the documents whose vectors are like the question's. Lucene lists all that a filter admits before it walks through the graph,
 * which for a giant context takes longer than the walk. Where such a context is searched as a whole it mostly has its shard nearly for
 * itself, and the filter is applied to the shard's nearest; if that leaves fewer than are wanted the walk is made again with the filter.
 */
export function nearestReader() {
  const filteredFor = new Map<string, number>();

  return async (request: SearchRequest, admitted: readonly object[], hits: (leg: Leg) => Promise<Found[]>): Promise<Found[]> => {
    const { legs, vector, scopeSets, contextId } = request;
    if (!legs.vector || vector === undefined || !vector.some((value) => value !== 0)) return [];
    const documents = total(scopeSets, "documents");
    if (documents === 0) return [];
    const size = Math.min(request.pool, exactUpTo);
    const filter = { bool: { filter: admitted } };
    const near = (rest: object) => ({ knn: { embedding: { vector: Array.from(vector, shortened), ...rest } } });
    const walk = (k: number) => ({ k, method_parameters: { ef_search: Math.max(leastInSight, k) } });
    // Lucene compares every vector that the filter admits where they are no more than the neighbours asked for.
    if (documents <= exactUpTo) {
      return hits({ query: near({ k: documents, filter }), sort: byScore, size, isCosine: true });
    }
    const left = filteredFor.get(contextId) ?? 0;
    if (left > 0) filteredFor.set(contextId, left - 1);
    else if (isWhole(request)) {
      const query = { bool: { must: [near(walk(Math.ceil(size * margin)))], filter: admitted } };
      const found = await hits({ query, size, isCosine: true });
      if (found.length === size) return found;
      if (filteredFor.size >= maxContexts) filteredFor.clear();
      filteredFor.set(contextId, filteredSearches);
    }
    return hits({ query: near({ ...walk(size), filter }), size, isCosine: true });
  };
}

/** Nothing but the context and what has ended is left out. */
function isWhole({ everything, classes, documentIds, labels, asOf }: SearchRequest): boolean {
  return everything && classes === undefined && documentIds === undefined && labels.length === 0 && asOf === "";
}
