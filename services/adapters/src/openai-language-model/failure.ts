import { LociError } from "@loci/kernel";
import { APIConnectionTimeoutError, APIConnectionError, APIError } from "openai";
import { loggableCause } from "../openai-failure/cause.ts";
import { isRefusedAddress, refusedAddressWords } from "../outbound/refused-address.ts";

/**
 * What a failed call means to the caller: always `unavailable`, with a text of ours. Providers repeat keys and contents in their
 * messages, so that neither their text nor their error object goes on.
 */
export function toLociError(thrown: unknown): LociError {
  if (thrown instanceof LociError) return thrown;
  const cause = loggableCause(thrown);
  if (isRefusedAddress(thrown))
    return new LociError("unavailable", `The language model cannot be reached: ${refusedAddressWords}.`, { cause });
  if (thrown instanceof APIConnectionTimeoutError)
    return new LociError("unavailable", "The language model did not answer in time.", { cause });
  if (thrown instanceof APIConnectionError) return new LociError("unavailable", "The language model cannot be reached.", { cause });
  if (isApiError(thrown) && thrown.status !== undefined) return ofStatus(thrown.status, retryAfter(thrown.headers), cause);
  return new LociError("unavailable", "The language model's answer could not be read.", { cause });
}

function isApiError(thrown: unknown): thrown is APIError {
  return thrown instanceof APIError;
}

function ofStatus(status: number, retryAfterSeconds: number | undefined, cause: Error): LociError {
  const options = retryAfterSeconds === undefined ? { cause } : { cause, retryAfterSeconds };
  if (status === 429)
    return new LociError("unavailable", "The language model's provider limits the rate of requests (429).", options);
  if (status === 401 || status === 403)
    return new LociError("unavailable", `The language model's provider refused the API key (${status}).`, options);
  if (status >= 300 && status < 400)
    return new LociError("unavailable", `The language model's address redirects (${status}), which is not followed.`, options);
  return new LociError("unavailable", `The language model's provider failed (${status}).`, options);
}

function retryAfter(headers: Headers | undefined): number | undefined {
  const seconds = Number(headers?.get("retry-after") ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}
