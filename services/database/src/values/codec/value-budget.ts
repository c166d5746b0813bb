import { heapIsFull } from "../../heap.ts";
import { tooManyValues } from "../../messages/codec.ts";

/** Arrays, objects and the like within one another, at most. */
export const deepest = 128;
/** An object takes as much memory as so many small values. */
export const valuesOfObject = 5;
/** Once in so many values the memory is looked at. */
const partOfValues = 65_536;

/** Once in so many values others may have a turn: a millisecond. */
const valuesOfPause = 2_048;

/** The values that may still be made of a message: few bytes may stand for many. */
export class ValueBudget {
  #left: number;
  #pausedAt: number;
  constructor(most: number) {
    this.#left = most;
    this.#pausedAt = most;
  }

  /** Whether enough was made that others may have a turn now. */
  pauseIsDue(): boolean {
    if (this.#pausedAt - this.#left < valuesOfPause) return false;
    this.#pausedAt = this.#left;
    return true;
  }

  /** Counts what is made. @throws QueryError when it is too much */
  make(count: number): void {
    const before = this.#left;
    this.#left -= count;
    const isNextPart = Math.floor(before / partOfValues) !== Math.floor(this.#left / partOfValues);
    if (this.#left < 0 || (isNextPart && heapIsFull())) throw tooManyValues();
  }
}
