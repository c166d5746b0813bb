import { listOwed, rewriteOwed, type Run } from "./reclaim.ts";

export interface QuietTimes {
  /** The database has had nothing to do for so long: then somebody who asks next hardly waits. */
  readonly quietMs: number;
  /** So long after a table was written anew it is not written again. */
  readonly restMs: number;
}

/** Loci's own work looks for something to do every five seconds; a user who thinks between two requests takes longer. */
export const quietTimes: QuietTimes = { quietMs: 3_000, restMs: 86_400_000 };

/** Writes the tables anew that were too large for it when rows were erased, one at each look, while nobody asks anything. */
export interface QuietWork {
  /** Tables that are to be written anew. */
  owe(tables: readonly string[]): void;
  stop(): void;
}

/** @param idleMs for how long the database has had nothing to do; 0 where it has */
export function startQuietWork(run: Run, idleMs: () => number, { quietMs, restMs } = quietTimes): QuietWork {
  const owed = new Set<string>();
  const rewrittenAt = new Map<string, number>();
  let isKnown = false;
  let isAtIt = false;

  async function look(): Promise<void> {
    if (!isKnown) {
      for (const name of await listOwed(run)) owed.add(name);
      isKnown = true;
    }
    const now = performance.now();
    const due = [...owed].find((name) => now - (rewrittenAt.get(name) ?? -Infinity) >= restMs);
    if (due === undefined) return;
    owed.delete(due);
    rewrittenAt.set(due, now);
    await rewriteOwed(run, due);
  }

  const timer = setInterval(() => {
    if (isAtIt || (isKnown && owed.size === 0) || idleMs() < quietMs) return;
    isAtIt = true;
    // What fails keeps its mark: the next erasure, or the next start, finds it again.
    void look()
      .catch(() => undefined)
      .finally(() => (isAtIt = false));
  }, quietMs).unref();

  return {
    owe(tables) {
      for (const name of tables) owed.add(name);
    },
    stop: () => clearInterval(timer),
  };
}
