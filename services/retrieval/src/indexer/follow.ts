import { setTimeout as pause } from "node:timers/promises";

/** How long to wait for the next look, in milliseconds. */
export interface Pauses {
  readonly idle: number;
  /** After a look that found something: whoever writes mostly goes on writing. */
  readonly busy: number;
}

/** For so many times as long as a look took there is none: one over very many contexts must not be all that a database does. */
const restFactor = 9;

/** How long to wait after a look. */
export function waitAfter({ idle, busy }: Pauses, hasFound: boolean, tookMs: number): number {
  return Math.max(hasFound ? busy : idle, tookMs * restFactor);
}

export interface Follower {
  /** Tells whether it found something. */
  readonly look: () => Promise<boolean>;
  readonly onFailure: (error: unknown) => void;
  /** How time goes by, in milliseconds: a clock that is set during a look would make the next one wait for nine times as much. */
  readonly elapsed: () => number;
}

/** Looks again and again for what was written, one look at a time, the first after a pause. */
export function follow({ look, onFailure, elapsed }: Follower, pauses: Pauses): { close(): Promise<void> } {
  const ending = new AbortController();
  const lookOnce = async (): Promise<boolean> => {
    try {
      return await look();
    } catch (error) {
      onFailure(error);
      return false;
    }
  };
  const run = async (): Promise<void> => {
    for (let waitMs = pauses.idle; await isOver(waitMs, ending.signal);) {
      const began = elapsed();
      const hasFound = await lookOnce();
      waitMs = waitAfter(pauses, hasFound, elapsed() - began);
    }
  };
  const running = run();
  return {
    async close() {
      ending.abort();
      await running;
    },
  };
}

/** @returns false where the signal came first; keeps no process alive */
function isOver(ms: number, signal: AbortSignal): Promise<boolean> {
  return pause(ms, true, { signal, ref: false }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return false;
  });
}
