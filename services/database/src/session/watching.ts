import { tableMissing } from "../messages/define.ts";
import type { LiveStore, Place, RecordChange } from "../store/port.ts";

/** The tables that this process watches, where several processes share the records. It listens from the first one on. */
export class Watching {
  readonly #store: LiveStore;
  readonly #told: (changes: readonly RecordChange[]) => void;
  readonly #lost: (error: unknown) => void;
  #listening: Promise<void> | undefined;
  /** One after the other, so that the end of one live query takes no table from the next. */
  #turn: Promise<unknown> = Promise.resolve();

  /** @param lost changes may have been missed, and nothing is watched any more */
  constructor(store: LiveStore, told: (changes: readonly RecordChange[]) => void, lost: (error: unknown) => void) {
    this.#store = store;
    this.#told = told;
    this.#lost = lost;
  }

  /** @throws QueryError where others cannot see the table yet: a transaction that is still open defines it */
  async begin(place: Place, table: string): Promise<void> {
    await this.#inTurn(async () => {
      this.#listening ??= this.#listen();
      await this.#listening;
      if (!(await this.#store.watch(place, table))) throw tableMissing(table);
    });
  }

  end(place: Place, table: string): void {
    // Where it fails, the connection is lost, and with it all that is watched.
    void this.#inTurn(() => this.#store.unwatch(place, table)).catch(() => undefined);
  }

  #listen(): Promise<void> {
    const forget = (): void => void (this.#listening = undefined);
    const lost = (error: unknown): void => {
      forget();
      this.#lost(error);
    };
    return this.#store.listen({ told: this.#told, lost }).catch((error: unknown) => {
      forget();
      throw error;
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }
}
