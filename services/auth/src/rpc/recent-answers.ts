import { LRUCache } from "lru-cache";

export interface RecentAnswers<T extends object> {
  /** The answer made for this key within the life span, or a new one; those who ask at once share one. */
  get(key: string, make: () => Promise<T>): Promise<T>;
  clear(): void;
}

/** Keeps answers for a short while, the most recent ones only. Failures are not kept. */
export function recentAnswers<T extends object>(options: { clock: () => number; lifeMs: number; max: number }): RecentAnswers<T> {
  const kept = new LRUCache<string, { since: number; answer: Promise<T> }>({ max: options.max });
  return {
    get(key, make) {
      const now = options.clock();
      const found = kept.get(key);
      if (found && now - found.since < options.lifeMs) return found.answer;
      // Its age counts from before the question was put to the database: what changed since then is unknown to it.
      const entry = { since: now, answer: make() };
      kept.set(key, entry);
      entry.answer.catch(() => {
        if (kept.peek(key) === entry) kept.delete(key);
      });
      return entry.answer;
    },
    clear: () => kept.clear(),
  };
}
