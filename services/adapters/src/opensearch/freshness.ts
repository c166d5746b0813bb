/** Sees to it that a search finds what was written before it: whoever reads a context that changed has the index refreshed first. */
export class Freshness {
  readonly #refresh: () => Promise<void>;
  readonly #changed = new Set<string>();
  /** Refreshes that began after the context's last change. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(refresh: () => Promise<void>) {
    this.#refresh = refresh;
  }

  note(contextId: string): void {
    this.#changed.add(contextId);
    this.#running.delete(contextId);
  }

  /** One refresh serves every context that changed before it. */
  async ensure(contextId: string): Promise<void> {
    const running = this.#running.get(contextId);
    if (running !== undefined || !this.#changed.has(contextId)) return running;
    const covered = [...this.#changed];
    this.#changed.clear();
    const run: Promise<void> = this.#refresh().then(
      () => this.#settle(covered, run, false),
      (error: unknown) => {
        this.#settle(covered, run, true);
        throw error;
      },
    );
    for (const each of covered) this.#running.set(each, run);
    return run;
  }

  #settle(covered: readonly string[], run: Promise<void>, hasFailed: boolean): void {
    for (const contextId of covered) {
      if (this.#running.get(contextId) === run) this.#running.delete(contextId);
      if (hasFailed) this.#changed.add(contextId);
    }
  }
}
