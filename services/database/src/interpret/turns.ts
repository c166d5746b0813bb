import { heapIsFull } from "../heap.ts";
import { statementTimeout, tooLarge } from "../messages/interpret.ts";
import { longestTurn, nextTurn } from "../turns.ts";
import { ask, type Effect } from "./effect.ts";
import type { Scope } from "./scope.ts";

/** Ends a statement that takes longer than its TIMEOUT. Loops ask this; waiting for the store is ended by the signal of `perform`. */
export function checkDeadline({ env: { deadline } }: Scope): void {
  if (deadline !== undefined && performance.now() > deadline.at) throw statementTimeout(deadline.limit);
}

/** Whether `takeTurns` has something to do. Loops over many plain rows ask this first: a generator for each would cost more than they do. */
export function turnIsDue({ env: { deadline, turn } }: Scope): boolean {
  const now = performance.now();
  return now - turn.since >= longestTurn || (deadline !== undefined && now > deadline.at);
}

/** What every loop over foreign values does in each round: ends with the deadline, and lets others have a turn, among them who ends the statement. */
export function* takeTurns(scope: Scope): Effect<void> {
  checkDeadline(scope);
  if (performance.now() - scope.env.turn.since < longestTurn) return;
  if (heapIsFull()) throw tooLarge();
  yield* ask(nextTurn);
  scope.env.turn.since = performance.now();
}
