import { setTimeout as sleep } from "node:timers/promises";
import { LociError } from "@loci/kernel";
import { boundedFetch, maxAnswerBytes } from "../outbound/bounded-fetch.ts";

const firstPauseMs = 200;
const maxPauseMs = 5_000;
const maxAnswerMs = 60_000;
/** Scores of some hundred texts are far below the bound; some providers send the texts back. */
const send = boundedFetch((url, init) => fetch(url, init), {
  ...{ maxBytes: maxAnswerBytes, maxMs: maxAnswerMs, maxValues: 10_000 },
});

/** An answer of the provider that is none: its status, never its words, which may hold the key or repeat what was asked. */
export class Refused extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /** The provider misses the field `texts`. */
  readonly wantsTexts: boolean;

  constructor(status: number, retryAfterSeconds: number | undefined, wantsTexts: boolean) {
    super(`status ${status}`);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
    this.wantsTexts = wantsTexts;
  }

  asLociError(): LociError {
    const { status, retryAfterSeconds } = this;
    const options = retryAfterSeconds === undefined ? { cause: this } : { cause: this, retryAfterSeconds };
    if (status === 429) return new LociError("unavailable", "The reranker limits the rate of requests (429).", options);
    if (status === 401 || status === 403)
      return new LociError("unavailable", `The reranker refused the API key (${status}).`, options);
    return new LociError("unavailable", `The reranker failed (${status}).`, options);
  }
}

/** Posts JSON and reads JSON; tries again after what may pass. @throws Refused, LociError, or what fetch throws */
export async function postWithRetries(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  retries: number,
  signal: AbortSignal,
): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await post(url, headers, body, signal);
    } catch (error) {
      if (signal.aborted || attempt >= retries || !mayPass(error)) throw error;
      const asked = error instanceof Refused ? error.retryAfterSeconds : undefined;
      await sleep(asked === undefined ? Math.min(firstPauseMs * 2 ** attempt, maxPauseMs) : asked * 1_000, undefined, { signal });
    }
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof LociError) return false;
  return !(error instanceof Refused) || error.status === 408 || error.status === 429 || error.status >= 500;
}

async function post(url: string, headers: Readonly<Record<string, string>>, body: unknown, signal: AbortSignal): Promise<unknown> {
  const response = await send(url, { method: "POST", headers, body: JSON.stringify(body), signal });
  const text = await response.text();
  if (!response.ok) {
    const wantsTexts = (response.status === 400 || response.status === 422) && /\btexts\b/.test(text);
    throw new Refused(response.status, retryAfter(response.headers), wantsTexts);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's own message quotes the answer, and with it what was remembered.
    throw new LociError("unavailable", "The reranker's answer is not JSON.");
  }
}

function retryAfter(headers: Headers): number | undefined {
  const seconds = Number(headers.get("retry-after") ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}
