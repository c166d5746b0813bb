/** Chooses the embedder and the language model by configuration. What is heavy is imported when it is needed. */
import { LociError } from "@loci/kernel";
import type { HostPolicy } from "@loci/platform/outbound";
import { watchEmbedder } from "@loci/platform/telemetry";
import type { Embedder, EmbeddingSpec } from "@loci/ports/embedder";
import type { LanguageModel } from "@loci/ports/language-model";
import type { Reranker } from "@loci/ports/reranker";
import type { auth } from "@loci/protos";
import { required, settings, type Settings } from "../config.ts";
import { bothNotes, noteEmbedder, noteModel, noteReranker, readinessNote } from "../observed/providers.ts";
import { finishMove, isSameEmbedding, noEmbedding, type EmbeddingGraph } from "./moving.ts";
import { ownCall, type Surroundings } from "./surroundings.ts";

type EmbeddingSettings = Pick<Settings, "embeddingsProvider" | "embeddingsModel" | "embeddingsUrl" | "embeddingsApiKey">;
type ModelSettings = Pick<Settings, "llmProvider" | "llmUrl" | "llmModel" | "llmApiKey">;
type RerankerSettings = Pick<Settings, "rerankerUrl" | "rerankerModel" | "rerankerApiKey">;

const rerankerTimeoutMs = 5_000;
const embeddingTimeoutMs = 20_000;
const modelTimeoutMs = 20_000;
const publicOpenAi = "https://api.openai.com/v1";
const retries = 2;

/**
 * The deployment's embedder: the configured one, if its vectors are those that the deployment was begun with. Its first start
 * fixes them. A move to the configured one that was prepared is brought to its end: from then on its vectors serve.
 * @throws LociError `conflict` naming both, when the configured one makes other vectors
 */
export async function openEmbedder(config: EmbeddingSettings, graph: EmbeddingGraph, parts: Surroundings): Promise<Embedder> {
  const stored = await graph.pinEmbedding(noEmbedding, ownCall(parts));
  const embedder = await createEmbedder(config, stored);
  try {
    const pinned = await graph.pinEmbedding({ ...embedder.spec }, ownCall(parts));
    const mismatch = embeddingMismatch(pinned, embedder.spec);
    if (mismatch === undefined || (await finishMove(graph, embedder, parts)))
      return watchEmbedder(noted(embedder, parts), parts.telemetry);
    throw new LociError("conflict", mismatch);
  } catch (error) {
    await embedder.close();
    throw error;
  }
}

/** What computes in this process by rules does not fail: another one may have, before. */
function noted(embedder: Embedder, parts: Surroundings): Embedder {
  const { provider, model } = embedder.spec;
  const shared = parts.providers.of("", "embeddings", provider === "builtin" ? provider : `${provider}:${model}`);
  if (provider !== "builtin") return noteEmbedder(embedder, bothNotes(readinessNote("embeddings", parts), shared));
  shared.answered();
  return embedder;
}

/** Why vectors of `wanted` cannot be compared with those of `stored`, or undefined where they can. */
export function embeddingMismatch(stored: EmbeddingSpec, wanted: EmbeddingSpec): string | undefined {
  if (isSameEmbedding(stored, wanted)) return undefined;
  const name = (spec: EmbeddingSpec) => `${spec.provider}/${spec.model} (${spec.dimension} dimensions)`;
  return (
    `This deployment's memory is embedded by ${name(stored)}, but ${settings.embeddingsProvider.env} and ` +
    `${settings.embeddingsModel.env} ask for ${name(wanted)}; their vectors cannot be compared. ` +
    `Go back to the settings (or the release) that it was begun with, or run 'loci-server re-embed' with the new settings ` +
    `first: it makes the new vectors while the old ones serve.`
  );
}

