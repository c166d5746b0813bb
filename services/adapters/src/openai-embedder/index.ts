import type { Embedder } from "@loci/ports/embedder";
import OpenAI from "openai";
import { refuseCancelled } from "../embedding/cancelled.ts";
import { bounded, hasContent } from "../embedding/vectors.ts";
import { boundedFetch, maxAnswerBytes } from "../outbound/bounded-fetch.ts";
import { batches } from "./batches.ts";
import { failure } from "./failure.ts";
import { checkedVectors } from "./vectors.ts";

export interface OpenAiEmbedderOptions {
  /** Where the API lies, with its version: `https://api.openai.com/v1`, or any server that speaks its /embeddings. */
  readonly baseUrl: string;
  readonly model: string;
  /** "" for a server that asks for none. */
  readonly apiKey: string;
  /** Asked of the server as `dimensions` and checked. Without it the server is asked once what its model gives. */
  readonly dimension?: number;
  /** What the model is known to give, e.g. from an earlier start: checked, not asked of the server, which may be away then. */
  readonly knownDimension?: number;
  /** For each request, in milliseconds. */
  readonly timeoutMs: number;
  /** After connection failures, 408, 409, 429 and 5xx, with growing pauses. */
  readonly maxRetries: number;
  /** A longer text is cut to so many UTF-16 units, as models refuse what exceeds their window. */
  readonly maxCharacters?: number;
}

const batchTexts = 96;
const batchCharacters = 200_000;
/** The numbers of a batch of vectors of 8,192 dimensions, twice what models give. */
const maxAnswerValues = batchTexts * 8_192;

/**
 * An embedder behind the OpenAI embeddings API. Texts without content are not sent; their vector is zero.
 * @throws LociError `unavailable` when the server cannot be asked for its dimension
 */
export async function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Promise<Embedder> {
  const { baseUrl, model, apiKey, timeoutMs, maxRetries, maxCharacters = 8000 } = options;
  const source = `The embeddings server at ${hostOf(baseUrl)} (model ${model})`;
  const client = new OpenAI({
    baseURL: baseUrl,
    // The client wants a key; a server without authentication ignores it.
    apiKey: apiKey === "" ? "none" : apiKey,
    timeout: timeoutMs,
    maxRetries,
    fetch: boundedFetch(fetch, { maxBytes: maxAnswerBytes, maxMs: timeoutMs, maxValues: maxAnswerValues }),
    // Whatever is not set here the client would read from the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
  });

  async function ask(input: string[], dimension: number | undefined, signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const request = { model, input, encoding_format: "float" as const };
    const sized = options.dimension === undefined ? request : { ...request, dimensions: options.dimension };
    try {
      const answer = await client.embeddings.create(sized, signal ? { signal } : {});
      return checkedVectors(answer.data, input.length, dimension, source);
    } catch (thrown) {
      refuseCancelled(signal);
      throw failure(thrown, source);
    }
  }

  const known = options.dimension ?? options.knownDimension;
  const dimension = known ?? (await ask(["dimension"], undefined, undefined))[0]?.length ?? 0;

  return {
    spec: { provider: "openai", model, dimension, normalised: true },
    async embed(texts, _purpose, signal) {
      refuseCancelled(signal);
      const vectors: Float32Array[] = texts.map(() => new Float32Array(dimension));
      const sent = texts.flatMap((text, index) => (hasContent(text) ? [{ index, text: bounded(text, maxCharacters) }] : []));
      for (const batch of batches(sent, ({ text }) => text.length, batchTexts, batchCharacters)) {
        refuseCancelled(signal);
        const answered = await ask(
          batch.map(({ text }) => text),
          dimension,
          signal,
        );
        batch.forEach(({ index }, i) => (vectors[index] = answered[i] ?? new Float32Array(dimension)));
      }
      return vectors;
    },
    close: () => Promise.resolve(),
  };
}

/** The host alone: an address may carry credentials. */
function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : "an address that is no URL";
}
