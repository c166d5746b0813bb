/** What a call is of. */
export interface Turn {
  readonly session: string | undefined;
  readonly transaction: string | undefined;
  /** Later calls must find what it sets: `use`, `let`, `signin` and the like. */
  readonly setsSession: boolean;
}

/**
 * The order of one connection's calls. Those of a session run one after the other, as clients send `use` and a query without waiting in between. The
 * calls of a transaction have an order of their own, for they must not wait for a query that waits for this very transaction.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();
  /** The last call of each session that sets something. */
  readonly #lastSetting = new Map<string, Promise<unknown>>();

  async run<T>({ session, transaction, setsSession }: Turn, work: () => Promise<T>): Promise<T> {
    const key = JSON.stringify([session ?? null, transaction ?? null]);
    const own = JSON.stringify([session ?? null]);
    const before = [this.#last.get(key), transaction === undefined ? undefined : this.#lastSetting.get(own)];
    const turn = Promise.allSettled(before.filter((call) => call !== undefined)).then(work);
    keep(this.#last, key, turn);
    if (setsSession) keep(this.#lastSetting, own, turn);
    return turn;
  }

  /** Once all that were asked for have ended. */
  async ended(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }
}

/** Keeps a call until it has ended or another takes its place. */
function keep(calls: Map<string, Promise<unknown>>, key: string, call: Promise<unknown>): void {
  calls.set(key, call);
  const forget = (): void => {
    if (calls.get(key) === call) calls.delete(key);
  };
  call.then(forget, forget);
}
