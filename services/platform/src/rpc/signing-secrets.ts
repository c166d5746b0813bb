import type { SecretRing } from "../secrets/index.ts";

/** A stranger's token must not make us read files all the time. */
const readAgainMs = 1_000;

/** The secret of a version; undefined where there is none. */
export type FindSecret = (version: number) => Promise<Uint8Array | undefined>;

/**
 * Finds a secret among those that were there at the start and those that came since.
 * @param readSecret looks for one that came since
 */
export function secretFinder(ring: SecretRing, clock: () => number, readSecret: FindSecret): FindSecret {
  const added = new Map<number, Uint8Array>();
  const reading = new Map<number, Promise<Uint8Array | undefined>>();
  let readAt = Number.NEGATIVE_INFINITY;
  const lookFor: FindSecret = async (version) => {
    try {
      const found = await readSecret(version);
      if (found !== undefined) added.set(version, found);
      return found;
    } finally {
      reading.delete(version);
    }
  };
  return async (version) => {
    const known = ring.get(version) ?? added.get(version);
    if (known !== undefined || !Number.isSafeInteger(version)) return known;
    // The first calls under a new secret come many at once: all of them wait for what is found.
    const underWay = reading.get(version);
    // On both sides: a clock that is set back must not make us wait for it to come so far again.
    if (underWay !== undefined || Math.abs(clock() - readAt) < readAgainMs) return underWay;
    readAt = clock();
    const looked = lookFor(version);
    reading.set(version, looked);
    return looked;
  };
}
