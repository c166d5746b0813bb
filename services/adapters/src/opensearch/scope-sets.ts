import type { ScopeSet } from "@loci/kernel";
import { scopeSetKey } from "@loci/kernel";
import type { IndexedScopeSet, Tail } from "@loci/ports/search-index";
import { countScopeSets } from "../scoring/held.ts";
import type { Cluster } from "./connect.ts";
import { outside } from "./filters.ts";
import { tailOf } from "./tail.ts";

interface Bucket {
  readonly key: { readonly counted: string };
  readonly doc_count: number;
  readonly terms: { readonly value: number };
}

interface Counted {
  readonly aggregations: { readonly sets: { readonly buckets: readonly Bucket[]; readonly after_key?: object } };
}

interface Bodies {
  readonly hits: { readonly hits: readonly { readonly _source: { readonly counted: string; readonly scopes: string } }[] };
}

const page = 5_000;
const maxKnown = 100_000;

/** Reads the ScopeSets of a context with what is counted under each. What a hash stands for never changes: it is read once. */
export function scopeSetReader(cluster: Cluster) {
  const known = new Map<string, ScopeSet>();

  const learn = async (index: string, contextId: string, hashes: readonly string[]): Promise<Map<string, ScopeSet>> => {
    const learned = new Map<string, ScopeSet>();
    for (let at = 0; at < hashes.length; at += page) {
      const wanted = hashes.slice(at, at + page);
      const { body } = await cluster.ask<Bodies>({
        method: "POST",
        path: `/${index}/_search`,
        query: {
          routing: contextId,
          preference: contextId,
          allow_partial_search_results: false,
          filter_path: "hits.hits._source",
        },
        body: {
          size: wanted.length,
          _source: ["counted", "scopes"],
          track_total_hits: false,
          query: { bool: { filter: [{ term: { contextId } }, { terms: { counted: wanted } }] } },
          collapse: { field: "counted" },
        },
      });
      for (const { _source: source } of body.hits.hits) learned.set(source.counted, JSON.parse(source.scopes) as ScopeSet);
    }
    return learned;
  };

  return async (index: string, contextId: string, tail?: Tail): Promise<IndexedScopeSet[]> => {
    const buckets = await countAll(cluster, index, contextId, tail);
    // Of its own: others may clear what is known while this one learns.
    const own = new Map<string, ScopeSet>();
    const unknown: string[] = [];
    for (const { key } of buckets) {
      const scopes = known.get(key.counted);
      if (scopes) own.set(key.counted, scopes);
      else unknown.push(key.counted);
    }
    if (unknown.length > 0) for (const [counted, scopes] of await learn(index, contextId, unknown)) own.set(counted, scopes);
    if (known.size > maxKnown) known.clear();
    for (const [counted, scopes] of own) known.set(counted, scopes);
    const shown = buckets.map(({ key: { counted }, doc_count: documents, terms }) => ({
      // One whose last document went between the two looks has nothing left to show.
      scopes: own.get(counted) ?? [],
      kind: counted.startsWith("document ") ? ("document" as const) : ("memory" as const),
      documents,
      terms: terms.value,
    }));
    return joined(shown, countScopeSets(tailOf(tail).held))
      .sort((a, b) => (scopeSetKey(a.scopes) < scopeSetKey(b.scopes) ? -1 : 1))
      .map((set, i) => ({ number: i + 1, ...set }));
  };
}

type Counts = Omit<IndexedScopeSet, "number">;

function joined(left: readonly Counts[], right: readonly Counts[]): Counts[] {
  const sets = new Map<string, Counts>();
  for (const { scopes, kind, documents, terms } of [...left, ...right]) {
    const key = `${kind} ${scopeSetKey(scopes)}`;
    const before = sets.get(key);
    sets.set(key, { scopes, kind, documents: documents + (before?.documents ?? 0), terms: terms + (before?.terms ?? 0) });
  }
  return [...sets.values()];
}

async function countAll(cluster: Cluster, index: string, contextId: string, tail: Tail | undefined): Promise<Bucket[]> {
  const all: Bucket[] = [];
  for (let after: object | undefined; ;) {
    const composite = { size: page, sources: [{ counted: { terms: { field: "counted" } } }], ...(after && { after }) };
    const { body } = await cluster.ask<Counted>({
      method: "POST",
      path: `/${index}/_search`,
      query: { routing: contextId, preference: contextId, allow_partial_search_results: false, filter_path: "aggregations" },
      body: {
        size: 0,
        track_total_hits: false,
        query: { bool: { filter: [{ term: { contextId } }, ...(tail ? outside(tail) : [])] } },
        aggs: { sets: { composite, aggs: { terms: { sum: { field: "length" } } } } },
      },
    });
    const { buckets, after_key: next } = body.aggregations.sets;
    all.push(...buckets);
    if (buckets.length < page || next === undefined) return all;
    after = next;
  }
}
