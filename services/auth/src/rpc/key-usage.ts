import { LRUCache } from "lru-cache";
import { silentLogger } from "@loci/platform/telemetry";
import { touchKey } from "../store/keys.ts";
import { touchManagementKey } from "../store/management-keys.ts";
import type { AuthDeps } from "./deps.ts";

const everyMs = 60_000;

/** Where a key stands: a context's id, or "*" for management keys. */
export type KeyPlace = string;

/** Writes down when a key was last used, at most once a minute and outside the request's way. */
export interface KeyUsage {
  note(place: KeyPlace, keyId: string, lastUsedAt: number | undefined): void;
  /** Resolves when all that was noted is written; what comes later is not noted. */
  close(): Promise<void>;
}

export function keyUsage(deps: AuthDeps): KeyUsage {
  const logger = deps.logger ?? silentLogger();
  const noted = new LRUCache<string, number>({ max: 10_000 });
  const pending = new Set<Promise<void>>();
  let closed = false;

  const write = async (place: KeyPlace, keyId: string, at: number): Promise<void> => {
    try {
      if (place === "*") await deps.database.acrossContexts((tx) => touchManagementKey(tx, keyId, at));
      else await deps.database.inContext(place, (tx) => touchKey(tx, place, keyId, at));
    } catch (error) {
      // The key's bearer must not suffer for it: the time is a hint for people.
      logger.warn({ err: error, keyId }, "a key's last use was not written down");
    }
  };

  return {
    note(place, keyId, lastUsedAt) {
      const now = deps.clock();
      const name = `${place} ${keyId}`;
      const last = Math.max(lastUsedAt ?? -everyMs, noted.get(name) ?? -everyMs);
      if (closed || now - last < everyMs) return;
      noted.set(name, now);
      const writing = write(place, keyId, now).finally(() => pending.delete(writing));
      pending.add(writing);
    },
    async close() {
      closed = true;
      await Promise.all(pending);
    },
  };
}
