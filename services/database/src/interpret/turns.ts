import { setImmediate } from "node:timers/promises";
import { getHeapStatistics } from "node:v8";
import { statementTimeout, tooLarge } from "../messages/interpret.ts";
import { ask, type Effect } from "./effect.ts";
import type { Scope } from "./scope.ts";

/** Statements end after this many milliseconds, also those without a TIMEOUT: as long as the store lets one of its own run. */
export const usualStatementMs = 60_000;

/** A computation that asks the store for nothing holds the process for so many milliseconds at most. */
const longestTurn = 20;

/** Of the memory that the process may have: beyond it, what goes on computing is ended before the process is. */
const fullestHeap = 0.85;

/** Ends a statement that takes longer than its TIMEOUT. Loops ask this; waiting for the store is ended by the signal of `perform`. */
export function checkDeadline({ env: { deadline } }: Scope): void {
  if (deadline !== undefined && performance.now() > deadline.at) throw statementTimeout(deadline.limit);
}

/** What every loop over foreign values does in each round: ends with the deadline, and lets others have a turn, among them who ends the statement. */
export function* takeTurns(scope: Scope): Effect<void> {
  checkDeadline(scope);
  if (performance.now() - scope.env.turn.since < longestTurn) return;
  const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics();
  if (used > most * fullestHeap) throw tooLarge();
  yield* ask(() => setImmediate());
  scope.env.turn.since = performance.now();
}
