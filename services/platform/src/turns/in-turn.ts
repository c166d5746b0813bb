import { LociError } from "@loci/kernel";
import { createFairQueue } from "./fair-queue.ts";

/**
 * Does the work when it is its turn.
 * @param customer customers that wait take turns, whoever of them asks the most
 * @param signal whoever waits is let go when it says so
 * @throws the signal's reason, where it came before the turn; LociError `rate_limited` where too many of the customer wait; what the work throws
 */
export type InTurn = <T>(customer: string, signal: AbortSignal | undefined, work: () => Promise<T>) => Promise<T>;

/**
 * @param width how many works are done at the same time
 * @param maxWaiting how many of one customer may wait
 */
export function createTurns(width: number, maxWaiting = Infinity): InTurn {
  const waiting = createFairQueue<() => void>();
  let busy = 0;
  return async (customer, signal, work) => {
    signal?.throwIfAborted();
    if (busy >= width) await turnOf(customer, signal);
    else busy++;
    try {
      return await work();
    } finally {
      // The place goes to who is next, or is given up.
      const next = waiting.take();
      if (next) next();
      else busy--;
    }
  };

  async function turnOf(customer: string, signal: AbortSignal | undefined): Promise<void> {
    if (waiting.sizeOf(customer) >= maxWaiting) {
      throw new LociError("rate_limited", `More than ${maxWaiting} requests wait already.`, { retryAfterSeconds: 1 });
    }
    const turn = Promise.withResolvers<undefined>();
    const go = () => turn.resolve(undefined);
    const leave = () => {
      if (waiting.remove(customer, go)) turn.reject(signal?.reason as Error);
    };
    waiting.add(customer, go);
    signal?.addEventListener("abort", leave, { once: true });
    try {
      await turn.promise;
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }
}
