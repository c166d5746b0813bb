import { LociError } from "@loci/kernel";
import { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai";
import { loggableCause } from "../openai-failure/cause.ts";

/**
 * What the operator reads when the embeddings server fails: what happened and where, never the key nor what the server echoed.
 */
export function failure(thrown: unknown, source: string): LociError {
  if (thrown instanceof LociError) return thrown;
  const cause = loggableCause(thrown);
  if (thrown instanceof APIConnectionTimeoutError) {
    return new LociError("unavailable", `${source} did not answer in time.`, { cause });
  }
  if (thrown instanceof APIConnectionError) return new LociError("unavailable", `${source} cannot be reached.`, { cause });
  const status: unknown = thrown instanceof APIError ? thrown.status : undefined;
  if (thrown instanceof APIError && typeof status === "number") {
    const headers: unknown = thrown.headers;
    const retryAfterSeconds = Number((headers instanceof Headers ? headers.get("retry-after") : null) ?? Number.NaN);
    return new LociError("unavailable", `${source} answered with status ${status}${hint(status)}.`, {
      cause,
      ...(Number.isFinite(retryAfterSeconds) && retryAfterSeconds >= 0 ? { retryAfterSeconds } : {}),
    });
  }
  return new LociError("unavailable", `${source} answered with what is no embeddings response.`, { cause });
}

function hint(status: number): string {
  if (status === 401 || status === 403) return ": it does not accept the API key";
  if (status >= 300 && status < 400) return ": redirects are not followed";
  if (status === 404) return ": it does not know the address or the model";
  if (status === 429) return ": too many requests";
  return "";
}
