import type { ServerResponse } from "node:http";
import { LociError } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Lets a request of a key through, or refuses it with 429 and the time to wait. What is left stands in the response's headers. */
export type RateLimit = (call: Call, response: ServerResponse) => Promise<void>;

export interface RateLimits {
  /** Of one key, in this process; 0 for no limit. */
  readonly requestsPerMinute: number;
  /** Of all keys of one context, in this process; 0 for no limit. */
  readonly contextRequestsPerMinute: number;
}

const windowSeconds = 60;
/** Requests of one key that are under way at once, in this process: a stream may last for minutes, and takes half a megabyte. */
export const maxOpen = 1_000;

export function createRateLimit({ requestsPerMinute, contextRequestsPerMinute }: RateLimits): RateLimit {
  const ofKey = limiterOf(requestsPerMinute);
  const ofContext = limiterOf(contextRequestsPerMinute);
  const open = openRequests();
  return async (call, response) => {
    const { contextId, keyId } = principalOf(call);
    open.add(`${contextId}/${keyId}`, response);
    if (ofKey !== undefined) {
      const state = await consumed(ofKey, `${contextId}/${keyId}`);
      const { allowed, left, seconds } = state;
      // By the draft of the IETF (draft-ietf-httpapi-ratelimit-headers). Of the context nothing is said: it would tell how busy others are.
      response.setHeader("ratelimit-policy", `"key";q=${requestsPerMinute};w=${windowSeconds}`);
      response.setHeader("ratelimit", `"key";r=${left};t=${Math.ceil(seconds)}`);
      if (!allowed) throw tooMany(`This key makes more than ${requestsPerMinute} requests a minute.`, seconds);
    }
    if (ofContext === undefined) return;
    const { allowed, seconds } = await consumed(ofContext, contextId);
    if (!allowed) throw tooMany(`The keys of this context make more than ${contextRequestsPerMinute} requests a minute.`, seconds);
  };
}

/** Counts what is under way by key, until its answer is out or its client gone. */
function openRequests(): { add(key: string, response: ServerResponse): void } {
  const counts = new Map<string, number>();
  return {
    add(key, response) {
      if (response.destroyed) return;
      const before = counts.get(key) ?? 0;
      if (before >= maxOpen) throw tooMany(`This key has ${maxOpen} requests under way.`, 1);
      counts.set(key, before + 1);
      response.once("close", () => {
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      });
    },
  };
}

function limiterOf(perMinute: number): RateLimiterMemory | undefined {
  return perMinute === 0 ? undefined : new RateLimiterMemory({ points: perMinute, duration: windowSeconds });
}

async function consumed(
  limiter: RateLimiterMemory,
  key: string,
): Promise<{ readonly allowed: boolean; readonly left: number; readonly seconds: number }> {
  const stateOf = (allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes) => ({
    ...{ allowed, left: remainingPoints, seconds: msBeforeNext / 1_000 },
  });
  try {
    return stateOf(true, await limiter.consume(key));
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) throw thrown;
    return stateOf(false, thrown);
  }
}

function tooMany(message: string, retryAfterSeconds: number): LociError {
  return new LociError("rate_limited", message, { retryAfterSeconds });
}
