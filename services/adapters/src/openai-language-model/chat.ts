import { LociError } from "@loci/kernel";
import type { SynthesisPart, TokenUsage } from "@loci/ports/language-model";
import OpenAI, { APIError } from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import type { z } from "zod";
import { boundedFetch, maxAnswerBytes, type Fetch } from "../outbound/bounded-fetch.ts";
import { contentOf, usageOf, type Completion } from "./completion.ts";
import { toLociError } from "./failure.ts";
import { maxJsonLength, parseJson } from "./json.ts";
import { silenceWatch } from "./silence.ts";
import { readStream } from "./stream.ts";

export interface OpenAiLanguageModelOptions {
  /** Where the chat-completions API lies, e.g. `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** "" for a server that wants none. */
  readonly apiKey: string;
  /** For one attempt, and for each silence inside a stream, in milliseconds. */
  readonly timeoutMs: number;
  /** After connection failures, timeouts, 408, 409, 429 and 5xx, with growing pauses; Retry-After is honoured. */
  readonly maxRetries: number;
  /** For all attempts and pauses together (of a stream: until it begins), in milliseconds; by default what attempts may take. */
  readonly budgetMs?: number;
  /** The most tokens of an answer; the provider's own limit by default. */
  readonly maxOutputTokens?: number;
  /** How requests leave: by default to wherever the address leads, as whoever runs the server chose it. */
  readonly fetch?: Fetch;
}

/** For an answer that is told piece by piece: nobody waits longer for its end. */
const maxStreamMs = 5 * 60_000;

/** What a stage asks of the model. */
export interface Question {
  /** Its name in messages, and the schema's: extraction, elaboration … */
  readonly stage: string;
  /** What the model is told. Nothing from outside is part of it. */
  readonly system: string;
  /** What comes from outside: one JSON document in a message of its own, whose quoting keeps it from passing for anything else. */
  readonly data: unknown;
}

export interface Answered<T> {
  readonly answer: T;
  readonly usage: TokenUsage;
}

/** One conversation partner for all stages. Every failure is a LociError: `unavailable`, or `cancelled` by the signal. */
export interface Chat {
  json<T>(question: Question, schema: z.ZodType<T>, signal: AbortSignal | undefined): Promise<Answered<T>>;
  text(question: Question, signal: AbortSignal | undefined): Promise<Answered<string>>;
  stream(question: Question, signal: AbortSignal | undefined): AsyncGenerator<SynthesisPart, void, undefined>;
}

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

/** Talks to any server that speaks OpenAI's chat completions (platform.openai.com/docs/api-reference/chat). */
export function openChat(options: OpenAiLanguageModelOptions): Chat {
  const { baseUrl, model, apiKey, timeoutMs, maxRetries } = options;
  const budgetMs = options.budgetMs ?? timeoutMs * (maxRetries + 1);
  // What is not given here the client would read from the environment.
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey === "" ? "none" : apiKey,
    timeout: timeoutMs,
    maxRetries,
    fetch: boundedFetch(options.fetch ?? fetch, { maxBytes: maxAnswerBytes, maxMs: Math.max(timeoutMs, maxStreamMs) }),
    logLevel: "off",
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
  });
  // What compatible servers may not know. One that refuses it is asked again without, and from then on.
  const takes = { schema: true, stream: true, streamOptions: true };

  const bodyOf = ({ system, data }: Question): Body => ({
    model,
    messages: [
      { role: "system", content: system },
      { role: "user", content: JSON.stringify(data) },
    ],
    ...(options.maxOutputTokens === undefined ? {} : { max_completion_tokens: options.maxOutputTokens }),
  });

  async function withSchema(question: Question, schema: z.ZodType, signal: AbortSignal): Promise<Completion> {
    const body = bodyOf(question);
    if (!takes.schema) return client.chat.completions.create(body, { signal });
    try {
      return await client.chat.completions.create(
        { ...body, response_format: zodResponseFormat(schema, question.stage) },
        { signal },
      );
    } catch (error) {
      if (!refuses(error, /response_format|json_schema/i)) throw error;
      takes.schema = false;
      return client.chat.completions.create(body, { signal });
    }
  }

  /** The stream, or the whole answer from a server that does not stream. */
  async function startStream(question: Question, signal: AbortSignal) {
    const body = bodyOf(question);
    if (!takes.stream) return client.chat.completions.create(body, { signal });
    try {
      const started = await client.chat.completions
        .create({ ...body, stream: true, ...(takes.streamOptions ? { stream_options: { include_usage: true } } : {}) }, { signal })
        .withResponse();
      const whole = started.response.headers.get("content-type")?.includes("application/json") === true;
      return whole ? ((await started.response.json()) as Completion) : started.data;
    } catch (error) {
      if (takes.streamOptions && refuses(error, /stream_options|include_usage/i)) takes.streamOptions = false;
      else if (refuses(error, /stream/i)) takes.stream = false;
      else throw error;
      return startStream(question, signal);
    }
  }

  async function within<T>(question: Question, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>) {
    refuseCancelled(question, signal);
    const budget = AbortSignal.timeout(budgetMs);
    try {
      return await work(signal ? AbortSignal.any([signal, budget]) : budget);
    } catch (error) {
      refuseCancelled(question, signal);
      throw budget.aborted ? tooLate() : toLociError(error);
    }
  }

  return {
    json: (question, schema, signal) =>
      within(question, signal, async (either) => {
        const completion = await withSchema(question, schema, either);
        return {
          answer: parseJson(contentOf(completion, maxJsonLength), question.stage, schema),
          usage: usageOf(completion.usage),
        };
      }),
    text: (question, signal) =>
      within(question, signal, async (either) => {
        const completion = await client.chat.completions.create(bodyOf(question), { signal: either });
        return { answer: contentOf(completion), usage: usageOf(completion.usage) };
      }),
    async *stream(question, signal) {
      refuseCancelled(question, signal);
      const silence = silenceWatch();
      try {
        silence.expectWithin(budgetMs);
        const started = await startStream(question, signal ? AbortSignal.any([signal, silence.signal]) : silence.signal);
        silence.rest();
        if (Symbol.asyncIterator in started) yield* readStream(started, silence, timeoutMs);
        else {
          yield { text: contentOf(started) };
          yield { usage: usageOf(started.usage) };
        }
      } catch (error) {
        refuseCancelled(question, signal);
        throw silence.signal.aborted ? tooLate() : toLociError(error);
      } finally {
        silence.rest();
      }
    },
  };
}

function refuses(error: unknown, what: RegExp): boolean {
  return error instanceof APIError && (error.status === 400 || error.status === 422) && what.test(error.message);
}

function refuseCancelled({ stage }: Question, signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new LociError("cancelled", `The ${stage} was cancelled.`, { cause: signal.reason });
}

function tooLate(): LociError {
  return new LociError("unavailable", "The language model did not answer in time.");
}
