import { LociError } from "@loci/kernel";
import type { StillThere } from "@loci/platform/life";

/** A file may have tens of thousands of messages; nothing is purged within two minutes of its deletion. */
const askEveryMs = 1_000;
/**
 * For so long an answer holds where there is no newer one, as while auth starts anew: a transfer of an hour is not to be begun again. The
 * first message has to have one of its own: since whoever sends it was let in, the line before it may have been an hour in coming.
 */
const holdsMs = 60_000;

/** Passes on what comes, and throws once the context is another than it was. */
export type WhileThere = <T>(messages: AsyncIterable<T>) => AsyncGenerator<T>;

/**
 * For all that one transfer passes on: it may take for so long that the context was purged meanwhile, and its id given to another, of which
 * neither anything is written nor shown.
 * @param clock milliseconds since the epoch
 */
export function whileThere(stillThere: StillThere, clock: () => number): WhileThere {
  let askedAt = -Infinity;
  let knownAt = -Infinity;
  const ask = async (now: number): Promise<void> => {
    askedAt = now;
    try {
      await stillThere();
      knownAt = now;
    } catch (thrown) {
      const isGone = LociError.from(thrown).code === "unauthenticated";
      if (isGone || Math.abs(clock() - knownAt) > holdsMs) throw thrown;
    }
  };
  return async function* (messages) {
    for await (const message of messages) {
      const now = clock();
      if (Math.abs(now - askedAt) > askEveryMs) await ask(now);
      yield message;
    }
  };
}
