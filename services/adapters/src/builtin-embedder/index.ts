import { pauser } from "@loci/platform/call";
import type { Embedder } from "@loci/ports/embedder";
import { analyse, questionFocus } from "@loci/text";
import { refuseCancelled } from "../embedding/cancelled.ts";
import { normalised } from "../embedding/vectors.ts";
import { addPair, termFeatures } from "./features.ts";
import { loadStaticVectors, staticDimension } from "./static-vectors.ts";

/** What is worked out for a term is kept up to this many bytes in all. */
const cacheBytes = 8 * 1024 * 1024;

const hashedDimension = 128;
const dimension = staticDimension + hashedDimension;
/** How much of the cosine each part makes; measured on the labelled conversations of bench/recall. */
const staticShare = 0.8;

/** The model static-1 took "lives" for the plural of "life"; stored vectors are only like those that are made in the same way. */
const lives = /\blives\b/giu;

/**
 * An embedder without a network: two parts side by side. Static vectors of word pieces, distilled from a sentence-embedding model
 * (assets/README.md), know what words mean. Signed hashed features (Weinberger et al. 2009) of words, subwords, neighbouring words and
 * the concepts of @loci/text's lexicon keep names, numbers and rare words apart. It gives the same vectors everywhere.
 */
export function createBuiltinEmbedder(): Embedder {
  const cache = new Map<string, Float32Array>();

  let featuresOf: ((term: string) => Float32Array) | undefined;

  function features(term: string): Float32Array {
    const known = cache.get(term);
    if (known) return known;
    const made = (featuresOf ??= termFeatures(hashedDimension))(term);
    if (cache.size * hashedDimension * 4 >= cacheBytes) cache.clear();
    cache.set(term, made);
    return made;
  }

  function hashedOf(terms: readonly string[]): Float32Array {
    const vector = new Float32Array(hashedDimension);
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) addScaled(vector, features(term), 1 + Math.log(count));
    for (let i = 1; i < terms.length; i++) addPair(vector, terms[i - 1] ?? "", terms[i] ?? "");
    return normalised(vector);
  }

  /** A text without a term of content is like nothing, whatever its function words. */
  function vectorOf(text: string, purpose: "query" | "passage"): Float32Array {
    const vector = new Float32Array(dimension);
    const known = text.replace(lives, "life");
    const terms = purpose === "query" ? questionFocus(known).terms : analyse(known);
    if (terms.length === 0) return vector;
    addScaled(vector, loadStaticVectors().encode(text), Math.sqrt(staticShare), 0);
    addScaled(vector, hashedOf(terms), Math.sqrt(1 - staticShare), staticDimension);
    return normalised(vector);
  }

  return {
    // The model's name must change with anything that changes vectors, the lexicon included: stored ones would no longer fit.
    spec: { provider: "builtin", model: "static-1", dimension, normalised: true },
    async embed(texts, purpose, signal) {
      const pause = pauser();
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        await pause();
        refuseCancelled(signal);
        vectors.push(vectorOf(text, purpose));
      }
      return vectors;
    },
    close: () => Promise.resolve(),
  };
}

function addScaled(vector: Float32Array, part: Float32Array, factor: number, at = 0): void {
  for (let i = 0; i < part.length; i++) vector[at + i] = (vector[at + i] ?? 0) + (part[i] ?? 0) * factor;
}
