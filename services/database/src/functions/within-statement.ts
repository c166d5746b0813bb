import { QueryError } from "../errors.ts";
import type { Effect } from "../interpret/effect.ts";
import type { Pausing } from "../turns.ts";

/**
 * A computation that says where others may have a turn, as part of a statement, whose deadline ends it.
 * @param refusal what the statement fails with where the computation itself fails
 */
export function* withinStatement<T>(
  work: Pausing<T>,
  turn: () => Effect<void>,
  refusal: (failure: QueryError) => QueryError = (failure) => failure,
): Effect<T> {
  for (;;) {
    const step = nextOf(work, refusal);
    if (step.done === true) return step.value;
    yield* turn();
  }
}

function nextOf<T>(work: Pausing<T>, refusal: (failure: QueryError) => QueryError): IteratorResult<void, T> {
  try {
    return work.next();
  } catch (failure) {
    throw failure instanceof QueryError ? refusal(failure) : failure;
  }
}
