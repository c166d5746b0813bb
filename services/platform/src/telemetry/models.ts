/** Calls of models, by OpenTelemetry's conventions for generative AI: who was asked and what it took, never what was said. */
import { LociError } from "@loci/kernel";
import type { Embedder } from "@loci/ports/embedder";
import type { LanguageModel, ModelDirectory, SynthesisPart, TokenUsage } from "@loci/ports/language-model";
import { secondsSince } from "./meter.ts";
import { isOff, type Telemetry } from "./telemetry.ts";
import type { Span, SpanStart } from "./tracing.ts";

/** What a million tokens of a model cost, by the name that its provider knows. */
export type ModelPrices = ReadonlyMap<string, { readonly input: number; readonly output: number }>;

/** Of so many contexts each has series of its own; all that come after them are one. */
const contextsTold = 1_000;
const otherContexts = "(others)";
const million = 1_000_000;

/** The same models, watched under the stage that they were asked for. */
export function watchModels(models: ModelDirectory, telemetry: Telemetry, prices: ModelPrices = new Map()): ModelDirectory {
  if (isOff(telemetry)) return models;
  const contexts = new Set<string>();
  const labelOf = (contextId: string): string => {
    if (contexts.size < contextsTold) contexts.add(contextId);
    return contexts.has(contextId) ? contextId : otherContexts;
  };
  return {
    ...models,
    async model(contextId, stage) {
      return watchModel(await models.model(contextId, stage), { context: () => labelOf(contextId), stage, telemetry, prices });
    },
  };
}

interface Watched {
  /** Asked for where there is something to count: who costs nothing takes no series. */
  readonly context: () => string;
  readonly stage: string;
  readonly telemetry: Telemetry;
  readonly prices: ModelPrices;
}

function watchModel(model: LanguageModel, { context, stage, telemetry: { meter, tracing }, prices }: Watched): LanguageModel {
  const [provider, name] = split(model.id);
  const start = spanOf("chat", provider, name, stage);

  const count = ({ inputTokens, outputTokens }: TokenUsage) => {
    if (inputTokens + outputTokens === 0) return;
    const labels = { context: context(), stage, provider };
    meter.add("loci_model_tokens_total", { ...labels, direction: "input" }, inputTokens);
    meter.add("loci_model_tokens_total", { ...labels, direction: "output" }, outputTokens);
    const price = prices.get(name);
    if (price === undefined) meter.add("loci_model_unpriced_tokens_total", { stage, provider }, inputTokens + outputTokens);
    else meter.add("loci_model_cost_total", labels, (inputTokens * price.input + outputTokens * price.output) / million);
  };

  const over = (span: Span, began: number, outcome: string, usage: TokenUsage | undefined) => {
    meter.observe("loci_model_seconds", { stage, provider, outcome }, secondsSince(began));
    if (outcome !== "ok" && stage === "extraction") meter.add("loci_extraction_failures_total", { code: outcome });
    if (usage === undefined) return;
    count(usage);
    span.set({ "gen_ai.usage.input_tokens": usage.inputTokens, "gen_ai.usage.output_tokens": usage.outputTokens });
  };
  const watched = <T extends { readonly usage: TokenUsage }>(ask: () => Promise<T>): Promise<T> =>
    tracing.span(start, async (span) => {
      const began = performance.now();
      try {
        const answer = await ask();
        over(span, began, "ok", answer.usage);
        return answer;
      } catch (thrown) {
        over(span, began, LociError.from(thrown).code, undefined);
        throw thrown;
      }
    });
  const watchedStream = (ask: () => AsyncIterable<SynthesisPart>): AsyncIterable<SynthesisPart> =>
    tracing.stream(start, async function* (span) {
      const began = performance.now();
      let usage: TokenUsage | undefined;
      // Until its last part: whoever stops reading in the middle has cancelled it.
      let outcome = "cancelled";
      try {
        for await (const part of ask()) {
          if ("usage" in part) usage = part.usage;
          yield part;
        }
        outcome = "ok";
      } catch (thrown) {
        outcome = LociError.from(thrown).code;
        throw thrown;
      } finally {
        over(span, began, outcome, usage);
      }
    });

  return {
    id: model.id,
    extract: (request, signal) => watched(() => model.extract(request, signal)),
    synthesise: (request, signal) => watchedStream(() => model.synthesise(request, signal)),
    elaborate: (request, signal) => watched(() => model.elaborate(request, signal)),
    consolidate: (request, signal) => watched(() => model.consolidate(request, signal)),
    hypothesise: (question, signal) => watched(() => model.hypothesise(question, signal)),
    decompose: (question, signal) => watched(() => model.decompose(question, signal)),
  };
}

/** The same embedder, watched as the stage `embedding`. */
export function watchEmbedder(embedder: Embedder, telemetry: Telemetry): Embedder {
  if (isOff(telemetry)) return embedder;
  const { meter, tracing } = telemetry;
  const { provider, model, dimension } = embedder.spec;
  const about = spanOf("embeddings", provider, model, "embedding");
  const start = { ...about, attributes: { ...about.attributes, "gen_ai.embeddings.dimension.count": dimension } };
  return {
    spec: embedder.spec,
    async embed(texts, purpose, signal) {
      const began = performance.now();
      let end: { thrown: unknown } | undefined;
      try {
        return await embedder.embed(texts, purpose, signal);
      } catch (thrown) {
        end = { thrown };
        throw thrown;
      } finally {
        const outcome = end === undefined ? "ok" : LociError.from(end.thrown).code;
        meter.observe("loci_model_seconds", { stage: "embedding", provider, outcome }, secondsSince(began));
        tracing.past(start, began, end);
      }
    },
    close: () => embedder.close(),
  };
}

function spanOf(operation: string, provider: string, model: string, stage: string): SpanStart {
  return {
    name: model === "" ? operation : `${operation} ${model}`,
    kind: "client",
    attributes: {
      "gen_ai.operation.name": operation,
      // What runs in this process is Loci's own.
      "gen_ai.provider.name": provider === "builtin" ? "loci" : provider,
      "gen_ai.request.model": model === "" ? undefined : model,
      "loci.stage": stage,
    },
  };
}

/** A model's id is `builtin`, or `openai:<model>`. */
function split(id: string): [provider: string, model: string] {
  const colon = id.indexOf(":");
  return colon < 0 ? [id, ""] : [id.slice(0, colon), id.slice(colon + 1)];
}
