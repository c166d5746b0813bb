import type { StillThere } from "@loci/platform/life";

/** A file may have tens of thousands of messages; nothing is purged within two minutes of its deletion. */
const askEveryMs = 1_000;

/**
 * Passes on what comes, as long as the context is the one that it was: a transfer may take for so long that the context was purged meanwhile,
 * and its id given to another, of which neither anything is written nor shown.
 * @param clock milliseconds since the epoch
 */
export async function* whileThere<T>(messages: AsyncIterable<T>, stillThere: StillThere, clock: () => number): AsyncGenerator<T> {
  let askedAt = -Infinity;
  for await (const message of messages) {
    if (Math.abs(clock() - askedAt) > askEveryMs) {
      askedAt = clock();
      await stillThere();
    }
    yield message;
  }
}
