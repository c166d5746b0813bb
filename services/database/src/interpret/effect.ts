import type { StoreTransaction } from "../store/port.ts";

/** One need of the interpreter: reading or writing in the transaction that it runs in. */
export interface Request {
  (transaction: StoreTransaction): Promise<unknown>;
  readonly joint?: Joint;
}

/** What several computations may ask for at once: their items are asked for together, and each is given the answers to its own. */
export interface Joint {
  /** Requests of the same kind can be answered together. */
  readonly kind: string;
  readonly items: readonly unknown[];
  /** An answer for each item, in their order. */
  readonly answer: (transaction: StoreTransaction, items: readonly unknown[]) => Promise<readonly unknown[]>;
}

/**
 * A computation that may ask for reads and writes on its way to a `T`. What asks for nothing runs through at once: an expression over a million rows
 * costs no promise. Written as `function*`, called with `yield*`.
 */
export type Effect<T> = Generator<Request, T, unknown>;

/** Asks for one read or write: `const record = yield* ask((tx) => tx.read(…))`. */
export function* ask<T>(request: (transaction: StoreTransaction) => Promise<T>): Effect<T> {
  return (yield request) as T;
}

/** Asks for something of each item: together with others that ask the same, where computations run beside each other (`together`). */
export function* askOfEach<Item, T>(
  kind: string,
  items: readonly Item[],
  answer: (transaction: StoreTransaction, items: readonly Item[]) => Promise<readonly T[]>,
): Effect<readonly T[]> {
  const request: Request = (transaction) => answer(transaction, items);
  const joint = { kind, items, answer: answer as Joint["answer"] };
  return (yield Object.assign(request, { joint })) as readonly T[];
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
