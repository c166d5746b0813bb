import type { Kernels } from "./kernels.ts";
import { width } from "./encoder.ts";

export type Tagger = (vectors: number, words: number) => string[];

/** spaCy's tagger: the best of a linear layer's outputs for each word. */
export function createTagger(tags: readonly string[], kernels: Kernels, maxWords: number): Tagger {
  const layer = kernels.affineLayer("tagger");
  const out = kernels.take(maxWords * layer.outputs);
  const scores = kernels.floats(out, maxWords * layer.outputs);
  return (vectors, words) => {
    kernels.affine(vectors, width * 4, layer.weights, layer.bias, out, words, layer.inputs, layer.outputs);
    return Array.from({ length: words }, (_, word) => {
      const at = word * layer.outputs;
      let best = 0;
      for (let tag = 1; tag < tags.length; tag++) if ((scores[at + tag] ?? 0) > (scores[at + best] ?? 0)) best = tag;
      return tags[best] ?? "";
    });
  };
}
