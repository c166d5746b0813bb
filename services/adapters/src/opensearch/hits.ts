import type { Candidate, SearchRequest } from "@loci/ports/search-index";
import type { Asked, Cluster } from "./connect.ts";
import { readCard } from "./document.ts";

type Sort = Readonly<Record<string, "asc" | "desc">>;

/** One way to look for candidates. */
export interface Leg {
  /** Its score is the vectors' likeness already, as Lucene writes it: (1 + cosine) / 2. */
  readonly isCosine?: boolean;
  readonly query: object;
  /** By score alone where it is left out: for what a walk through the graph of vectors comes upon. */
  readonly sort?: readonly Sort[];
  readonly size: number;
}

/** A candidate before it is scored by its words. */
export type Found = Omit<Candidate, "bm25">;

interface Hit {
  readonly _score?: number | null;
  readonly fields: { readonly card: readonly [string]; readonly cosine?: readonly [number] };
  readonly sort?: readonly unknown[];
}

/** The most that OpenSearch gives at once. */
const page = 10_000;
/** The best first, whichever of the same score lies where in the index. */
export const byScore: readonly Sort[] = [{ _score: "desc" }, { id: "asc" }];

export async function readHits(cluster: Cluster, index: string, request: SearchRequest, leg: Leg): Promise<Found[]> {
  const ask = async (body: object) => {
    const answer = await cluster.ask<{ hits?: { hits?: readonly Hit[] } }>(asked(index, request, leg, body));
    return answer.body.hits?.hits ?? [];
  };
  const found: Found[] = [];
  for (let after: readonly unknown[] | undefined; ;) {
    const size = Math.min(page, leg.size - found.length);
    const hits = await ask({ size, ...(leg.sort && { sort: leg.sort }), ...(after && { search_after: after }) });
    found.push(...hits.map((hit) => read(hit, leg)));
    after = hits.at(-1)?.sort;
    if (hits.length < size || found.length >= leg.size || after === undefined) return found;
  }
}

function asked(index: string, { contextId, vector }: SearchRequest, leg: Leg, body: object): Asked {
  return {
    method: "POST",
    path: `/${index}/_search`,
    query: {
      routing: contextId,
      preference: contextId,
      allow_partial_search_results: false,
      filter_path: "hits.hits._score,hits.hits.fields,hits.hits.sort",
    },
    body: {
      query: leg.query,
      track_total_hits: false,
      _source: false,
      stored_fields: "_none_",
      docvalue_fields: ["card"],
      ...(vector && !leg.isCosine && { script_fields: { cosine: cosineTo(vector) } }),
      ...body,
    },
  };
}

function read({ _score: score, fields, sort }: Hit, { isCosine }: Leg): Found {
  const cosine = isCosine ? 2 * Number(sort?.[0] ?? score) - 1 : (fields.cosine?.[0] ?? 0);
  return { ...readCard(fields.card[0]), cosine };
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
