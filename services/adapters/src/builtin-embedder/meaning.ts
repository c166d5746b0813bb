import { conceptsOf, conceptTerms, topicsOf } from "@loci/text";
import { hash32 } from "./hash.ts";

export interface MeaningWeights {
  readonly topic: number;
  /** How much of its neighbours (concepts that share a word) a concept takes on in each of two steps. */
  readonly flow: number;
}

/**
 * Gives the direction of a term, of length 1, from the concepts and topics it belongs to; undefined for words the lexicon
 * lacks.
 */
export type Meaning = (term: string) => Float32Array | undefined;

const conceptSeed = 0x38495ab5;
const topicSeed = 0x7f4a7c15;

/**
 * Random indexing (Kanerva et al. 2000) over the lexicon: each concept starts as a random direction and takes on its
 * neighbours', so that words come near that share no concept but whose concepts share words ("ill" and "flu").
 */
export function meaningOf(dimension: number, weights: MeaningWeights): Meaning {
  const bases = conceptTerms().map((terms) => unit(randomDirection(`c${terms.join(" ")}`, conceptSeed, dimension)));
  let vectors: readonly Float32Array[] = bases;
  for (let step = 0; step < 2; step++) vectors = flowed(bases, vectors, weights.flow);
  return (term) => {
    const concepts = conceptsOf(term);
    const topics = topicsOf(term);
    if (concepts.length === 0 && topics.length === 0) return undefined;
    const sum = new Float32Array(dimension);
    for (const concept of concepts) add(sum, vectors[concept], 1 / Math.sqrt(concepts.length));
    for (const topic of topics) {
      add(sum, unit(randomDirection(`t${topic}`, topicSeed, dimension)), weights.topic / Math.sqrt(topics.length));
    }
    return unit(sum);
  };
}

/** Each concept: its own direction and a share of the mean of the directions of its words. */
function flowed(bases: readonly Float32Array[], vectors: readonly Float32Array[], flow: number): Float32Array[] {
  return conceptTerms().map((terms, number) => {
    const base = bases[number] ?? new Float32Array();
    const around = new Float32Array(base.length);
    for (const term of terms) {
      const concepts = conceptsOf(term);
      for (const concept of concepts) if (concept !== number) add(around, vectors[concept], 1 / concepts.length);
    }
    const vector = Float32Array.from(base);
    add(vector, unit(around), flow);
    return unit(vector);
  });
}

function randomDirection(key: string, seed: number, dimension: number): Float32Array {
  const vector = new Float32Array(dimension);
  for (let i = 0; i < dimension; i += 32) {
    const bits = hash32(key, seed + i);
    for (let bit = 0; bit < 32 && i + bit < dimension; bit++) vector[i + bit] = ((bits >>> bit) & 1) === 1 ? 1 : -1;
  }
  return vector;
}

function add(sum: Float32Array, vector: Float32Array | undefined, factor: number): void {
  if (vector) for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0) * factor;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
