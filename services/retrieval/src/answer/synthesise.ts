import { LociError, toTimestamp } from "@loci/kernel";
import type { SynthesisPart, SynthesisRequest, TokenUsage } from "@loci/ports/language-model";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { markerReader } from "./markers.ts";
import { citationOf, shown } from "./sources.ts";

/** What an answer is made from. */
export interface Material extends Pick<SynthesisRequest, "purpose" | "question" | "history" | "instructions"> {
  readonly sources: readonly retrieval.Hit[];
  /** What to answer, without a model, to a message that asks nothing; "" for what any other is answered. */
  readonly acknowledge?: (() => Promise<string>) | undefined;
}

export interface Answered {
  readonly text: string;
  /** Each cited source once, in the order of first citation. */
  readonly citations: readonly retrieval.Citation[];
  readonly model: string;
  readonly usage: TokenUsage;
  readonly degraded: readonly string[];
}

export type AnswerPart =
  | { readonly kind: "delta"; readonly text: string }
  | { readonly kind: "citation"; readonly citation: retrieval.Citation }
  | { readonly kind: "end"; readonly answered: Answered };

type SynthesisDeps = Pick<RetrievalDeps, "models" | "extractive" | "logger" | "clock">;

/**
 * Answers from the sources, piece by piece as the model makes it; the last part sums it up. What cites no source of these is left
 * in the text and is no citation. A provider that fails before its first word gives way to the extractive answer, which is said.
 * @throws LociError `unavailable` when the provider fails midway, `rate_limited` where the context's budget is used up
 */
export async function* synthesise(
  material: Material,
  contextId: string,
  deps: SynthesisDeps,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart, void> {
  const reader = markerReader();
  const citations = new Map<number, retrieval.Citation>();
  let text = "";
  let model = "";
  let usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  let degraded: readonly string[] = [];
  for await (const part of modelOrExtract(material, contextId, deps, signal)) {
    if ("model" in part) ({ model, degraded } = part);
    else if ("usage" in part)
      usage = {
        inputTokens: usage.inputTokens + part.usage.inputTokens,
        outputTokens: usage.outputTokens + part.usage.outputTokens,
      };
    else {
      text += part.text;
      yield { kind: "delta", text: part.text };
      for (const place of reader.read(part.text)) {
        const hit = material.sources[place - 1];
        if (hit === undefined || citations.has(place)) continue;
        const citation = citationOf(hit, place);
        citations.set(place, citation);
        yield { kind: "citation", citation };
      }
    }
  }
  yield { kind: "end", answered: { text, citations: [...citations.values()], model, usage, degraded } };
}

/** Which model speaks from here on. */
interface Speaker {
  readonly model: string;
  readonly degraded: readonly string[];
}

async function* modelOrExtract(
  { sources, acknowledge, ...rest }: Material,
  contextId: string,
  { models, extractive, logger, clock }: SynthesisDeps,
  signal: AbortSignal,
): AsyncGenerator<SynthesisPart | Speaker, void> {
  const request: SynthesisRequest = { ...rest, sources: shown(sources), now: toTimestamp(clock()) };
  let spoke = false;
  let reason = "the provider answered nothing";
  try {
    const model = await models.model(contextId, "synthesis");
    yield { model: model.id, degraded: [] };
    const noted = model.id === extractive.id ? await acknowledge?.() : undefined;
    if (noted) {
      yield { text: noted };
      return;
    }
    for await (const part of model.synthesise(request, signal)) {
      if ("text" in part && part.text === "") continue;
      spoke ||= "text" in part;
      yield part;
    }
  } catch (thrown) {
    const error = LociError.from(thrown);
    if (error.code === "too_large") throw new LociError("unavailable", "What is known takes too long to read.", { cause: thrown });
    if (spoke || signal.aborted || error.code !== "unavailable") throw error;
    logger.warn({ err: error.cause ?? error, contextId }, "synthesis failed; the answer is extractive");
    reason = "the provider failed";
  }
  if (spoke) return;
  yield { model: extractive.id, degraded: [`synthesis: ${reason}, the answer is extractive`] };
  const noted = await acknowledge?.();
  if (noted) yield { text: noted };
  else yield* extractive.synthesise(request, signal);
}
