import { analyse } from "./analyse.ts";
import { conceptLines } from "./concepts.ts";

interface Lexicon {
  /** Term → numbers of the clusters that hold it. */
  readonly clustersOf: ReadonlyMap<string, readonly number[]>;
  /** Cluster number → its terms. */
  readonly clusters: readonly (readonly string[])[];
}

const relatedWeight = 0.4;
/** From this size on a cluster's words tell less and less about one another. */
const tightCluster = 8;

let loaded: Lexicon | undefined;

/** Built at first use: a process that never searches does not pay for it. */
function lexicon(): Lexicon {
  loaded ??= build();
  return loaded;
}

function build(): Lexicon {
  const clusters = conceptLines.map((line) => [...new Set(analyse(line))]);
  const clustersOf = new Map<string, number[]>();
  clusters.forEach((terms, number) => {
    for (const term of terms) {
      const held = clustersOf.get(term);
      if (held) held.push(number);
      else clustersOf.set(term, [number]);
    }
  });
  return { clusters, clustersOf };
}

/** The numbers of the concepts that a term belongs to; none for most terms. */
export function conceptsOf(term: string): readonly number[] {
  return lexicon().clustersOf.get(term) ?? [];
}

/** How many concepts there are; their numbers are 0 to this minus 1. */
export function conceptCount(): number {
  return lexicon().clusters.length;
}

/**
 * Query terms with weights: the given ones 1, related ones of the concept lexicon at most 0.4, less for terms of large clusters and for
 * terms with several meanings.
 */
export function expandTerms(terms: readonly string[]): Map<string, number> {
  const weights = new Map<string, number>();
  const { clusters, clustersOf } = lexicon();
  for (const term of new Set(terms)) {
    const numbers = clustersOf.get(term) ?? [];
    for (const number of numbers) {
      const cluster = clusters[number] ?? [];
      const weight = (relatedWeight * Math.min(1, tightCluster / cluster.length)) / Math.sqrt(numbers.length);
      for (const related of cluster) weights.set(related, Math.max(weights.get(related) ?? 0, weight));
    }
  }
  for (const term of terms) weights.set(term, 1);
  return weights;
}
