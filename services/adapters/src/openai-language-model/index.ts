import { LociError } from "@loci/kernel";
import type { Extraction, ExtractionRequest, LanguageModel } from "@loci/ports/language-model";
import OpenAI, { APIError } from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import { parseAnswer, toExtraction } from "./answer.ts";
import { toLociError } from "./failure.ts";
import { systemPrompt, turnsMessage } from "./prompt.ts";
import { extractionSchema } from "./schema.ts";

export interface OpenAiLanguageModelOptions {
  /** Where the chat-completions API lies, e.g. `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** "" for a server that wants none. */
  readonly apiKey: string;
  /** For one attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** After connection failures, timeouts, 408, 409, 429 and 5xx, with growing pauses; Retry-After is honoured. */
  readonly maxRetries: number;
  /** For all attempts and pauses together, in milliseconds; by default what the attempts may take. */
  readonly budgetMs?: number;
  /** The most tokens of an answer; the provider's own limit by default. */
  readonly maxOutputTokens?: number;
}

type Completion = OpenAI.Chat.Completions.ChatCompletion;

/** Extraction by any server that speaks OpenAI's chat completions (platform.openai.com/docs/api-reference/chat). */
export function createOpenAiLanguageModel(options: OpenAiLanguageModelOptions): LanguageModel {
  const { baseUrl, model, apiKey, timeoutMs, maxRetries } = options;
  const budgetMs = options.budgetMs ?? timeoutMs * (maxRetries + 1);
  // What is not given here the client would read from the environment.
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey === "" ? "none" : apiKey,
    timeout: timeoutMs,
    maxRetries,
    logLevel: "off",
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
  });
  let takesSchema = true;

  const ask = async (request: ExtractionRequest, signal: AbortSignal): Promise<Completion> => {
    const body = {
      model,
      messages: [
        { role: "system" as const, content: systemPrompt },
        { role: "user" as const, content: turnsMessage(request) },
      ],
      ...(options.maxOutputTokens === undefined ? {} : { max_completion_tokens: options.maxOutputTokens }),
    };
    const format = takesSchema ? { response_format: zodResponseFormat(extractionSchema, "extraction") } : {};
    try {
      return await client.chat.completions.create({ ...body, ...format }, { signal });
    } catch (error) {
      if (!takesSchema || !refusesSchema(error)) throw error;
      takesSchema = false;
      return client.chat.completions.create(body, { signal });
    }
  };

  return {
    id: `openai:${model}`,
    async extract(request, signal) {
      if (signal?.aborted) throw cancelled(signal);
      if (request.turns.every((turn) => turn.content.trim() === "")) return nothing;
      const budget = AbortSignal.timeout(budgetMs);
      try {
        const completion = await ask(request, signal ? AbortSignal.any([signal, budget]) : budget);
        return toExtraction(parseAnswer(contentOf(completion)), request, usageOf(completion));
      } catch (error) {
        if (signal?.aborted) throw cancelled(signal);
        if (budget.aborted) throw new LociError("unavailable", "The language model did not answer in time.");
        throw toLociError(error);
      }
    },
  };
}

const nothing: Extraction = { entities: [], facts: [], instructions: [], usage: { inputTokens: 0, outputTokens: 0 } };

function cancelled(signal: AbortSignal): LociError {
  return new LociError("cancelled", "The extraction was cancelled.", { cause: signal.reason });
}

/** Some compatible servers know no JSON schema and say so; they are asked again in plain words, once and for all. */
function refusesSchema(error: unknown): boolean {
  return (
    error instanceof APIError &&
    (error.status === 400 || error.status === 422) &&
    /response_format|json_schema/i.test(error.message)
  );
}

/** The answer's text. What a server sends with a 200 may be anything: each field is doubted. */
function contentOf(completion: Partial<Completion>): string {
  const choice = completion.choices?.[0];
  if (!choice?.message) throw new LociError("unavailable", "The language model's answer is no chat completion.");
  if (choice.finish_reason === "length")
    throw new LociError("unavailable", "The language model's answer was cut off at its token limit.");
  if (choice.finish_reason === "content_filter" || choice.message.refusal)
    throw new LociError("unavailable", "The language model refused to answer.");
  if (typeof choice.message.content !== "string") throw new LociError("unavailable", "The language model's answer is empty.");
  return choice.message.content;
}

function usageOf(completion: Completion): Extraction["usage"] {
  return { inputTokens: completion.usage?.prompt_tokens ?? 0, outputTokens: completion.usage?.completion_tokens ?? 0 };
}
