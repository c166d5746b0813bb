import type { Kernels } from "./kernels.ts";
import { width } from "./encoder.ts";

const hidden = 64;
/** Of each feature of a word: two pieces of `hidden`. */
const featureWidth = 2 * hidden;

/** Scores the moves of a transition system from the words that stand at certain places of its state. */
export interface Scorer {
  /** Computes what each of the words adds to the hidden layer at each of the places. */
  prepare(vectors: number, words: number): void;
  /** The moves' scores where these words stand at the places (-1: none), which stand until the next call. */
  score(places: readonly number[]): Float32Array;
}

/** spaCy's TransitionBasedParser: a maxout layer over the sum of features that are computed beforehand, and a linear layer. */
export function createScorer(name: string, kernels: Kernels, moves: number, maxWords: number): Scorer {
  const reduce = kernels.affineLayer(`${name}.reduce`);
  const lower = kernels.affineLayer(`${name}.hidden`, false);
  const bias = kernels.vector(`${name}.hidden.bias`);
  const missing = kernels.vector(`${name}.hidden.missing`);
  const output = kernels.affineLayer(`${name}.output`);
  const features = lower.outputs / featureWidth;
  const reduced = kernels.take(maxWords * hidden);
  const prepared = kernels.take(maxWords * lower.outputs);
  const addresses = kernels.take(features);
  const addressList = new Int32Array(kernels.floats(addresses, 1).buffer, addresses, features);
  const state = kernels.take(hidden);
  const scores = kernels.take(output.outputs);
  const scoreList = kernels.floats(scores, moves);
  return {
    prepare(vectors, words) {
      kernels.affine(vectors, width * 4, reduce.weights, reduce.bias, reduced, words, reduce.inputs, reduce.outputs);
      kernels.affine(reduced, hidden * 4, lower.weights, lower.bias, prepared, words, lower.inputs, lower.outputs);
    },
    score(places) {
      for (let i = 0; i < features; i++) {
        const place = places[i] ?? -1;
        const row = place < 0 ? missing : prepared + place * lower.outputs * 4;
        addressList[i] = row + i * featureWidth * 4;
      }
      kernels.maxoutSum(addresses, features, bias, state);
      kernels.affine(state, hidden * 4, output.weights, output.bias, scores, 1, hidden, output.outputs);
      return scoreList;
    },
  };
}
