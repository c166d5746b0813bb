import { LociError } from "@loci/kernel";
import type { Reranker } from "@loci/ports/reranker";
import { postWithRetries, Refused } from "./post.ts";
import { scoresOf } from "./scores.ts";

export interface HttpRerankerOptions {
  /** The endpoint, e.g. `https://api.cohere.com/v2/rerank` or `http://127.0.0.1:8080/rerank`; a URL above it may be given. */
  readonly url: string;
  readonly model: string;
  /** "" for a server that wants none. */
  readonly apiKey: string;
  /** For all attempts together, in milliseconds. */
  readonly timeoutMs: number;
  /** After connection failures, 408, 429 and 5xx, with growing pauses; Retry-After is honoured. 1 by default. */
  readonly maxRetries?: number;
}

/** Longer texts are cut: a cross-encoder reads some 512 to 4,000 tokens, and providers limit the size of a request. */
const maxCharacters = 8_000;
const nothingSaid = ".";

/**
 * Any server with the rerank API that Cohere began and Jina, vLLM and others took over (docs.cohere.com/reference/rerank):
 * `{model, query, documents}` → `{results: [{index, relevance_score}]}`. A server that wants `texts` instead
 * (huggingface.github.io/text-embeddings-inference) is asked so from then on; both at once cannot be sent, as Cohere refuses
 * fields that it does not know.
 */
export function createHttpReranker(options: HttpRerankerOptions): Reranker {
  const { model, apiKey, timeoutMs, maxRetries = 1 } = options;
  const url = endpoint(options.url);
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    ...(apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  let wantsTexts = false;

  async function ask(query: string, documents: readonly string[], signal: AbortSignal): Promise<unknown> {
    const body = wantsTexts ? { query, texts: documents, truncate: true } : { model, query, documents };
    try {
      return await postWithRetries(url, headers, body, maxRetries, signal);
    } catch (error) {
      if (wantsTexts || !(error instanceof Refused) || !error.wantsTexts) throw error;
      wantsTexts = true;
      return ask(query, documents, signal);
    }
  }

  return {
    id: `http:${model}`,
    async score(question, texts, signal) {
      refuseCancelled(signal);
      if (texts.length === 0) return [];
      const budget = AbortSignal.timeout(timeoutMs);
      try {
        const answer = await ask(bounded(question), texts.map(bounded), signal ? AbortSignal.any([signal, budget]) : budget);
        return scoresOf(answer, texts.length);
      } catch (error) {
        refuseCancelled(signal);
        if (budget.aborted) throw new LociError("unavailable", "The reranker did not answer in time.");
        if (error instanceof LociError) throw error;
        if (error instanceof Refused) throw error.asLociError();
        throw new LociError("unavailable", "The reranker cannot be reached.", { cause: new Error(systemCode(error)) });
      }
    },
  };
}

function endpoint(given: string): string {
  const url = new URL(given);
  const path = url.pathname.replace(/(?<!\/)\/+$/, "");
  url.pathname = path.endsWith("/rerank") ? path : `${path}/rerank`;
  return url.href;
}

/** Half surrogate pairs are no JSON; servers refuse the whole request for one text without content, which fits nothing. */
function bounded(text: string): string {
  const cut = text.slice(0, maxCharacters).toWellFormed();
  return cut.trim() === "" ? nothingSaid : cut;
}

function refuseCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new LociError("cancelled", "The reranking was cancelled.", { cause: signal.reason });
}

/** What may be logged of a failed connection: the system's code, never the address with what may stand in it. */
function systemCode(thrown: unknown): string {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ("code" in error && typeof error.code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(error.code)) return error.code;
  }
  return thrown instanceof Error ? thrown.name : typeof thrown;
}