export async function createEmbedder(config: EmbeddingSettings, stored: EmbeddingSpec): Promise<Embedder> {
  switch (config.embeddingsProvider) {
    case "builtin": {
      const { createBuiltinEmbedder } = await import("@loci/adapters/builtin-embedder");
      return createBuiltinEmbedder();
    }
    case "openai": {
      const { createOpenAiEmbedder } = await import("@loci/adapters/openai-embedder");
      const model = required("embeddingsModel", config.embeddingsModel);
      // A deployment whose vectors are known starts without its provider: what needs it fails until it is back.
      const known = stored.provider === "openai" && stored.model === model ? { knownDimension: stored.dimension } : {};
      return createOpenAiEmbedder({
        baseUrl: required("embeddingsUrl", config.embeddingsUrl),
        model,
        apiKey: config.embeddingsApiKey ?? "",
        timeoutMs: embeddingTimeoutMs,
        maxRetries: retries,
        ...known,
      });
    }
    case "onnx": {
      const { createOnnxEmbedder } = await import("@loci/adapters/onnx-embedder");
      return createOnnxEmbedder({ folder: required("embeddingsModel", config.embeddingsModel) });
    }
  }
}

/** The deployment's models, before a context chooses. */
export interface OwnModels {
  /** For stages that a context assigns to none. */
  own(contextId: string): LanguageModel;
  /** The rules that need no provider, read in a process that can be ended; contexts take turns there. */
  builtin(contextId: string): LanguageModel;
}

/** Opens what is configured; the process of the built-in rules begins with their first text. */
export async function openLanguageModels(
  config: ModelSettings,
  parts: Pick<Surroundings, "lifecycle" | "logger" | "telemetry" | "readiness" | "clock">,
): Promise<OwnModels> {
  const { lifecycle, logger, telemetry } = parts;
  const { openTextReader } = await import("@loci/adapters/text-reader");
  const onEnded = () => {
    telemetry.meter.add("loci_readers_ended_total", {});
    logger.warn("the process that reads texts was ended by what it read, or died");
  };
  const reader = openTextReader({ onEnded });
  lifecycle.onClose("reader of texts", () => reader.close());
  const builtin = (contextId: string) => reader.modelFor(contextId);
  if (config.llmProvider === "builtin") return { own: builtin, builtin };
  const named = await openNamedModel({
    provider: config.llmProvider,
    url: required("llmUrl", config.llmUrl),
    model: required("llmModel", config.llmModel),
    apiKey: config.llmApiKey ?? "",
  });
  const own = noteModel(named, readinessNote("languageModel", parts));
  return { own: () => own, builtin };
}

/**
 * A model of a provider, by its settings.
 * @param hosts where its address may lead: for a context's own choice; without it anywhere, for the choice of whoever runs the server
 */
export async function openNamedModel({ url, model, apiKey }: auth.ModelSettings, hosts?: HostPolicy): Promise<LanguageModel> {
  if (model === "") throw new LociError("unavailable", "The context's settings name a provider without a model.");
  const { createOpenAiLanguageModel } = await import("@loci/adapters/openai-language-model");
  const baseUrl = url === "" ? publicOpenAi : url;
  const common = { baseUrl, model, apiKey, timeoutMs: modelTimeoutMs, maxRetries: retries };
  if (hosts === undefined) return createOpenAiLanguageModel(common);
  const { guardedFetch } = await import("@loci/adapters/outbound");
  return createOpenAiLanguageModel({ ...common, fetch: guardedFetch(baseUrl, hosts) });
}

/** The deployment's cross-encoder; undefined where none is configured. */
export async function openReranker(
  { rerankerUrl, rerankerModel, rerankerApiKey }: RerankerSettings,
  parts: Surroundings,
): Promise<Reranker | undefined> {
  const shared = (model: string) => parts.providers.of("", "reranker", model);
  if (rerankerUrl === undefined) {
    shared("builtin").answered();
    return undefined;
  }
  const { createHttpReranker } = await import("@loci/adapters/http-reranker");
  const model = required("rerankerModel", rerankerModel);
  const apiKey = rerankerApiKey ?? "";
  const reranker = createHttpReranker({ url: rerankerUrl, model, apiKey, timeoutMs: rerankerTimeoutMs });
  return noteReranker(reranker, bothNotes(readinessNote("reranker", parts), shared(reranker.id)));
}
