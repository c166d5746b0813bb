import { setImmediate } from "node:timers/promises";

/** What computes holds the process for so many milliseconds at most, then others have a turn. */
export const longestTurn = 20;

let last: Promise<void> = Promise.resolve();

/**
 * Waits until whatever else is due has had its turn. Of several that wait one goes on in each round of the event loop: a hundred that compute hold it
 * for no longer than one.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}

/** A computation that says where others may have a turn. */
export type Pausing<T> = Generator<void, T, void>;

/** Counts steps, after so many of which others may have a turn. */
export class Steps {
  readonly #most: number;
  #left: number;
  constructor(most: number) {
    this.#most = most;
    this.#left = most;
  }

  /** Counts one more. */
  pauseIsDue(): boolean {
    this.#left -= 1;
    if (this.#left > 0) return false;
    this.#left = this.#most;
    return true;
  }
}

/** Says that others may have a turn here. */
export function* pause(): Pausing<void> {
  yield;
}

/** Runs through without a pause. */
export function atOnce<T>(work: Pausing<T>): T {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/** Runs in turns. What ends within the first is there at once. */
export function inTurns<T>(work: Pausing<T>): T | Promise<T> {
  const ended = turn(work);
  return ended === undefined ? further(work) : ended.value;
}

async function further<T>(work: Pausing<T>): Promise<T> {
  for (;;) {
    await nextTurn();
    const ended = turn(work);
    if (ended !== undefined) return ended.value;
  }
}

function turn<T>(work: Pausing<T>): { readonly value: T } | undefined {
  const since = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step;
    if (performance.now() - since >= longestTurn) return undefined;
  }
}
