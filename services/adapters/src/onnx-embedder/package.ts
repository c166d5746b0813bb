import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LociError } from "@loci/kernel";

/** The part of @huggingface/transformers that is used here; the package is optional, so its own types are not there to import. */
export interface Transformers {
  readonly env: {
    allowRemoteModels: boolean;
    allowLocalModels: boolean;
    localModelPath: string;
    useFSCache: boolean;
    useWasmCache: boolean;
  };
  pipeline(task: "feature-extraction", model: string, options: object): Promise<FeatureExtractor>;
}

export interface FeatureExtractor {
  (texts: readonly string[], options: { readonly pooling: "mean"; readonly normalize: true }): Promise<ExtractedTensor>;
  dispose(): Promise<unknown>;
}

export interface ExtractedTensor {
  readonly dims: readonly number[];
  readonly data: ArrayLike<number>;
}

const packageName = "@huggingface/transformers";

/** It brings 474 MB with it, which only those who choose this provider should pay for. */
const notInstalled =
  "The onnx embeddings provider needs the optional package @huggingface/transformers. Install it with: " +
  "ONNXRUNTIME_NODE_INSTALL=skip npm install --no-save @huggingface/transformers";

/**
 * Loads the package from the node_modules of `packageFolder`, or from where this file finds it.
 * @throws LociError `unavailable` naming the install command when it is not there, or why it does not load
 */
export async function loadTransformers(packageFolder: string | undefined): Promise<Transformers> {
  const location = locate(packageFolder);
  if (location === undefined) throw new LociError("unavailable", notInstalled);
  try {
    const loaded = (await import(location)) as Transformers & { readonly default?: Transformers };
    return loaded.default ?? loaded;
  } catch (cause) {
    throw new LociError("unavailable", "The package @huggingface/transformers does not load on this machine.", { cause });
  }
}

function locate(packageFolder: string | undefined): string | undefined {
  const from = packageFolder === undefined ? import.meta.url : pathToFileURL(join(packageFolder, "package.json"));
  try {
    return pathToFileURL(createRequire(from).resolve(packageName)).href;
  } catch (thrown) {
    if (typeof thrown === "object" && thrown !== null && "code" in thrown && thrown.code === "MODULE_NOT_FOUND") return undefined;
    throw new LociError("unavailable", "The package @huggingface/transformers is damaged.", { cause: thrown });
  }
}
