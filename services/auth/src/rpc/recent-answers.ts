import { LRUCache } from "lru-cache";

export interface RecentAnswers<T extends object> {
  /** The answer made for this key within the life span, or a new one; those who ask at once share one. */
  get(key: string, make: () => Promise<T>): Promise<T>;
  clear(): void;
}

export interface AnswerLimits<T> {
  readonly clock: () => number;
  readonly lifeMs: number;
  readonly max: number;
  /** When an answer stops being true whatever its age; Infinity where no time is known. */
  readonly trueUntil?: (answer: T) => number;
}

/** Keeps answers for a short while, the most recent ones only. Failures are not kept. */
export function recentAnswers<T extends object>(options: AnswerLimits<T>): RecentAnswers<T> {
  const kept = new LRUCache<string, { readonly since: number; until: number; readonly answer: Promise<T> }>({ max: options.max });
  return {
    get(key, make) {
      const now = options.clock();
      const found = kept.get(key);
      // A clock that was set back would make it live longer.
      if (found && found.since <= now && now < found.until) return found.answer;
      // Its age counts from before the question was put to the database: what changed since then is unknown to it.
      const entry = { since: now, until: now + options.lifeMs, answer: make() };
      kept.set(key, entry);
      entry.answer.then(
        (answer) => (entry.until = Math.min(entry.until, options.trueUntil?.(answer) ?? entry.until)),
        () => {
          if (kept.peek(key) === entry) kept.delete(key);
        },
      );
      return entry.answer;
    },
    clear: () => kept.clear(),
  };
}
