/** Reads the key sets that access methods name: whoever may define one chooses the address, so it goes where the operator allows. */
import type { DatabasesOptions } from "@loci/database";
import { boundedFetch, guardedFetch, isRefusedAddress } from "@loci/adapters/outbound";
import type { HostPolicy } from "@loci/platform/outbound";
import type { Logger } from "@loci/platform/telemetry";

/** A set has a few keys of some kilobytes; a slow one holds up who signs in. */
const bounds = { maxBytes: 1024 * 1024, maxMs: 5_000, maxValues: 10_000 } as const;

export function keySetFetch(allowed: HostPolicy, logger: Logger): NonNullable<DatabasesOptions["fetchFrom"]> {
  return (url) => {
    const read = boundedFetch(guardedFetch(url, allowed), bounds);
    return async (input, init) => {
      try {
        return await read(input, init);
      } catch (error) {
        // Who signs in is told only that it failed: neither the address nor what it answers is theirs to know.
        const why = isRefusedAddress(error)
          ? "the address is not a public one; DB_ALLOWED_KEY_HOSTS can allow it"
          : "the address does not answer";
        logger.warn({ err: error, host: new URL(url).host }, `keys of an access method were not read: ${why}`);
        throw error;
      }
    };
  };
}
