/** How the index lies in OpenSearch. */
import type { Kind } from "../scoring/kinds.ts";

export interface Sizes {
  /** One context lies in one shard: more shards spread contexts, not one context's work. */
  readonly shards: number;
}

/**
 * A score that knows nothing but the document: neither how many hold a term nor how long others are, as those others may be another
 * tenant's. How rare a term is comes with the question, as the term's boost.
 */
const countsOnlyItself = (usualLength: number) => ({
  type: "scripted",
  script: {
    source: `return query.boost * doc.freq * 1.9 / (doc.freq + 0.9 * (0.6 + 0.4 * doc.length / ${usualLength}.0));`,
  },
});

/** How long what was written may stay unseen: who reads meanwhile brings it along. */
export const shownWithin = "500ms";

/** @param refreshInterval how often what was written is shown; "-1" for never */
export function settings({ shards }: Sizes, refreshInterval: string): object {
  return {
    index: {
      knn: true,
      number_of_shards: shards,
      auto_expand_replicas: "0-1",
      refresh_interval: refreshInterval,
      max_terms_count: 1_000_000,
      similarity: { short_text: countsOnlyItself(16), long_text: countsOnlyItself(120) },
    },
  };
}

const keyword = { type: "keyword" };
/** Found by, never sorted or counted by. */
const filter = { type: "keyword", doc_values: false };
const unscored = { norms: false, index_options: "docs" };
const terms = (similarity: string) => ({ type: "text", analyzer: "whitespace", index_options: "freqs", similarity });

/** Where the terms of each kind of text lie. */
export const fieldOf: Readonly<Record<Kind, "memoryTerms" | "documentTerms">> = {
  memory: "memoryTerms",
  document: "documentTerms",
};

/** Of a mark: which life of its context it is of. An index that is older than this field is given it when it is to be filled on. */
export const lifeMapping = { life: { type: "keyword", index: false, doc_values: false } };

/**
 * A record's document; what belongs to no question has none of its fields: a `markOf` says how far a context is indexed, a `removedFrom`
 * keeps the place of a record that was removed.
 *
 * - `memoryTerms`, `documentTerms`: the terms as @loci/text gives them, which recall searches; documents' texts are longer than the others.
 * - `tie`: a number out of the id, which orders what scores the same: texts take longer to compare.
 * - `counted`: what the record's statistics are counted under, a kind and the ScopeSet's hash; `length` is its number of terms.
 * - `place`: session (a chunk's document) and position as one text.
 * - `card`: what a candidate is made of, column by column beside the index: reading it does not unpack whole documents.
 * - `digest`: tells two versions of a record apart.
 * - `epoch`: how often the context had been cleared when it was written.
 * - `text`: for people who look into the index with tools of their own.
 */
export function mappings(dimension: number): object {
  return {
    dynamic: "strict",
    _source: { excludes: ["embedding", "card", "memoryTerms", "documentTerms"] },
    properties: {
      ...lifeMapping,
      contextId: filter,
      id: keyword,
      tie: { type: "long", index: false },
      class: filter,
      counted: keyword,
      scopes: { type: "keyword", index: false, doc_values: false },
      labels: filter,
      documentId: filter,
      place: filter,
      length: { type: "integer", index: false },
      knownAt: { type: "date" },
      knownUntil: { type: "date" },
      text: {
        type: "text",
        analyzer: "english",
        ...unscored,
        fields: { standard: { type: "text", analyzer: "standard", ...unscored } },
      },
      memoryTerms: terms("short_text"),
      documentTerms: terms("long_text"),
      card: { type: "binary", doc_values: true },
      embedding: {
        type: "knn_vector",
        dimension,
        method: { name: "hnsw", engine: "lucene", space_type: "cosinesimil", parameters: { m: 16, ef_construction: 100 } },
      },
      digest: { type: "keyword", index: false },
      markOf: keyword,
      position: { type: "long", index: false, doc_values: false },
      epoch: { type: "integer", doc_values: false },
      fence: { type: "long", index: false, doc_values: false },
      removedFrom: filter,
      removedAt: { type: "date" },
    },
  };
}
