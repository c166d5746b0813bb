import { LociError } from "@loci/kernel";
import type { StillThere } from "@loci/platform/life";

/** A file may have tens of thousands of messages; nothing is purged within two minutes of its deletion. */
const askEveryMs = 1_000;
/** For so long an answer holds where there is no newer one, as while auth starts anew: a transfer of an hour is not to be begun again. */
const holdsMs = 60_000;

/**
 * Passes on what comes, as long as the context is the one that it was: a transfer may take for so long that the context was purged meanwhile,
 * and its id given to another, of which neither anything is written nor shown.
 * @param stillThere was told just now
 * @param clock milliseconds since the epoch
 */
export async function* whileThere<T>(messages: AsyncIterable<T>, stillThere: StillThere, clock: () => number): AsyncGenerator<T> {
  let askedAt = -Infinity;
  let knownAt = clock();
  for await (const message of messages) {
    const now = clock();
    if (Math.abs(now - askedAt) > askEveryMs) {
      askedAt = now;
      try {
        await stillThere();
        knownAt = now;
      } catch (thrown) {
        const isGone = LociError.from(thrown).code === "unauthenticated";
        if (isGone || Math.abs(clock() - knownAt) > holdsMs) throw thrown;
      }
    }
    yield message;
  }
}
