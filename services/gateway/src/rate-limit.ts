import { LociError } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Lets a request of a key through, or refuses it with 429 and the time to wait. */
export type RateLimit = (call: Call) => Promise<void>;

const windowSeconds = 60;

/** @param perMinute requests of one key in this process; 0 for no limit */
export function createRateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return async () => undefined;
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds });
  return async (call) => {
    const { contextId, keyId } = principalOf(call);
    try {
      await limiter.consume(`${contextId}/${keyId}`);
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) throw thrown;
      const message = `This key makes more than ${perMinute} requests a minute.`;
      throw new LociError("rate_limited", message, { retryAfterSeconds: thrown.msBeforeNext / 1000 });
    }
  };
}
