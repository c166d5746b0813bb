import type { IncomingMessage } from "node:http";
import { LociError } from "@loci/kernel";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Authenticator } from "./authenticate.ts";
import { addressGroup, type ClientAddress } from "./client-address.ts";

const windowSeconds = 60;

/**
 * The same authenticator, but that an address which sent too many wrong keys within a minute is told 429 instead of 401 for further ones.
 * A key that fits works all the same: others may share the address.
 * @param perMinute wrong keys of one address (of IPv6: one /64) in this process; 0 for no limit
 */
export function slowWrongKeys(authenticator: Authenticator, addressOf: ClientAddress, perMinute: number): Authenticator {
  if (perMinute === 0) return authenticator;
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds });

  async function watched<T>(request: IncomingMessage, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (thrown) {
      // Who sends no key guesses none.
      const isWrongKey = LociError.from(thrown).code === "unauthenticated" && request.headers.authorization !== undefined;
      throw isWrongKey ? await counted(addressGroup(addressOf(request)), thrown) : thrown;
    }
  }

  async function counted(group: string, refusal: unknown): Promise<unknown> {
    try {
      await limiter.consume(group);
      return refusal;
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) return thrown;
      const message = "Too many wrong keys came from this address.";
      return new LociError("rate_limited", message, { retryAfterSeconds: thrown.msBeforeNext / 1_000 });
    }
  }

  return {
    data: (request, ...rest) => watched(request, () => authenticator.data(request, ...rest)),
    ownContext: (request, ...rest) => watched(request, () => authenticator.ownContext(request, ...rest)),
    management: (request, ...rest) => watched(request, () => authenticator.management(request, ...rest)),
  };
}
