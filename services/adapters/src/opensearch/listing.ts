import type { IndexEntry } from "@loci/ports/search-index";
import type { Asked, Cluster } from "./connect.ts";
import type { Generation } from "./generation.ts";

interface EntryHit {
  readonly sort: readonly [string];
  readonly fields: { readonly digest: readonly [string] };
}

/** What searches show of a context, in pages. */
export async function listEntries(
  cluster: Cluster,
  { index }: Generation,
  contextId: string,
  after: string,
  limit: number,
): Promise<IndexEntry[]> {
  const { body } = await cluster.ask<{ hits?: { hits?: readonly EntryHit[] } }>({
    method: "POST",
    path: `/${index}/_search`,
    query: {
      routing: contextId,
      preference: contextId,
      allow_partial_search_results: false,
      filter_path: "hits.hits.sort,hits.hits.fields",
    },
    body: {
      size: limit,
      query: { bool: { filter: [{ term: { contextId } }] } },
      sort: [{ id: "asc" }],
      search_after: [after],
      track_total_hits: false,
      _source: false,
      stored_fields: "_none_",
      docvalue_fields: ["digest"],
    },
  });
  return (body.hits?.hits ?? []).map(({ sort: [id], fields }) => ({ id, digest: fields.digest[0] }));
}

const page = 5_000;

/** The contexts that have a mark. */
export async function listContexts(cluster: Cluster, { index }: Generation): Promise<string[]> {
  const all: string[] = [];
  for (let after: object | undefined; ;) {
    const composite = { size: page, sources: [{ of: { terms: { field: "markOf" } } }], ...(after && { after }) };
    const { body } = await cluster.ask<{
      aggregations: { marks: { buckets: readonly { key: { of: string } }[]; after_key?: object } };
    }>({
      method: "POST",
      path: `/${index}/_search`,
      query: { allow_partial_search_results: false, filter_path: "aggregations" },
      body: { size: 0, track_total_hits: false, aggs: { marks: { composite } } },
      waits: "work",
    });
    const { buckets, after_key: next } = body.aggregations.marks;
    all.push(...buckets.map(({ key }) => key.of));
    if (buckets.length < page || next === undefined) return all;
    after = next;
  }
}

/** Shows searches all that was written. */
export async function refresh(cluster: Cluster, { index }: Generation, waits: Asked["waits"] = "question"): Promise<void> {
  await cluster.ask({ method: "POST", path: `/${index}/_refresh`, waits });
}
