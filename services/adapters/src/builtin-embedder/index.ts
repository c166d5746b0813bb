import { LociError } from "@loci/kernel";
import type { Embedder } from "@loci/ports/embedder";
import { analyse, questionFocus } from "@loci/text";
import { refuseCancelled } from "../embedding/cancelled.ts";
import { normalised } from "../embedding/vectors.ts";
import { addPair, termFeatures } from "./features.ts";

export interface BuiltinEmbedderOptions {
  /** 8 to 4096; more dimensions, fewer collisions. */
  readonly dimension?: number;
}

/** What is worked out for a term is kept up to this many bytes in all. */
const cacheBytes = 16 * 1024 * 1024;

/**
 * An embedder without a model: signed hashed features (Weinberger et al. 2009) of words, subwords, neighbouring words and the
 * concepts of @loci/text's lexicon, which let "kids" find "daughter". It needs no download and no network, and gives the same
 * vectors everywhere.
 */
export function createBuiltinEmbedder({ dimension = 256 }: BuiltinEmbedderOptions = {}): Embedder {
  if (!Number.isInteger(dimension) || dimension < 8 || dimension > 4096) {
    throw new LociError("invalid", "The builtin embedder's dimension must be a whole number from 8 to 4096.");
  }
  const cache = new Map<string, Float32Array>();

  let featuresOf: ((term: string) => Float32Array) | undefined;

  function features(term: string): Float32Array {
    const known = cache.get(term);
    if (known) return known;
    const made = (featuresOf ??= termFeatures(dimension))(term);
    if (cache.size * dimension * 4 >= cacheBytes) cache.clear();
    cache.set(term, made);
    return made;
  }

  function vectorOf(terms: readonly string[]): Float32Array {
    const vector = new Float32Array(dimension);
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) addScaled(vector, features(term), 1 + Math.log(count));
    for (let i = 1; i < terms.length; i++) addPair(vector, terms[i - 1] ?? "", terms[i] ?? "");
    return normalised(vector);
  }

  return {
    // The model's name must change with anything that changes vectors, the lexicon included: stored ones would no longer fit.
    spec: { provider: "builtin", model: "hashed-1", dimension, normalised: true },
    embed(texts, purpose, signal) {
      return Promise.resolve().then(() => {
        refuseCancelled(signal);
        return texts.map((text) => vectorOf(purpose === "query" ? questionFocus(text).terms : analyse(text)));
      });
    },
    close: () => Promise.resolve(),
  };
}

function addScaled(vector: Float32Array, part: Float32Array, factor: number): void {
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) + (part[i] ?? 0) * factor;
}
