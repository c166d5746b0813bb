import { LociError } from "@loci/kernel";
import type { Embedder } from "@loci/ports/embedder";
import { refuseCancelled } from "../embedding/cancelled.ts";
import { bounded, hasContent, normalised } from "../embedding/vectors.ts";
import { readModelFolder, type ModelFolder } from "./model-folder.ts";
import { loadTransformers, type ExtractedTensor, type FeatureExtractor, type Transformers } from "./package.ts";

export interface OnnxEmbedderOptions {
  /** The folder of a local model: config.json, tokenizer.json, tokenizer_config.json, onnx/model.onnx. */
  readonly folder: string;
  /** A folder whose node_modules holds @huggingface/transformers; where it is not given, the package is looked for as usual. */
  readonly packageFolder?: string;
}

const batchTexts = 32;
/** Models read some hundred tokens; more text than this would only be tokenised to be thrown away. */
const maxCharacters = 20_000;

/**
 * An embedder that runs a local ONNX model in this process: mean pooling, vectors of length 1. Nothing is ever fetched. Texts
 * without content have the zero vector.
 * @throws LociError `unavailable` when the optional package is missing (the text names the install command) or the model does
 * not load
 */
export async function createOnnxEmbedder({ folder, packageFolder }: OnnxEmbedderOptions): Promise<Embedder> {
  const model = await readModelFolder(folder);
  const extract = await load(await loadTransformers(packageFolder), model);

  async function run(texts: readonly string[]): Promise<Float32Array[]> {
    try {
      return split(await extract(texts, { pooling: "mean", normalize: true }), texts.length, model);
    } catch (thrown) {
      if (thrown instanceof LociError) throw thrown;
      throw new LociError("unavailable", `The model ${model.name} failed to embed texts.`, { cause: thrown });
    }
  }

  // Asked once at the start: a model of another dimension, or one that does not run here, must not wait for the first write.
  await run(["dimension"]);

  return {
    spec: { provider: "onnx", model: model.name, dimension: model.dimension, normalised: true },
    async embed(texts, purpose, signal) {
      const vectors: Float32Array[] = texts.map(() => new Float32Array(model.dimension));
      // Texts of like length share a batch: every text of a batch costs as much as its longest.
      const sorted = texts
        .map((text, index) => ({ index, text }))
        .filter(({ text }) => hasContent(text))
        .map(({ index, text }) => ({ index, text: model.prefix[purpose] + bounded(text, maxCharacters) }))
        .sort((a, b) => a.text.length - b.text.length);
      refuseCancelled(signal);
      for (let start = 0; start < sorted.length; start += batchTexts) {
        const batch = sorted.slice(start, start + batchTexts);
        const embedded = await run(batch.map(({ text }) => text));
        refuseCancelled(signal);
        batch.forEach(({ index }, i) => (vectors[index] = embedded[i] ?? new Float32Array(model.dimension)));
      }
      return vectors;
    },
    async close() {
      await extract.dispose();
    },
  };
}

async function load(transformers: Transformers, { name, parent, subfolder, dtype }: ModelFolder): Promise<FeatureExtractor> {
  Object.assign(transformers.env, { allowRemoteModels: false, allowLocalModels: true, useFSCache: false, useWasmCache: false });
  transformers.env.localModelPath = parent;
  try {
    return await transformers.pipeline("feature-extraction", name, { subfolder, dtype, device: "cpu", local_files_only: true });
  } catch (cause) {
    throw new LociError("unavailable", `The model ${name} in ${parent} does not load.`, { cause });
  }
}

/** The rows of a [texts, dimension] tensor, as memory of their own. */
function split({ data, dims }: ExtractedTensor, count: number, { name, dimension }: ModelFolder): Float32Array[] {
  if (dims.length !== 2 || dims[0] !== count || dims[1] !== dimension) {
    throw new LociError("unavailable", `The model ${name} gave [${dims.join(", ")}] where [${count}, ${dimension}] is expected.`);
  }
  return Array.from({ length: count }, (_, row) => {
    const vector = normalised(Array.from({ length: dimension }, (__, i) => data[row * dimension + i] ?? Number.NaN));
    if (!vector.every(Number.isFinite)) throw new LociError("unavailable", `The model ${name} gave numbers that are not finite.`);
    return vector;
  });
}
