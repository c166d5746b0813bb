import type { LociError } from "../error.ts";
import { beginAttempt, cancelled, type Attempt } from "./attempt.ts";
import { waitBeforeRetry, type RetryPolicy } from "./retry.ts";

/** What a request needs beside its address. */
export interface Exchange<T> {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** The body, made anew for each attempt. */
  readonly body?: ((attempt: Attempt) => RequestBody) | undefined;
  /** May it be sent again when it is not known what became of it? */
  readonly isRepeatable: boolean;
  /** In the place of the connection's own. */
  readonly fetch?: Send | undefined;
  /** Whether `read` goes on to use the attempt after it has answered, and ends it itself. */
  readonly isStream?: boolean;
  readonly read: (response: Response, attempt: Attempt) => Promise<T>;
}

/** What fetch does; it may tell the attempt that something has gone out. */
export type Send = (url: string, init: RequestInit, attempt: Attempt) => Promise<Response>;

/** What fetch is given for the body's sake. Not every platform's types know `duplex`. */
export type RequestBody = Pick<RequestInit, "body" | "redirect" | "window"> & { readonly duplex?: "half" };

/** Told before each wait for another attempt. */
export interface Retry {
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly waitMs: number;
  readonly error: LociError;
}

export interface TransportOptions extends RetryPolicy {
  /** The server's address, for messages. */
  readonly server: string;
  readonly fetch: typeof fetch;
  readonly onRetry: (retry: Retry) => void;
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly random: () => number;
}

export interface Limits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export type Transport = <T>(exchange: Exchange<T>, limits: Limits) => Promise<T>;

/** Sends requests, again where that is safe and may help. */
export function createTransport(options: TransportOptions): Transport {
  const once = async <T>(exchange: Exchange<T>, { timeoutMs, signal }: Limits): Promise<T> => {
    const attempt = beginAttempt(options.server, timeoutMs, signal);
    try {
      const { method, url, headers, body } = exchange;
      const sent = body?.(attempt);
      const init = { method, headers, signal: attempt.signal, ...sent };
      const answer = await exchange.read(await (exchange.fetch ?? options.fetch)(url, init, attempt), attempt);
      if (!exchange.isStream) attempt.end();
      return answer;
    } catch (thrown) {
      const error = attempt.failure(thrown);
      attempt.abandon();
      throw error;
    }
  };
  return async (exchange, limits) => {
    for (let attempt = 1; ; attempt++) {
      if (limits.signal?.aborted) throw cancelled(limits.signal);
      try {
        return await once(exchange, limits);
      } catch (thrown) {
        const error = thrown as LociError;
        const waitMs = exchange.isRepeatable ? waitBeforeRetry(error, attempt, options, options.random()) : undefined;
        if (waitMs === undefined) throw error;
        options.onRetry({ attempt, waitMs, error });
        await options.sleep(waitMs, limits.signal);
      }
    }
  };
}

/** Waits, or ends at once when the signal fires. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
    if (signal?.aborted) done();
  });
}
