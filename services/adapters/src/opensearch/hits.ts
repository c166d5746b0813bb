import type { Candidate } from "@loci/ports/search-index";
import { readCard } from "./document.ts";
import type { Ask } from "./searches.ts";

type Sort = Readonly<Record<string, "asc" | "desc">>;

/** One way to look for candidates. */
export interface Leg {
  /** Its score is the vectors' likeness already, as Lucene writes it: (1 + cosine) / 2. */
  readonly isCosine?: boolean;
  readonly query: object;
  /** By score alone where it is left out: for what a walk through the graph of vectors comes upon. */
  readonly sort?: readonly Sort[];
  readonly size: number;
  /** How many come with one answer, where it is known that they are few: the server makes room for all that it is asked for. */
  readonly atOnce?: number;
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
export const byScore: readonly Sort[] = [{ _score: "desc" }, { tie: "asc" }];

/** What is read of each answer. */
export const hitsWanted = ["hits.hits._score", "hits.hits.fields", "hits.hits.sort"] as const;

/** @param vector the question's, with which everything is compared that is found */
export async function readHits(ask: Ask, vector: readonly number[] | undefined, leg: Leg): Promise<Found[]> {
  const columns = {
    query: leg.query,
    _source: false,
    stored_fields: "_none_",
    docvalue_fields: ["card"],
    ...(leg.sort && { sort: leg.sort }),
    ...(vector && !leg.isCosine && { script_fields: { cosine: cosineTo(vector) } }),
  };
  const found: Found[] = [];
  for (let after: readonly unknown[] | undefined; ;) {
    const size = Math.min(leg.atOnce ?? page, leg.size - found.length);
    const answer = await ask<{ hits?: { hits?: readonly Hit[] } }>({ ...columns, size, ...(after && { search_after: after }) });
    const hits = answer.hits?.hits ?? [];
    found.push(...hits.map((hit) => read(hit, leg)));
    after = hits.at(-1)?.sort;
    if (hits.length < size || found.length >= leg.size || after === undefined) return found;
  }
}

function read({ _score: score, fields, sort }: Hit, { isCosine }: Leg): Found {
  const cosine = isCosine ? 2 * Number(sort?.[0] ?? score) - 1 : (fields.cosine?.[0] ?? 0);
  return { ...readCard(fields.card[0]), cosine };
}

/** What another leg found is compared with the question too. */
function cosineTo(vector: readonly number[]): object {
  return {
    script: {
      source: "doc['embedding'].size() == 0 ? 0.0 : cosineSimilarity(params.vector, doc['embedding'])",
      params: { vector },
    },
  };
}
