/** Names of things to look at: each once however often it was added, none by two at the same time. */
export interface WorkQueue {
  /** At once; a key that is being worked on comes again when that is over. */
  add(key: string): void;
  /** Later, unless it comes earlier anyway; the earliest time asked for counts. */
  addAfter(key: string, ms: number): void;
  /** The next key, to be given back with `done`; undefined when the queue is closed. */
  take(): Promise<string | undefined>;
  done(key: string): void;
  readonly depth: number;
  close(): void;
}

export interface QueueObserver {
  added(): void;
  /** How long it waited, in milliseconds. */
  taken(waitedMs: number): void;
}

export function createWorkQueue(clock: () => number = Date.now, observer?: QueueObserver): WorkQueue {
  /** Keys that wait, with the time since when, in order. */
  const waiting = new Map<string, number>();
  const working = new Set<string>();
  /** Added again while being worked on. */
  const again = new Set<string>();
  const later = new Map<string, { readonly at: number; readonly timer: NodeJS.Timeout }>();
  const takers: ((key: string | undefined) => void)[] = [];
  let isClosed = false;

  const cancel = (key: string) => {
    clearTimeout(later.get(key)?.timer);
    later.delete(key);
  };
  const hand = (): void => {
    while (takers.length > 0) {
      const [next] = waiting;
      if (next === undefined) return;
      const [key, since] = next;
      waiting.delete(key);
      working.add(key);
      observer?.taken(clock() - since);
      takers.shift()?.(key);
    }
  };
  const add = (key: string): void => {
    if (isClosed) return;
    cancel(key);
    if (working.has(key)) {
      again.add(key);
      return;
    }
    if (waiting.has(key)) return;
    waiting.set(key, clock());
    observer?.added();
    hand();
  };

  return {
    add,
    addAfter(key, ms) {
      if (isClosed) return;
      if (ms <= 0) {
        add(key);
        return;
      }
      const at = clock() + ms;
      const planned = later.get(key);
      if (waiting.has(key) || (planned !== undefined && planned.at <= at)) return;
      cancel(key);
      const timer = setTimeout(() => {
        add(key);
      }, ms);
      later.set(key, { at, timer });
    },
    take() {
      if (isClosed) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        takers.push(resolve);
        hand();
      });
    },
    done(key) {
      working.delete(key);
      if (again.delete(key)) add(key);
    },
    get depth() {
      return waiting.size;
    },
    close() {
      isClosed = true;
      for (const key of later.keys()) cancel(key);
      waiting.clear();
      for (const taker of takers.splice(0)) taker(undefined);
    },
  };
}
