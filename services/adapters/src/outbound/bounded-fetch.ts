/** Requests to a provider that cannot send them elsewhere, nor answer without an end. */
import { LociError } from "@loci/kernel";

export type Fetch = typeof globalThis.fetch;

export interface AnswerBounds {
  /** The longest answer, unpacked. */
  readonly maxBytes: number;
  /** From the request to the answer's last byte, in milliseconds. */
  readonly maxMs: number;
  /** The values of an answer in JSON, about: to make the objects of megabytes of brackets would hold everybody up for seconds. */
  readonly maxValues?: number;
}

/** An answer of a language model with its reasoning, or of an embedder for a hundred texts, is far below. */
export const maxAnswerBytes = 16 * 1024 * 1024;
/** Those of a chat's answer are a few dozen, as what the model says is one text. */
const usualMaxValues = 100_000;
/** Of an event in a stream, which holds a few words. It is put together anew with each piece that comes of it. */
const maxEventBytes = 256 * 1024;

/**
 * The same `fetch`, but that a redirect is the answer (a 3xx, not followed), and that an answer ends: the timeouts of `fetch` itself are
 * met by one byte now and then.
 * @throws while the answer is read: LociError `unavailable` where it is too long or takes too long
 */
export function boundedFetch(fetch: Fetch, { maxBytes, maxMs, maxValues = usualMaxValues }: AnswerBounds): Fetch {
  return async (input, init = {}) => {
    const limit = AbortSignal.timeout(maxMs);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const { body, status, statusText, headers } = await fetch(input, { ...init, signal, redirect: "manual" });
    const isStream = headers.get("content-type")?.includes("text/event-stream") === true;
    const measure = isStream ? eventMeasure() : valueMeasure(maxValues);
    return new Response(body && ReadableStream.from(bounded(body, { maxBytes, measure, limit })), { status, statusText, headers });
  };
}

/** Looks at each piece of an answer. @returns what is wrong with the answer, if anything is */
type Measure = (piece: Uint8Array) => string | undefined;

interface Bounds {
  readonly maxBytes: number;
  readonly measure: Measure;
  readonly limit: AbortSignal;
}

async function* bounded(body: AsyncIterable<Uint8Array>, { maxBytes, measure, limit }: Bounds): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new LociError("unavailable", `The provider's answer is longer than ${maxBytes} bytes.`);
      const problem = measure(chunk);
      if (problem !== undefined) throw new LociError("unavailable", `The provider's answer ${problem}.`);
      yield chunk;
    }
  } catch (thrown) {
    throw limit.aborted ? new LociError("unavailable", "The provider's answer did not end in time.", { cause: thrown }) : thrown;
  }
}

const [quote, backslash, comma, list, object, lineFeed] = Buffer.from('"\\,[{\n');

/** Counts the values of a text in JSON, about: one follows a comma, or begins a list or an object. */
export function valueMeasure(maxValues: number): Measure {
  let marks = 0;
  let inText = false;
  let isEscaped = false;
  return (piece) => {
    for (const byte of piece) {
      if (isEscaped) isEscaped = false;
      else if (inText && byte === backslash) isEscaped = true;
      else if (byte === quote) inText = !inText;
      else if (!inText && (byte === comma || byte === list || byte === object)) marks++;
    }
    return marks > maxValues ? `holds more values than it may (${maxValues})` : undefined;
  };
}

function eventMeasure(): Measure {
  let length = 0;
  return (piece) => {
    const last = piece.lastIndexOf(lineFeed ?? 0);
    length = last < 0 ? length + piece.length : piece.length - last - 1;
    return length > maxEventBytes ? `holds an event of more than ${maxEventBytes} bytes` : undefined;
  };
}
