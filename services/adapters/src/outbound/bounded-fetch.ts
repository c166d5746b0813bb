/** Requests to a provider that cannot send them elsewhere, nor answer without an end. */
import { LociError } from "@loci/kernel";

export type Fetch = typeof globalThis.fetch;

export interface AnswerBounds {
  /** The longest answer, unpacked. */
  readonly maxBytes: number;
  /** From the request to the answer's last byte, in milliseconds. */
  readonly maxMs: number;
}

/** An answer of a language model with its reasoning, or of an embedder for a hundred texts, is far below. */
export const maxAnswerBytes = 16 * 1024 * 1024;

/**
 * The same `fetch`, but that a redirect is the answer (a 3xx, not followed), and that an answer ends: the timeouts of `fetch` itself are
 * met by one byte now and then.
 * @throws while the answer is read: LociError `unavailable` where it is too long or takes too long
 */
export function boundedFetch(fetch: Fetch, { maxBytes, maxMs }: AnswerBounds): Fetch {
  return async (input, init = {}) => {
    const limit = AbortSignal.timeout(maxMs);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const { body, status, statusText, headers } = await fetch(input, { ...init, signal, redirect: "manual" });
    return new Response(body && ReadableStream.from(bounded(body, maxBytes, limit)), { status, statusText, headers });
  };
}

async function* bounded(body: AsyncIterable<Uint8Array>, maxBytes: number, limit: AbortSignal): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new LociError("unavailable", `The provider's answer is longer than ${maxBytes} bytes.`);
      yield chunk;
    }
  } catch (thrown) {
    throw limit.aborted ? new LociError("unavailable", "The provider's answer did not end in time.", { cause: thrown }) : thrown;
  }
}
