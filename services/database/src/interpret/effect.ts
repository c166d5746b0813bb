import type { StoreTransaction } from "../store/port.ts";

/** One need of the interpreter: reading or writing in the transaction that it runs in. */
export type Request = (transaction: StoreTransaction) => Promise<unknown>;

/**
 * A computation that may ask for reads and writes on its way to a `T`. What asks for nothing runs through at once: an expression over a million rows
 * costs no promise. Written as `function*`, called with `yield*`.
 */
export type Effect<T> = Generator<Request, T, unknown>;

/** Asks for one read or write: `const record = yield* ask((tx) => tx.read(…))`. */
export function* ask<T>(request: (transaction: StoreTransaction) => Promise<T>): Effect<T> {
  return (yield request) as T;
}

/** Runs a computation in a transaction. `signal` ends it between two requests (timeout, cancellation, a client that left). */
export async function perform<T>(effect: Effect<T>, transaction: StoreTransaction, signal?: AbortSignal): Promise<T> {
  let step = effect.next();
  while (step.done !== true) {
    let answer: unknown;
    let failure: { readonly error: unknown } | undefined;
    try {
      signal?.throwIfAborted();
      answer = await step.value(transaction);
    } catch (error) {
      failure = { error };
    }
    step = failure === undefined ? effect.next(answer) : effect.throw(failure.error);
  }
  return step.value;
}
